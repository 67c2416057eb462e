import { higherRole, type Role } from '#shared/team.ts'
import type {
  LinkedIdentityRow,
  MembershipRow,
  PersonRow,
  TeamRows,
} from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import type { Groups } from './groups.ts'

/** The people of a team with their roles in memory, so that a request needs no thread. */
export class People {
  readonly groups: Groups
  readonly #registry: RegistryThread
  readonly #byId = new Map<string, PersonRow>()
  readonly #byEmail = new Map<string, string>()
  readonly #memberships = new Map<string, Map<string, MembershipRow>>()
  readonly #identities = new Map<string, LinkedIdentityRow>()
  readonly #listeners = new Set<(personId: string) => void>()

  constructor(
    registry: RegistryThread,
    rows: Pick<TeamRows, 'people' | 'memberships' | 'identities'>,
    groups: Groups,
  ) {
    this.#registry = registry
    this.groups = groups
    for (const person of rows.people) this.#keep(person)
    for (const membership of rows.memberships) this.#keepMembership(membership)
    for (const identity of rows.identities) this.#identities.set(keyOf(identity), identity)
  }

  onRightsChanged(listener: (personId: string) => void): void {
    this.#listeners.add(listener)
  }

  get hasAdministrator(): boolean {
    return this.all().some(({ isAdministrator }) => isAdministrator)
  }

  all(): PersonRow[] {
    return [...this.#byId.values()]
  }

  administrators(): PersonRow[] {
    return this.all().filter(({ isAdministrator, isDisabled }) => isAdministrator && !isDisabled)
  }

  get(id: string): PersonRow | undefined {
    return this.#byId.get(id)
  }

  byEmail(email: string): PersonRow | undefined {
    return this.get(this.#byEmail.get(foldEmail(email)) ?? '')
  }

  byIdentity(issuer: string, subject: string): PersonRow | undefined {
    return this.get(this.#identities.get(keyOf({ issuer, subject }))?.personId ?? '')
  }

  hasIdentity(personId: string): boolean {
    return [...this.#identities.values()].some((identity) => identity.personId === personId)
  }

  /** The higher one of the role that was given by hand and the role that groups give. */
  roleIn(personId: string, workspaceId: string): Role | undefined {
    return higherRole(this.roleByHand(personId, workspaceId), this.groups.roleIn(personId, workspaceId))
  }

  roleByHand(personId: string, workspaceId: string): Role | undefined {
    return this.#memberships.get(workspaceId)?.get(personId)?.role
  }

  membersOf(workspaceId: string): { person: PersonRow; role: Role }[] {
    const byHand = this.#memberships.get(workspaceId)?.keys() ?? []
    return [...new Set([...byHand, ...this.groups.peopleOf(workspaceId)])].flatMap((personId) => {
      const [person, role] = [this.get(personId), this.roleIn(personId, workspaceId)]
      return person && role ? [{ person, role }] : []
    })
  }

  hasOwner(workspaceId: string): boolean {
    return this.membersOf(workspaceId).some(({ person, role }) => role === 'owner' && !person.isDisabled)
  }

  workspacesOf(personId: string): { workspaceId: string; role: Role }[] {
    const all = new Set([...this.#memberships.keys(), ...this.groups.workspacesOf(personId)])
    return [...all].flatMap((workspaceId) => {
      const role = this.roleIn(personId, workspaceId)
      return role === undefined ? [] : [{ workspaceId, role }]
    })
  }

  async add(person: PersonRow): Promise<void> {
    this.#keep(person)
    try {
      await this.#registry.call('putPerson', person)
    } catch (error) {
      this.#forget(person)
      throw error
    }
  }

  /** Replaces the groups of a person by those that the provider names now. */
  async setGroups(personId: string, names: readonly string[]): Promise<void> {
    const done = this.groups.setGroupsOf(personId, names)
    this.notify(personId)
    await done
  }

  async change(id: string, change: Partial<Omit<PersonRow, 'id'>>): Promise<PersonRow> {
    const person = this.get(id)
    if (person === undefined) throw new Error('This person is not known.')
    const changed = { ...person, ...change }
    if (changed.foldedEmail !== person.foldedEmail) this.#byEmail.delete(person.foldedEmail)
    this.#keep(changed)
    this.notify(id)
    await this.#registry.call('putPerson', changed)
    return changed
  }

  async redeem(
    invitationId: string,
    person: PersonRow,
    memberships: readonly MembershipRow[],
  ): Promise<void> {
    // At once, so that nobody else gets this e-mail meanwhile.
    const isNew = !this.#byId.has(person.id)
    this.#keep(person)
    try {
      await this.#registry.call('redeemInvitation', { id: invitationId, person, memberships })
    } catch (error) {
      if (isNew) this.#forget(person)
      throw error
    }
    for (const membership of memberships) this.#keepMembership(membership)
  }

  async remove(person: PersonRow): Promise<void> {
    this.#forget(person)
    for (const members of this.#memberships.values()) members.delete(person.id)
    this.groups.forget(person.id)
    for (const [key, { personId }] of this.#identities)
      if (personId === person.id) this.#identities.delete(key)
    this.notify(person.id)
    await this.#registry.call('deletePerson', { id: person.id })
  }

  async setRole(membership: MembershipRow): Promise<void> {
    this.#keepMembership(membership)
    this.notify(membership.personId)
    await this.#registry.call('putMembership', membership)
  }

  async removeRole(personId: string, workspaceId: string): Promise<void> {
    this.#memberships.get(workspaceId)?.delete(personId)
    this.notify(personId)
    await this.#registry.call('deleteMembership', { personId, workspaceId })
  }

  async link(identity: LinkedIdentityRow): Promise<void> {
    await this.#registry.call('addLinkedIdentity', identity)
    this.#identities.set(keyOf(identity), identity)
  }

  /** Tells listeners that the rights of a person or a service account have changed. */
  notify(personId: string): void {
    for (const listener of this.#listeners) listener(personId)
  }

  #keep(person: PersonRow): void {
    this.#byId.set(person.id, person)
    this.#byEmail.set(person.foldedEmail, person.id)
  }

  #forget({ id, foldedEmail }: PersonRow): void {
    this.#byId.delete(id)
    this.#byEmail.delete(foldedEmail)
  }

  #keepMembership(membership: MembershipRow): void {
    const { workspaceId, personId } = membership
    const members = this.#memberships.get(workspaceId) ?? new Map<string, MembershipRow>()
    members.set(personId, membership)
    this.#memberships.set(workspaceId, members)
  }
}

export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

function keyOf({ issuer, subject }: Pick<LinkedIdentityRow, 'issuer' | 'subject'>): string {
  return JSON.stringify([issuer, subject])
}
