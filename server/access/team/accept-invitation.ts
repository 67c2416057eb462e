import { randomUUID } from 'node:crypto'
import type { InvitationAcceptance, InvitationLook } from '#shared/schemas/team.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, conflict, Faults } from '../../catalog/errors.ts'
import type { InvitationRow, PersonRow, MembershipRow } from '../../registry/people-operations.ts'
import { requireStrong } from './passwords.ts'
import { foldEmail } from './people.ts'
import type { Browser } from './person-sessions.ts'
import { beginSession, checkSignIn, refusePasswords } from './sign-in.ts'
import type { Team } from './team.ts'
import type { SignedIn } from './team-access.ts'
import { hasRole } from '#shared/team.ts'
import { toIso } from '#shared/iso-times.ts'

export interface Accepting {
  readonly asked: InvitationAcceptance
  readonly browser: Browser
  readonly person: SignedIn | undefined
  readonly workspaceIds: readonly string[]
}

/** The purpose of a link for its page; `nameOf` gives the name of a workspace. */
export function lookAtInvitation(
  team: Team,
  token: string,
  nameOf: (id: string) => string | null,
): InvitationLook {
  const { kind, email, workspaceId, role, expiresAt } = team.invitations.find(token)
  return {
    kind,
    email,
    workspace: workspaceId === null ? null : nameOf(workspaceId),
    role,
    has_account: kind !== 'reset' && email !== null && team.people.byEmail(email) !== undefined,
    expires_at: toIso(expiresAt),
  }
}

/** Carries out a link once; returns the cookie of a new session, and none where only a password was set. */
export async function acceptInvitation(team: Team, accepting: Accepting): Promise<string | undefined> {
  const { token } = accepting.asked
  const prepared = await prepare(team, team.invitations.find(token), accepting)
  const invitation = team.invitations.claim(token)
  try {
    return await redeem(team, invitation, { ...prepared, accepting })
  } catch (error) {
    team.invitations.giveBack(invitation)
    throw error
  }
}

export function personOfReset(team: Team, token: string): PersonRow | undefined {
  const { kind, email } = team.invitations.find(token)
  return kind === 'reset' ? team.people.byEmail(email ?? '') : undefined
}

interface PreparedAccount {
  readonly person: PersonRow
  readonly isNew: boolean
  readonly password?: string
}

function prepare(team: Team, invitation: InvitationRow, accepting: Accepting): Promise<PreparedAccount> {
  if (invitation.kind === 'sign_in') return Promise.resolve(prepareSignIn(team, invitation))
  if (invitation.kind === 'reset') return prepareReset(team, invitation, accepting)
  const known = invitation.email === null ? undefined : team.people.byEmail(invitation.email)
  return known === undefined ? prepareNew(team, invitation, accepting) : prepareKnown(team, known, accepting)
}

/** The administrator of a link that a command on the machine has made; it asks for nothing else. */
function prepareSignIn(team: Team, { email }: InvitationRow): PreparedAccount {
  const person = team.people.byEmail(email ?? '')
  if (person === undefined || person.isDisabled || !person.isAdministrator)
    throw new CatalogError('not_found', message('invitation.account_gone'))
  return { person, isNew: false }
}

async function prepareReset(
  team: Team,
  { email }: InvitationRow,
  { asked }: Accepting,
): Promise<PreparedAccount> {
  refusePasswords(team)
  const person = team.people.byEmail(email ?? '')
  if (person === undefined) throw new CatalogError('not_found', message('invitation.account_gone'))
  const password = required(asked.password, 'password')
  await requireStrong(password, [person.name, person.email])
  return { person, isNew: false, password: await team.passwords.hash(password) }
}

/** Checks password and code of an existing account, unless this browser is signed in with it. */
async function prepareKnown(
  team: Team,
  known: PersonRow,
  { asked, browser, person }: Accepting,
): Promise<PreparedAccount> {
  if (person?.id === known.id) return { person: known, isNew: false }
  refusePasswords(team)
  const password = required(asked.password, 'password')
  const { email } = known
  return {
    person: await checkSignIn(team, { email, password, ...(asked.code && { code: asked.code }) }, browser),
    isNew: false,
  }
}

async function prepareNew(
  team: Team,
  { kind, email: invited }: InvitationRow,
  { asked }: Accepting,
): Promise<PreparedAccount> {
  const isFirst = kind === 'first_owner'
  if (isFirst && team.people.hasAdministrator) throw conflict(message('invitation.administrator_exists'))
  if (!isFirst) refusePasswords(team)
  const { name, email, password } = checkNewAccount(asked, invited, team.provider?.isOnly !== true)
  if (password !== undefined) await requireStrong(password, [name, email])
  const person: PersonRow = {
    id: randomUUID(),
    email,
    foldedEmail: foldEmail(email),
    name,
    password: password === undefined ? null : await team.passwords.hash(password),
    // The person of the link that the server printed becomes its administrator.
    isAdministrator: isFirst,
    isDisabled: false,
    codeSecret: null,
    codePeriod: null,
    recoveryCodes: [],
    createdAt: team.now(),
  }
  return { person, isNew: true }
}

interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string | undefined
}

/** The parts of a new account; it has no password where people sign in at the provider only. */
function checkNewAccount(
  asked: InvitationAcceptance,
  invited: string | null,
  hasPassword: boolean,
): NewAccount {
  const faults = new Faults()
  const email = (invited ?? asked.email ?? '').trim()
  const name = (asked.name ?? '').trim()
  if (!isEmail(email)) faults.explain('email', 'invalid_value', message('account.email_not_valid'))
  if (name === '') faults.add('name', 'required')
  if (hasPassword && asked.password === undefined) faults.add('password', 'required')
  faults.throwIfAny()
  return { name, email, password: hasPassword ? asked.password : undefined }
}

async function redeem(
  team: Team,
  invitation: InvitationRow,
  { person: prepared, isNew, password, accepting }: PreparedAccount & { readonly accepting: Accepting },
): Promise<string | undefined> {
  const person = { ...prepared, ...team.people.get(prepared.id), ...(password && { password }) }
  // Somebody may have come by another link while the password was hashed.
  if (
    isNew &&
    (team.people.byEmail(person.email) !== undefined ||
      (person.isAdministrator && team.people.hasAdministrator))
  )
    throw conflict(message('invitation.account_made_meanwhile'))
  const memberships = membershipsOf(team, invitation, person, accepting.workspaceIds)
  await team.people.redeem(invitation.id, person, memberships)
  noteJoining(team, invitation, person, { isNew, address: accepting.browser.address })
  if (invitation.kind === 'reset') {
    await team.sessions.endAll(person.id)
    return undefined
  }
  return beginSession(team, person, accepting.browser)
}

function required(text: string | undefined, field: string): string {
  const faults = new Faults()
  if (text === undefined || text === '') faults.add(field, 'required')
  return faults.settled(text)
}

/** A rough check: whether the address exists shows when mail arrives. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;]+$/.test(text)
}

/** The first owner owns every workspace that there is. */
export function membershipsOf(
  team: Team,
  { kind, workspaceId, role }: InvitationRow,
  { id: personId }: PersonRow,
  all: readonly string[] = [],
): MembershipRow[] {
  const createdAt = team.now()
  if (kind === 'first_owner')
    return all.map((id) => ({ personId, workspaceId: id, role: 'owner', createdAt }))
  if (workspaceId === null || role === null) return []
  const held = team.people.roleByHand(personId, workspaceId)
  return held !== undefined && hasRole(held, role) ? [] : [{ personId, workspaceId, role, createdAt }]
}

export function noteJoining(
  team: Team,
  { kind, workspaceId, role }: InvitationRow,
  by: PersonRow,
  { isNew, address }: { isNew: boolean; address: string },
): void {
  if (isNew) team.audit.record({ action: 'account_created', by, subject: by.email, address })
  if (kind === 'reset') team.audit.record({ action: 'password_changed', by, subject: by.email, address })
  if (workspaceId !== null && role !== null)
    team.audit.record({ action: 'joined', by, workspaceId, subject: by.email, address, details: { role } })
}
