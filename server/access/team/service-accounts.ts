import { randomUUID } from 'node:crypto'
import type { ServiceAccount, ServiceAccountChange } from '#shared/schemas/team.ts'
import type { ServiceAccountRole } from '#shared/team.ts'
import type { ApiKey } from '#shared/app-surface.ts'
import { foldText, keysOf } from '#shared/text.ts'
import { toIso } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, Faults } from '../../catalog/errors.ts'
import type { ServiceAccountRow, TeamRows } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import type { AuditInput } from '../audit-log.ts'
import type { Managing } from './manage-people.ts'
import type { Team } from './team.ts'

type Roles = ReadonlyMap<string, ServiceAccountRole>

/**
 * Members of a team that are no people. They have roles and API keys and nothing else: no e-mail, no
 * password, no session, and they are in no list of people, so nobody can invite, mention or assign them.
 */
export class ServiceAccounts {
  readonly #registry: RegistryThread
  readonly #byId = new Map<string, ServiceAccountRow>()
  readonly #roles = new Map<string, Map<string, ServiceAccountRole>>()
  readonly #onRightsChanged: (id: string) => void

  constructor(
    registry: RegistryThread,
    rows: Pick<TeamRows, 'serviceAccounts' | 'serviceAccountRoles'>,
    onRightsChanged: (id: string) => void,
  ) {
    this.#registry = registry
    this.#onRightsChanged = onRightsChanged
    for (const row of rows.serviceAccounts) this.#byId.set(row.id, row)
    for (const { serviceAccountId, workspaceId, role } of rows.serviceAccountRoles)
      this.#rolesOf(serviceAccountId).set(workspaceId, role)
  }

  all(): ServiceAccountRow[] {
    return [...this.#byId.values()].sort((a, b) => (a.foldedName < b.foldedName ? -1 : 1))
  }

  find(id: string): ServiceAccountRow | undefined {
    return this.#byId.get(id)
  }

  byName(name: string): ServiceAccountRow | undefined {
    const folded = foldText(name.trim())
    return this.all().find(({ foldedName }) => foldedName === folded)
  }

  /** The role in a workspace; undefined for an account that is disabled or gone. */
  roleIn(id: string, workspaceId: string): ServiceAccountRole | undefined {
    return this.find(id)?.isDisabled === false ? this.#roles.get(id)?.get(workspaceId) : undefined
  }

  rolesOf(id: string): Roles {
    return this.#roles.get(id) ?? new Map()
  }

  async put(account: ServiceAccountRow): Promise<void> {
    this.#byId.set(account.id, account)
    this.#onRightsChanged(account.id)
    await this.#registry.call('putServiceAccount', account)
  }

  async remove(id: string): Promise<void> {
    this.#byId.delete(id)
    this.#roles.delete(id)
    this.#onRightsChanged(id)
    await this.#registry.call('deleteServiceAccount', { id })
  }

  async setRole(id: string, workspaceId: string, role: ServiceAccountRole | null): Promise<void> {
    const of = { serviceAccountId: id, workspaceId }
    if (role === null) this.#rolesOf(id).delete(workspaceId)
    else this.#rolesOf(id).set(workspaceId, role)
    this.#onRightsChanged(id)
    if (role === null) await this.#registry.call('deleteServiceAccountRole', of)
    else await this.#registry.call('putServiceAccountRole', { ...of, role })
  }

  #rolesOf(id: string): Map<string, ServiceAccountRole> {
    const roles = this.#roles.get(id) ?? new Map<string, ServiceAccountRole>()
    this.#roles.set(id, roles)
    return roles
  }
}

type By = Pick<Managing, 'by' | 'address'>

export async function createServiceAccount(
  team: Team,
  typed: string,
  { by, address }: By,
): Promise<ServiceAccountRow> {
  const name = checkName(team, typed, undefined)
  const account: ServiceAccountRow = {
    id: randomUUID(),
    name,
    foldedName: foldText(name),
    isDisabled: false,
    createdAt: team.now(),
  }
  await team.serviceAccounts.put(account)
  team.audit.record({ action: 'service_account_created', by, subject: name, address })
  return account
}

/** Renames or disables an account, or changes its roles in the named workspaces. */
export async function changeServiceAccount(
  team: Team,
  id: string,
  { name: typed, disabled, roles = {} }: ServiceAccountChange,
  { workspaceIds, ...by }: By & { readonly workspaceIds: readonly string[] },
): Promise<void> {
  const account = requireServiceAccount(team, id)
  const name = typed === undefined ? account.name : checkName(team, typed, account.id)
  requireWorkspaces(keysOf(roles), workspaceIds)
  const changed = { ...account, name, foldedName: foldText(name), isDisabled: disabled ?? account.isDisabled }
  await changeStanding(team, account, changed, by)
  for (const workspaceId of keysOf(roles))
    await changeRole(team, account.id, roles[workspaceId] ?? null, { ...by, subject: name, workspaceId })
}

async function changeStanding(
  team: Team,
  before: ServiceAccountRow,
  account: ServiceAccountRow,
  by: By,
): Promise<void> {
  const { name, isDisabled } = account
  const [isRenamed, isSwitched] = [name !== before.name, isDisabled !== before.isDisabled]
  if (isRenamed || isSwitched) await team.serviceAccounts.put(account)
  const noted = { ...by, subject: name }
  if (isRenamed)
    team.audit.record({ action: 'service_account_renamed', ...noted, details: { former: before.name } })
  if (isSwitched)
    team.audit.record({
      action: isDisabled ? 'service_account_disabled' : 'service_account_enabled',
      ...noted,
    })
}

async function changeRole(
  team: Team,
  id: string,
  role: ServiceAccountRole | null,
  noted: Omit<AuditInput, 'action' | 'details'> & { readonly workspaceId: string },
): Promise<void> {
  const workspaceId = noted.workspaceId.toLowerCase()
  const held = team.serviceAccounts.rolesOf(id).get(workspaceId)
  if (held === (role ?? undefined)) return
  await team.serviceAccounts.setRole(id, workspaceId, role)
  const details = { from: held ?? '', to: role ?? '' }
  team.audit.record({ action: 'service_account_role_changed', ...noted, workspaceId, details })
}

/** Deletes an account; the caller ends its keys. Past changes keep its name. */
export async function deleteServiceAccount(team: Team, id: string, { by, address }: By): Promise<void> {
  const { name } = requireServiceAccount(team, id)
  await team.serviceAccounts.remove(id)
  team.audit.record({ action: 'service_account_deleted', by, subject: name, address })
}

export function requireServiceAccount(team: Team, id: string): ServiceAccountRow {
  const account = team.serviceAccounts.find(id.toLowerCase())
  if (account === undefined) throw new CatalogError('not_found', 'There is no service account with this id.')
  return account
}

export function describeServiceAccount(
  team: Team,
  { id, name, isDisabled, createdAt }: ServiceAccountRow,
  keys: ApiKey[],
): ServiceAccount {
  const roles = Object.fromEntries(team.serviceAccounts.rolesOf(id))
  return { id, name, is_disabled: isDisabled, roles, keys, created_at: toIso(createdAt) }
}

/** The trimmed name. Throws validation_failed for an empty one, or that of another account. */
function checkName(team: Team, typed: string, ownId: string | undefined): string {
  const name = typed.trim()
  const faults = new Faults()
  const other = team.serviceAccounts.byName(name)
  if (name === '') faults.add('name', 'required')
  else if (other !== undefined && other.id !== ownId)
    faults.explain('name', 'not_unique', message('service_account.name_taken'))
  faults.throwIfAny()
  return name
}

export function requireWorkspaces(named: readonly string[], known: readonly string[], field = 'roles'): void {
  const faults = new Faults()
  const unknown = named.find((id) => !known.includes(id.toLowerCase()))
  if (unknown !== undefined) faults.add(field, 'invalid_value', known, unknown)
  faults.throwIfAny()
}
