import type { Actor } from '#shared/events.ts'
import type { NotificationKind, NotificationSubject } from '#shared/notifications.ts'
import {
  and,
  type BetterSQLite3Database,
  desc,
  eq,
  inArray,
  integer,
  lte,
  sqliteTable,
  text,
} from './drizzle.ts'

export const notificationTable = sqliteTable('notification', {
  id: integer().primaryKey(),
  uuid: text().notNull(),
  personId: text('person_id').notNull(),
  workspaceId: text('workspace_id').notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  subject: text({ mode: 'json' }).$type<NotificationSubject>().notNull(),
  actor: text({ mode: 'json' }).$type<Actor>().notNull(),
  createdAt: integer('created_at').notNull(),
  readAt: integer('read_at'),
})

export type NotificationRow = typeof notificationTable.$inferSelect
export type NewNotification = Omit<NotificationRow, 'id' | 'readAt'>

type Db = BetterSQLite3Database

/** Of one person; the oldest go. */
const kept = 500

/** What vitrine.db keeps of what is new for people. */
export const notificationOperations = {
  addNotifications(db: Db, rows: readonly NewNotification[]): void {
    for (const row of rows) db.insert(notificationTable).values(row).run()
    for (const personId of new Set(rows.map((row) => row.personId))) dropOld(db, personId)
  },

  /** The newest first; of which are known to be of the person. */
  listNotifications(db: Db, { personId }: { personId: string }): NotificationRow[] {
    return db
      .select()
      .from(notificationTable)
      .where(eq(notificationTable.personId, personId))
      .orderBy(desc(notificationTable.id))
      .limit(kept)
      .all()
  },

  /** Says when they were read: those of these ids, or all; null makes them unread again. */
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
    .offset(kept)
    .get()
  if (oldest)
    db.delete(notificationTable)
      .where(and(of, lte(id, oldest.id)))
      .run()
}
