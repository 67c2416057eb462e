import { and, asc, type BetterSQLite3Database, desc, eq, inArray, lt, lte, or } from './drizzle.ts'
import {
  auditEntryTable,
  groupRoleTable,
  invitationTable,
  linkedIdentityTable,
  membershipTable,
  notificationTable,
  personGroupTable,
  personSessionTable,
  personTable,
  serviceAccountRoleTable,
  serviceAccountTable,
  worklistTable,
} from './registry-tables.ts'

export type WorklistRow = typeof worklistTable.$inferSelect
export type WorklistChange = Partial<Pick<WorklistRow, 'name' | 'assigneeId' | 'dueOn' | 'doneBy' | 'doneAt'>>
interface WorklistKey {
  readonly workspaceId: string
  readonly id: string
}

const { id, workspaceId, createdAt } = worklistTable
const is = (known: WorklistKey) => and(eq(workspaceId, known.workspaceId), eq(id, known.id))
const listed = (db: Db, workspace: string): WorklistRow[] =>
  db.select().from(worklistTable).where(eq(workspaceId, workspace)).orderBy(asc(createdAt), asc(id)).all()

export const worklistOperations = {
  listWorklists: (db: Db, { workspaceId: workspace }: { workspaceId: string }): WorklistRow[] =>
    listed(db, workspace),

  addWorklist(db: Db, { row, most }: { row: WorklistRow; most: number }): boolean {
    if (listed(db, row.workspaceId).length >= most) return false
    db.insert(worklistTable).values(row).run()
    return true
  },

  /** Changes the sent members and returns the row; undefined where it is gone. */
  changeWorklist(
    db: Db,
    { change, ...known }: WorklistKey & { change: WorklistChange },
  ): WorklistRow | undefined {
    if (Object.keys(change).length > 0) db.update(worklistTable).set(change).where(is(known)).run()
    return db.select().from(worklistTable).where(is(known)).get()
  },

  deleteWorklist(db: Db, known: WorklistKey): void {
    db.delete(worklistTable).where(is(known)).run()
  },
}

export type NotificationRow = typeof notificationTable.$inferSelect
export type NewNotification = Omit<NotificationRow, 'id' | 'readAt'>

const maxRows = 500

export const notificationOperations = {
  addNotifications(db: Db, rows: readonly NewNotification[]): void {
    for (const row of rows) db.insert(notificationTable).values(row).run()
    for (const personId of new Set(rows.map((row) => row.personId))) dropOld(db, personId)
  },

  listNotifications(db: Db, { personId }: { personId: string }): NotificationRow[] {
    return db
      .select()
      .from(notificationTable)
      .where(eq(notificationTable.personId, personId))
      .orderBy(desc(notificationTable.id))
      .limit(maxRows)
      .all()
  },

  /** Sets when notifications were read: those with these ids, or all; null makes them unread again. */
  readNotifications(
    db: Db,
    {
      personId,
      ids,
      readAt,
    }: { personId: string; ids: readonly string[] | undefined; readAt: number | null },
  ): void {
    const of = eq(notificationTable.personId, personId)
    const named = ids && inArray(notificationTable.uuid, [...ids])
    db.update(notificationTable).set({ readAt }).where(and(of, named)).run()
  },
}

function dropOld(db: Db, personId: string): void {
  const { id } = notificationTable
  const of = eq(notificationTable.personId, personId)
  const oldest = db
    .select({ id })
    .from(notificationTable)
    .where(of)
    .orderBy(desc(id))
    .limit(1)
    .offset(maxRows)
    .get()
  if (oldest)
    db.delete(notificationTable)
      .where(and(of, lte(id, oldest.id)))
      .run()
}

export type PersonRow = typeof personTable.$inferSelect
export type MembershipRow = typeof membershipTable.$inferSelect
export type InvitationRow = typeof invitationTable.$inferSelect
export type PersonSessionRow = typeof personSessionTable.$inferSelect
export type LinkedIdentityRow = typeof linkedIdentityTable.$inferSelect
export type ServiceAccountRow = typeof serviceAccountTable.$inferSelect
export type ServiceAccountRoleRow = typeof serviceAccountRoleTable.$inferSelect
export type GroupRoleRow = typeof groupRoleTable.$inferSelect
export type PersonGroupRow = typeof personGroupTable.$inferSelect
export type AuditEntryRow = typeof auditEntryTable.$inferSelect
export type NewAuditEntry = Omit<AuditEntryRow, 'id'>

export interface TeamRows {
  readonly people: PersonRow[]
  readonly memberships: MembershipRow[]
  readonly invitations: InvitationRow[]
  readonly sessions: PersonSessionRow[]
  readonly identities: LinkedIdentityRow[]
  readonly serviceAccounts: ServiceAccountRow[]
  readonly serviceAccountRoles: ServiceAccountRoleRow[]
  readonly groupRoles: GroupRoleRow[]
  readonly personGroups: PersonGroupRow[]
}

export interface TeamTimes {
  readonly now: number
  /** Sessions without use since then have expired. */
  readonly sessionsUsedSince: number
  readonly sessionsMadeSince: number
}

export interface AuditRequest {
  readonly workspaceId?: string | undefined
  readonly before?: number | undefined
  readonly limit: number
}

type Db = BetterSQLite3Database

/** The maximum number of stored failures, so that nobody can fill the disk by failing to sign in. */
const maxFailures = 10_000

export const peopleOperations = {
  listTeam(db: Db, { now, sessionsUsedSince, sessionsMadeSince }: TeamTimes): TeamRows {
    db.delete(invitationTable).where(lte(invitationTable.expiresAt, now)).run()
    const { lastUsedAt, createdAt } = personSessionTable
    db.delete(personSessionTable)
      .where(or(lte(lastUsedAt, sessionsUsedSince), lte(createdAt, sessionsMadeSince)))
      .run()
    return {
      people: db.select().from(personTable).orderBy(asc(personTable.createdAt)).all(),
      memberships: db.select().from(membershipTable).orderBy(asc(membershipTable.createdAt)).all(),
      invitations: db.select().from(invitationTable).orderBy(asc(invitationTable.createdAt)).all(),
      sessions: db.select().from(personSessionTable).orderBy(asc(personSessionTable.createdAt)).all(),
      identities: db.select().from(linkedIdentityTable).all(),
      serviceAccounts: db
        .select()
        .from(serviceAccountTable)
        .orderBy(asc(serviceAccountTable.foldedName))
        .all(),
      serviceAccountRoles: db.select().from(serviceAccountRoleTable).all(),
      groupRoles: db.select().from(groupRoleTable).all(),
      personGroups: db.select().from(personGroupTable).all(),
    }
  },

  putServiceAccount(db: Db, account: ServiceAccountRow): void {
    const { id: _, ...set } = account
    db.insert(serviceAccountTable)
      .values(account)
      .onConflictDoUpdate({ target: serviceAccountTable.id, set })
      .run()
  },

  deleteServiceAccount(db: Db, { id }: { id: string }): void {
    db.delete(serviceAccountTable).where(eq(serviceAccountTable.id, id)).run()
  },

  putServiceAccountRole(db: Db, row: ServiceAccountRoleRow): void {
    const { serviceAccountId, workspaceId } = serviceAccountRoleTable
    const target = [serviceAccountId, workspaceId]
    db.insert(serviceAccountRoleTable)
      .values(row)
      .onConflictDoUpdate({ target, set: { role: row.role } })
      .run()
  },

  deleteServiceAccountRole(db: Db, row: Omit<ServiceAccountRoleRow, 'role'>): void {
    const { serviceAccountId, workspaceId } = serviceAccountRoleTable
    db.delete(serviceAccountRoleTable)
      .where(and(eq(serviceAccountId, row.serviceAccountId), eq(workspaceId, row.workspaceId)))
      .run()
  },

  putGroupRole(db: Db, row: GroupRoleRow): void {
    const target = [groupRoleTable.groupName, groupRoleTable.workspaceId]
    db.insert(groupRoleTable)
      .values(row)
      .onConflictDoUpdate({ target, set: { role: row.role } })
      .run()
  },

  deleteGroupRole(db: Db, { groupName, workspaceId }: Omit<GroupRoleRow, 'role'>): void {
    db.delete(groupRoleTable)
      .where(and(eq(groupRoleTable.groupName, groupName), eq(groupRoleTable.workspaceId, workspaceId)))
      .run()
  },

  /** Replaces the groups of a person by those that the provider names now. */
  setPersonGroups(db: Db, { personId, groups }: { personId: string; groups: readonly string[] }): void {
    db.delete(personGroupTable).where(eq(personGroupTable.personId, personId)).run()
    for (const groupName of groups) db.insert(personGroupTable).values({ personId, groupName }).run()
  },

  putPerson(db: Db, person: PersonRow): void {
    const { id: _, ...set } = person
    db.insert(personTable).values(person).onConflictDoUpdate({ target: personTable.id, set }).run()
  },

  deletePerson(db: Db, { id }: { id: string }): void {
    db.delete(notificationTable).where(eq(notificationTable.personId, id)).run()
    db.delete(personTable).where(eq(personTable.id, id)).run()
  },

  putMembership: insertMembership,

  deleteMembership(db: Db, { personId, workspaceId }: Pick<MembershipRow, 'personId' | 'workspaceId'>): void {
    db.delete(membershipTable)
      .where(and(eq(membershipTable.personId, personId), eq(membershipTable.workspaceId, workspaceId)))
      .run()
  },

  addInvitation(db: Db, invitation: InvitationRow): void {
    db.insert(invitationTable).values(invitation).run()
  },

  deleteInvitation: removeInvitation,

  /** Applies the purpose of the link and invalidates the link: both or neither. */
  redeemInvitation(
    db: Db,
    { id, person, memberships }: { id: string; person: PersonRow; memberships: readonly MembershipRow[] },
  ): void {
    removeInvitation(db, { id })
    peopleOperations.putPerson(db, person)
    for (const membership of memberships) insertMembership(db, membership)
  },

  addPersonSession(db: Db, session: PersonSessionRow): void {
    db.insert(personSessionTable).values(session).run()
  },

  deletePersonSessions(db: Db, { ids }: { ids: readonly string[] }): void {
    db.delete(personSessionTable)
      .where(inArray(personSessionTable.id, [...ids]))
      .run()
  },

  touchPersonSessions(db: Db, uses: readonly { id: string; lastUsedAt: number }[]): void {
    for (const { id, lastUsedAt } of uses)
      db.update(personSessionTable).set({ lastUsedAt }).where(eq(personSessionTable.id, id)).run()
  },

  confirmPersonSession(db: Db, { id, confirmedAt }: Pick<PersonSessionRow, 'id' | 'confirmedAt'>): void {
    db.update(personSessionTable).set({ confirmedAt }).where(eq(personSessionTable.id, id)).run()
  },

  addLinkedIdentity(db: Db, identity: LinkedIdentityRow): void {
    db.insert(linkedIdentityTable).values(identity).run()
  },

  addAuditEntry(db: Db, entry: NewAuditEntry): void {
    const { lastInsertRowid } = db.insert(auditEntryTable).values(entry).run()
    if (entry.action === 'sign_in_failed' && Number(lastInsertRowid) % 100 === 0) dropOldFailures(db)
  },

  addAuditEntryOfTeam(db: Db, entry: NewAuditEntry): void {
    const somebody = db.select({ id: personTable.id }).from(personTable).limit(1).get()
    if (somebody) peopleOperations.addAuditEntry(db, entry)
  },

  listAudit(db: Db, { workspaceId, before, limit }: AuditRequest): AuditEntryRow[] {
    const { id, workspaceId: of } = auditEntryTable
    return db
      .select()
      .from(auditEntryTable)
      .where(
        and(
          workspaceId === undefined ? undefined : eq(of, workspaceId),
          before === undefined ? undefined : lt(id, before),
        ),
      )
      .orderBy(desc(id))
      .limit(limit)
      .all()
  },
}

function insertMembership(db: Db, membership: MembershipRow): void {
  const { role } = membership
  db.insert(membershipTable)
    .values(membership)
    .onConflictDoUpdate({ target: [membershipTable.personId, membershipTable.workspaceId], set: { role } })
    .run()
}

function removeInvitation(db: Db, { id }: { id: string }): void {
  db.delete(invitationTable).where(eq(invitationTable.id, id)).run()
}

export function dropOldFailures(db: Db, limit = maxFailures): void {
  const { id, action } = auditEntryTable
  const isFailure = eq(action, 'sign_in_failed')
  const newestDropped = db
    .select({ id })
    .from(auditEntryTable)
    .where(isFailure)
    .orderBy(desc(id))
    .limit(1)
    .offset(limit)
    .get()
  if (newestDropped)
    db.delete(auditEntryTable)
      .where(and(isFailure, lte(id, newestDropped.id)))
      .run()
}
