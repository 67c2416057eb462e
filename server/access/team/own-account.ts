import type { Account, Confirmation, PersonSession } from '#shared/schemas/team.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, Faults, validationFailed } from '../../catalog/errors.ts'
import type { PersonRow } from '../../registry/people-operations.ts'
import { takeCode } from './codes.ts'
import { requireStrong } from './passwords.ts'
import type { Browser } from './person-sessions.ts'
import type { Team } from './team.ts'
import type { SignedIn } from './team-access.ts'
import { toIso } from '#shared/iso-times.ts'

export function describeAccount(
  team: Team,
  { id }: SignedIn,
  nameOf: (id: string) => string | null,
): Account {
  const { name, email, isAdministrator, password, codeSecret, recoveryCodes } = personOf(team, id)
  const workspaces = team.people.workspacesOf(id).flatMap(({ workspaceId, role }) => {
    const known = nameOf(workspaceId)
    return known === null ? [] : [{ id: workspaceId, name: known, role }]
  })
  return {
    id,
    name,
    email,
    is_administrator: isAdministrator,
    has_password: password !== null,
    has_codes: codeSecret !== null,
    recovery_codes_left: recoveryCodes.length,
    workspaces,
  }
}

export async function rename(team: Team, { id }: SignedIn, name: string): Promise<void> {
  const faults = new Faults()
  if (name.trim() === '') faults.add('name', 'required')
  faults.throwIfAny()
  const before = personOf(team, id).name
  const person = await team.people.change(id, { name: name.trim() })
  team.audit.record({ action: 'renamed', by: person, subject: person.email, details: { from: before } })
}

export interface PasswordChange {
  readonly password: string
  readonly new_password: string
}

/**
 * Changes the password of a person who knows the old one. Every session ends, also this one, whose cookie may
 * be stolen; returns a new cookie.
 */
export async function changePassword(
  team: Team,
  signedIn: SignedIn,
  { password, new_password: next }: PasswordChange,
  browser: Browser,
): Promise<string> {
  const person = await confirmPassword(team, signedIn, password, browser)
  await requireStrong(next, [person.name, person.email], 'new_password')
  await team.people.change(person.id, { password: await team.passwords.hash(next) })
  await team.sessions.endAll(person.id)
  const { cookie } = await team.sessions.begin(person.id, browser)
  team.audit.record({
    action: 'password_changed',
    by: person,
    subject: person.email,
    address: browser.address,
  })
  return cookie
}

/** Checks the password before a critical step; guesses count as sign-in tries. */
export async function confirmPassword(
  team: Team,
  { id }: SignedIn,
  password: string,
  { address }: Browser,
): Promise<PersonRow> {
  const person = personOf(team, id)
  if (person.password === null) throw new CatalogError('conflict', message('account.no_password'))
  team.tries.begin(person.foldedEmail, address)
  if (!(await team.passwords.matches(password, person.password)))
    throw validationFailed([
      { field: 'password', issue: 'invalid_value', ...message('account.password_wrong') },
    ])
  team.tries.succeed(person.foldedEmail, address)
  return personOf(team, id)
}

/** Confirms by password or one-time code that the session is its person's; guesses count as sign-in tries. */
export async function confirmIdentity(
  team: Team,
  signedIn: SignedIn,
  { password, code }: Confirmation,
  browser: Browser,
): Promise<void> {
  if (password === undefined) await confirmCode(team, signedIn, code ?? '', browser)
  else await confirmPassword(team, signedIn, password, browser)
  await team.sessions.confirm(signedIn.sessionId)
}

async function confirmCode(team: Team, { id }: SignedIn, code: string, { address }: Browser): Promise<void> {
  const person = personOf(team, id)
  if (person.codeSecret === null) throw new CatalogError('conflict', message('account.no_codes'))
  team.tries.begin(person.foldedEmail, address)
  if (!(await takeCode(team, person, code)))
    throw validationFailed([{ field: 'code', issue: 'invalid_value', ...message('account.code_wrong') }])
  team.tries.succeed(person.foldedEmail, address)
}

export function listSessions(team: Team, { id, sessionId }: SignedIn): PersonSession[] {
  return team.sessions.of(id).map(({ id: session, address, agent, createdAt, lastUsedAt }) => ({
    id: session,
    address,
    agent,
    created_at: toIso(createdAt),
    last_used_at: toIso(lastUsedAt),
    is_current: session === sessionId,
  }))
}

/** Ends one of one's own sessions. Throws not_found for others. */
export async function endSession(team: Team, signedIn: SignedIn, id: string): Promise<PersonSession> {
  const session = listSessions(team, signedIn).find((own) => own.id === id.toLowerCase())
  if (session === undefined) throw new CatalogError('not_found', 'There is no such session of yours.')
  await team.sessions.end([session.id])
  team.audit.record({
    action: 'session_ended',
    by: signedIn,
    subject: signedIn.email,
    address: session.address,
  })
  return session
}

export function personOf(team: Team, id: string): PersonRow {
  const person = team.people.get(id)
  if (person === undefined) throw new CatalogError('not_found', 'This account is not there any more.')
  return person
}
