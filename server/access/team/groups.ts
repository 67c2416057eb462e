import type { GroupRoleChange } from '#shared/schemas/team.ts'
import { higherRole, type Role } from '#shared/team.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, conflict, Faults } from '../../catalog/errors.ts'
import type { GroupRoleRow, PersonRow, TeamRows } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import type { Managing } from './manage-people.ts'
import { requireWorkspaces } from './service-accounts.ts'
import type { Team } from './team.ts'

/** The groups that a provider has named for a person; `isCutOff` where it had more than it sends. */
export interface ClaimedGroups {
  readonly names: ReadonlySet<string>
  readonly isCutOff: boolean
}

const maxNames = 10_000
const maxLength = 256
const maxRoles = 1000

/**
 * Reads the claim with the groups: a list of texts, or one text, as providers send a single group. Anything
 * else in it is skipped, and a list that is too long counts as not sent, since it cannot be taken whole.
 */
export function readGroups(claims: Readonly<Record<string, unknown>>, claim: string): ClaimedGroups {
  const sent = claims[claim]
  const list: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
  if (list.length > maxNames) return { names: new Set(), isCutOff: true }
  const names = list.filter(
    (name): name is string => typeof name === 'string' && name !== '' && name.length <= maxLength,
  )
  return { names: new Set(names), isCutOff: sent === undefined && isElsewhere(claims, claim) }
}

/** Whether the provider says that there are groups which it did not send, as Entra does for very many. */
export function isElsewhere(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const { _claim_names: names, hasgroups } = claims
  const isNamed = typeof names === 'object' && names !== null && Object.hasOwn(names, claim)
  return isNamed || hasgroups === true || hasgroups === 'true'
}

/**
 * The roles that groups at the provider give in workspaces, and which of these groups people are in. On a
 * server that reads no groups they give nothing, so that nobody keeps a role that is never checked again.
 */
export class Groups {
  readonly #registry: RegistryThread
  readonly #isOn: boolean
  readonly #roles = new Map<string, Map<string, Role>>()
  readonly #ofPeople = new Map<string, ReadonlySet<string>>()

  constructor(registry: RegistryThread, rows: Pick<TeamRows, 'groupRoles' | 'personGroups'>, isOn: boolean) {
    this.#registry = registry
    this.#isOn = isOn
    for (const { groupName, workspaceId, role } of rows.groupRoles)
      this.#rolesOf(groupName).set(workspaceId, role)
    for (const { personId, groupName } of rows.personGroups)
      this.#ofPeople.set(personId, new Set([...this.#groupsOf(personId), groupName]))
  }

  all(): GroupRoleRow[] {
    const rows = [...this.#roles].flatMap(([groupName, roles]) =>
      [...roles].map(([workspaceId, role]) => ({ groupName, workspaceId, role })),
    )
    return rows.sort((a, b) => (a.groupName < b.groupName ? -1 : 1))
  }

  roleIn(personId: string, workspaceId: string): Role | undefined {
    if (!this.#isOn) return undefined
    const given = [...this.#groupsOf(personId)].map((name) => this.#roles.get(name)?.get(workspaceId))
    return given.reduce(higherRole, undefined)
  }

  /** The ids of the workspaces in which a person has a role by groups. */
  workspacesOf(personId: string): string[] {
    if (!this.#isOn) return []
    const given = [...this.#groupsOf(personId)].flatMap((name) => [...(this.#roles.get(name)?.keys() ?? [])])
    return [...new Set(given)]
  }

  /** The ids of the people with a role by groups in a workspace. */
  peopleOf(workspaceId: string): string[] {
    return [...this.#ofPeople.keys()].filter((id) => this.roleIn(id, workspaceId) !== undefined)
  }

  peopleIn(groupName: string): string[] {
    return [...this.#ofPeople].flatMap(([id, names]) => (names.has(groupName) ? [id] : []))
  }

  /** The claimed groups that give a role somewhere. */
  known({ names }: ClaimedGroups): string[] {
    return [...this.#roles.keys()].filter((name) => names.has(name))
  }

  async setGroupsOf(personId: string, groups: readonly string[]): Promise<void> {
    this.#ofPeople.set(personId, new Set(groups))
    await this.#registry.call('setPersonGroups', { personId, groups })
  }

  async setRole(groupName: string, workspaceId: string, role: Role | null): Promise<void> {
    const roles = this.#rolesOf(groupName)
    if (role === null) roles.delete(workspaceId)
    else roles.set(workspaceId, role)
    if (roles.size === 0) this.#roles.delete(groupName)
    if (role === null) await this.#registry.call('deleteGroupRole', { groupName, workspaceId })
    else await this.#registry.call('putGroupRole', { groupName, workspaceId, role })
  }

  forget(personId: string): void {
    this.#ofPeople.delete(personId)
  }

  #groupsOf(personId: string): ReadonlySet<string> {
    return this.#ofPeople.get(personId) ?? new Set()
  }

  #rolesOf(groupName: string): Map<string, Role> {
    const roles = this.#roles.get(groupName) ?? new Map<string, Role>()
    this.#roles.set(groupName, roles)
    return roles
  }
}

/**
 * Gives and takes roles by the groups that the provider has just named. Throws forbidden for a person who
 * has no role left; their sessions end.
 */
export async function applyGroups(
  team: Team,
  person: PersonRow,
  claimed: ClaimedGroups | undefined,
  address: string,
): Promise<void> {
  if (claimed === undefined) return
  const before = rolesOf(team, person.id)
  await team.people.setGroups(person.id, team.people.groups.known(claimed))
  await followRoles(team, person, before, { credential: team.provider?.name ?? '', address })
  if (!hasNothing(team, person)) return
  const name = team.provider?.name ?? ''
  throw new CatalogError(
    'forbidden',
    claimed.isCutOff ? message('sign_in.too_many_groups', { name }) : message('sign_in.no_role', { name }),
  )
}

/** Sets which role a group gives in a workspace, for people whose last sign-in named the group at once. */
export async function setGroupRole(
  team: Team,
  { group: typed, workspace_id: id, role }: GroupRoleChange,
  { by, address, workspaceIds }: Pick<Managing, 'by' | 'address'> & { workspaceIds: readonly string[] },
): Promise<GroupRoleChange> {
  const { groups } = team.people
  const [group, workspaceId] = [typed.trim(), id.toLowerCase()]
  const faults = new Faults()
  if (group === '') faults.add('group', 'required')
  faults.throwIfAny()
  requireWorkspaces([workspaceId], workspaceIds, 'workspace_id')
  const all = groups.all()
  const held = all.find((row) => row.groupName === group && row.workspaceId === workspaceId)?.role ?? null
  if (held === role) return { group, workspace_id: workspaceId, role }
  if (held === null && all.length >= maxRoles)
    throw conflict(message('team.too_many_group_roles', { count: maxRoles }))
  const people = groups.peopleIn(group).flatMap((personId) => team.people.get(personId) ?? [])
  const before = people.map((person) => [person, rolesOf(team, person.id)] as const)
  await groups.setRole(group, workspaceId, role)
  const details = { from: held ?? '', to: role ?? '' }
  team.audit.record({ action: 'group_role_changed', by, workspaceId, subject: group, address, details })
  for (const [person, rolesBefore] of before) {
    team.people.notify(person.id)
    await followRoles(team, person, rolesBefore, { credential: group, address })
  }
  return { group, workspace_id: workspaceId, role }
}

type RolesByWorkspace = ReadonlyMap<string, Role>

function rolesOf(team: Team, personId: string): RolesByWorkspace {
  return new Map(team.people.workspacesOf(personId).map(({ workspaceId, role }) => [workspaceId, role]))
}

/** Administrators may have no role: they look after the server. */
function hasNothing(team: Team, { id, isAdministrator }: PersonRow): boolean {
  return !isAdministrator && team.people.workspacesOf(id).length === 0
}

/** Records what has changed, gives workspaces without an owner to administrators, and ends sessions. */
async function followRoles(
  team: Team,
  person: PersonRow,
  before: RolesByWorkspace,
  { credential, address }: { readonly credential: string; readonly address: string | null },
): Promise<void> {
  const after = rolesOf(team, person.id)
  const noted = { by: null, subject: person.email, address }
  for (const workspaceId of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(workspaceId), after.get(workspaceId)]
    if (from === to) continue
    const details = to === undefined ? { role: from ?? '', credential } : { from: from ?? '', to, credential }
    const action = to === undefined ? 'removed' : 'role_changed'
    team.audit.record({ action, ...noted, workspaceId, details })
  }
  await team.adopt([...before].flatMap(([id, role]) => (role === 'owner' ? [id] : [])))
  if (hasNothing(team, person)) await team.sessions.endAll(person.id)
}
