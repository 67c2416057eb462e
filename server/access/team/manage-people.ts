import type { Invitation, NewInvitation, Person, PersonChange } from '#shared/schemas/team.ts'
import { hasRole, nameRole, type Role } from '#shared/team.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, conflict, Faults } from '../../catalog/errors.ts'
import type { PersonRow } from '../../registry/people-operations.ts'
import { isEmail } from './accept-invitation.ts'
import type { AuditActor } from '../audit-log.ts'
import { foldEmail } from './people.ts'
import { refusePasswords } from './sign-in.ts'
import type { Team } from './team.ts'
import { toIso } from '#shared/iso-times.ts'

export interface Managing {
  readonly by: AuditActor
  readonly workspaceId: string
  readonly address: string | null
}

/** Makes a link to join the workspace; an earlier one for the same e-mail ends. Returns its secret. */
export async function invite(
  team: Team,
  { email: typed, role }: NewInvitation,
  { by, workspaceId, address }: Managing,
): Promise<string> {
  const email = typed.trim()
  const faults = new Faults()
  if (!isEmail(email)) faults.explain('email', 'invalid_value', message('account.email_not_valid'))
  faults.throwIfAny()
  const known = team.people.byEmail(email)
  if (known && team.people.roleIn(known.id, workspaceId) !== undefined)
    throw conflict(message('invitation.member_already', { email }))
  const token = await team.invitations.issue({
    kind: 'member',
    email,
    workspaceId,
    role,
    inviterId: by?.id ?? null,
  })
  team.audit.record({ action: 'invited', by, workspaceId, subject: email, address, details: { role } })
  return token
}

export function waitingInvitations(team: Team, workspaceId: string): Invitation[] {
  return team.invitations.waiting().flatMap((row) => {
    const { id, email, role, inviterId, createdAt, expiresAt } = row
    if (row.workspaceId !== workspaceId || email === null || role === null) return []
    const invitedBy = inviterId === null ? null : (team.people.get(inviterId)?.name ?? null)
    return [
      { id, email, role, invited_by: invitedBy, created_at: toIso(createdAt), expires_at: toIso(expiresAt) },
    ]
  })
}

/** Withdraws an invitation to this workspace. Throws not_found where there is none. */
export async function withdraw(
  team: Team,
  id: string,
  { by, workspaceId, address }: Managing,
): Promise<Invitation> {
  const invitation = waitingInvitations(team, workspaceId).find((row) => row.id === id.toLowerCase())
  if (invitation === undefined)
    throw new CatalogError('not_found', 'There is no such invitation to this workspace.')
  await team.invitations.withdraw(invitation.id)
  team.audit.record({ action: 'invitation_withdrawn', by, workspaceId, subject: invitation.email, address })
  return invitation
}

/** The people of a workspace; server administrators see everybody, with a null role for others. */
export function listPeople(team: Team, workspaceId: string, { all }: { all: boolean }): Person[] {
  const members = team.people
    .membersOf(workspaceId)
    .map(({ person, role }) =>
      toPerson(team, person, { role, byGroups: team.people.groups.roleIn(person.id, workspaceId) }),
    )
  if (!all) return members
  const known = new Set(members.map(({ id }) => id))
  const others = team.people.all().filter(({ id }) => !known.has(id))
  return [...members, ...others.map((person) => toPerson(team, person, { role: null }))]
}

/** A person as the workspace sees them. Throws not_found for others, unless everybody is seen. */
export function findPerson(team: Team, id: string, workspaceId: string, { all }: { all: boolean }): Person {
  const found = listPeople(team, workspaceId, { all }).find((person) => person.id === id.toLowerCase())
  if (found === undefined) throw new CatalogError('not_found', 'Nobody with this id works in this workspace.')
  return found
}

/** Changes the role of a person in a workspace; null removes them. The workspace keeps an owner. */
export async function changeRole(
  team: Team,
  id: string,
  role: Role | null,
  managing: Managing,
): Promise<void> {
  const { by, workspaceId, address } = managing
  const person = requirePerson(team, id)
  const held = team.people.roleByHand(id, workspaceId)
  refuseBelowGroups(team, person, role, workspaceId)
  if (held === (role ?? undefined)) return
  if (held === 'owner' && ownersOf(team, workspaceId).every((owner) => owner.id === id))
    throw conflict(message('team.last_owner'))
  const noted = { by, workspaceId, subject: person.email, address }
  if (role === null) {
    await team.people.removeRole(id, workspaceId)
    team.audit.record({ action: 'removed', ...noted, details: { role: held ?? '' } })
    return
  }
  await team.people.setRole({ personId: id, workspaceId, role, createdAt: team.now() })
  team.audit.record({ action: 'role_changed', ...noted, details: { from: held ?? '', to: role } })
}

/** Refuses what would change nothing: groups at the provider give the person that role, or a higher one. */
function refuseBelowGroups(
  team: Team,
  { id, name }: PersonRow,
  role: Role | null,
  workspaceId: string,
): void {
  const given = team.people.groups.roleIn(id, workspaceId)
  if (given === undefined || role === given || (role !== null && hasRole(role, given))) return
  if (role === null && team.people.roleByHand(id, workspaceId) !== undefined) return
  throw conflict(message('team.role_by_groups', { name, role: nameRole(given) }))
}

/**
 * Disables or enables a person, and appoints or dismisses administrators. The server keeps an administrator.
 */
export async function changeStanding(
  team: Team,
  id: string,
  { disabled, administrator }: Pick<PersonChange, 'disabled' | 'administrator'>,
  { by, address }: Pick<Managing, 'by' | 'address'>,
): Promise<void> {
  const person = requirePerson(team, id)
  const noted = { by, subject: person.email, address }
  if (disabled === true || administrator === false) requireAnotherAdministrator(team, person)
  if (disabled !== undefined && disabled !== person.isDisabled) {
    await team.people.change(id, { isDisabled: disabled })
    if (disabled) await team.sessions.endAll(id)
    team.audit.record({ action: disabled ? 'disabled' : 'enabled', ...noted })
  }
  if (administrator !== undefined && administrator !== person.isAdministrator) {
    await team.people.change(id, { isAdministrator: administrator })
    team.audit.record({ action: administrator ? 'administrator_named' : 'administrator_ended', ...noted })
  }
}

/** Changes the e-mail of a person; links for the former one end. */
export async function changeEmail(
  team: Team,
  id: string,
  typed: string,
  { by, address }: Pick<Managing, 'by' | 'address'>,
): Promise<void> {
  const before = requirePerson(team, id)
  const email = typed.trim()
  if (email === before.email) return
  const faults = new Faults()
  const other = team.people.byEmail(email)
  if (!isEmail(email)) faults.explain('email', 'invalid_value', message('account.email_not_valid'))
  else if (other !== undefined && other.id !== id)
    faults.explain('email', 'not_unique', message('account.email_taken'))
  faults.throwIfAny()
  await team.invitations.withdrawResets(before.email)
  await team.people.change(id, { email, foldedEmail: foldEmail(email) })
  team.audit.record({
    action: 'email_changed',
    by,
    subject: email,
    address,
    details: { former: before.email },
  })
}

/** Turns off the codes of a person who lost their app and recovery codes; all their sessions end. */
export async function resetCodes(
  team: Team,
  id: string,
  { by, address }: Pick<Managing, 'by' | 'address'>,
): Promise<void> {
  const person = requirePerson(team, id)
  if (person.codeSecret === null)
    throw conflict(message('account.of_email_has_no_codes', { email: person.email }))
  await team.people.change(id, { codeSecret: null, codePeriod: null, recoveryCodes: [] })
  await team.sessions.endAll(id)
  team.audit.record({ action: 'codes_reset', by, subject: person.email, address })
}

/** Deletes an account; the server keeps an administrator. Past actions keep the name. */
export async function deletePerson(
  team: Team,
  id: string,
  { by, address }: Pick<Managing, 'by' | 'address'>,
): Promise<void> {
  const person = requirePerson(team, id)
  if (person.isAdministrator) requireAnotherAdministrator(team, person)
  await team.sessions.endAll(id)
  await team.invitations.withdrawResets(person.email)
  await team.people.remove(person)
  team.audit.record({
    action: 'person_deleted',
    by,
    subject: person.email,
    address,
    details: { name: person.name },
  })
}

function requireAnotherAdministrator(team: Team, { id }: PersonRow): void {
  if (team.people.administrators().every((administrator) => administrator.id === id))
    throw conflict(message('team.last_administrator'))
}

/** Makes a link for a new password; the old one works until then. Returns its secret. */
export async function askForNewPassword(
  team: Team,
  id: string,
  { by, address }: Pick<Managing, 'by' | 'address'>,
): Promise<string> {
  const { email } = requirePerson(team, id)
  refusePasswords(team)
  const link = { kind: 'reset', email, workspaceId: null, role: null, inviterId: by?.id ?? null } as const
  const token = await team.invitations.issue(link)
  team.audit.record({ action: 'password_reset_asked', by, subject: email, address })
  return token
}

/**
 * Makes a link by which an administrator signs in once, for when the provider of single sign-on fails. The
 * caller makes sure that it is asked for on the machine of the server. Returns its secret.
 */
export async function makeSignInLink(
  team: Team,
  id: string,
  { by, address }: Pick<Managing, 'by' | 'address'>,
): Promise<string> {
  const { email, isAdministrator, isDisabled } = requirePerson(team, id)
  if (!isAdministrator || isDisabled) throw conflict(message('team.no_administrator', { email }))
  const link = { kind: 'sign_in', email, workspaceId: null, role: null, inviterId: by?.id ?? null } as const
  const token = await team.invitations.issue(link)
  team.audit.record({ action: 'sign_in_link_made', by, subject: email, address })
  return token
}

function requirePerson(team: Team, id: string): PersonRow {
  const person = team.people.get(id)
  if (person === undefined) throw new CatalogError('not_found', 'There is nobody with this id.')
  return person
}

function ownersOf(team: Team, workspaceId: string): PersonRow[] {
  const owners = team.people.membersOf(workspaceId).filter(({ role }) => role === 'owner')
  return owners.map(({ person }) => person).filter(({ isDisabled }) => !isDisabled)
}

function toPerson(
  team: Team,
  person: PersonRow,
  { role, byGroups = null }: { readonly role: Role | null; readonly byGroups?: Role | null | undefined },
): Person {
  const { id, name, email, isAdministrator, isDisabled, codeSecret, createdAt } = person
  const [lastUsed] = team.sessions.of(id)
  return {
    id,
    name,
    email,
    role,
    role_by_groups: byGroups,
    is_administrator: isAdministrator,
    is_disabled: isDisabled,
    has_codes: codeSecret !== null,
    created_at: toIso(createdAt),
    last_seen_at: lastUsed ? toIso(lastUsed.lastUsedAt) : null,
  }
}
