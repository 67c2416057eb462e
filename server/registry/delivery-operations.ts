import { and, asc, type BetterSQLite3Database, desc, eq, inArray, lt } from './drizzle.ts'
import { connectionTable, webhookDeliveryTable, webhookTable } from './registry-tables.ts'

type Db = BetterSQLite3Database

export type ConnectionRow = typeof connectionTable.$inferSelect
export type WebhookRow = typeof webhookTable.$inferSelect
export type WebhookDeliveryRow = typeof webhookDeliveryTable.$inferSelect

const maxDeliveries = 200
const deliveryMs = 30 * 24 * 60 * 60 * 1000

export const connectionOperations = {
  listConnections: (db: Db, _input: object): ConnectionRow[] =>
    db.select().from(connectionTable).orderBy(asc(connectionTable.createdAt), asc(connectionTable.id)).all(),

  putConnection(db: Db, { row }: { row: ConnectionRow }): void {
    db.insert(connectionTable).values(row).onConflictDoUpdate({ target: connectionTable.id, set: row }).run()
  },

  deleteConnections(db: Db, { ids }: { ids: readonly string[] }): void {
    db.delete(connectionTable)
      .where(inArray(connectionTable.id, [...ids]))
      .run()
  },
}

export const webhookOperations = {
  listWebhooks: (db: Db, _input: object): WebhookRow[] =>
    db.select().from(webhookTable).orderBy(asc(webhookTable.createdAt), asc(webhookTable.id)).all(),

  /** Writes a new or changed webhook, together with the delivery that has changed it. */
  putWebhook(db: Db, { row, delivery }: { row: WebhookRow; delivery?: WebhookDeliveryRow }): void {
    db.insert(webhookTable).values(row).onConflictDoUpdate({ target: webhookTable.id, set: row }).run()
    if (delivery) addDelivery(db, delivery)
  },

  addWebhookDelivery: addDelivery,

  deleteWebhooks(db: Db, { ids }: { ids: readonly string[] }): void {
    db.delete(webhookDeliveryTable)
      .where(inArray(webhookDeliveryTable.webhookId, [...ids]))
      .run()
    db.delete(webhookTable)
      .where(inArray(webhookTable.id, [...ids]))
      .run()
  },

  listWebhookDeliveries: (db: Db, { webhookId }: { webhookId: string }): WebhookDeliveryRow[] =>
    db
      .select()
      .from(webhookDeliveryTable)
      .where(eq(webhookDeliveryTable.webhookId, webhookId))
      .orderBy(desc(webhookDeliveryTable.at), desc(webhookDeliveryTable.id))
      .all(),
}

/** The last 200 of the last 30 days stay. */
function addDelivery(db: Db, row: WebhookDeliveryRow): void {
  const { id, at, webhookId } = webhookDeliveryTable
  db.insert(webhookDeliveryTable).values(row).run()
  const ofWebhook = eq(webhookId, row.webhookId)
  db.delete(webhookDeliveryTable)
    .where(and(ofWebhook, lt(at, row.at - deliveryMs)))
    .run()
  const newest = db.select({ id }).from(webhookDeliveryTable).where(ofWebhook)
  const older = newest.orderBy(desc(at), desc(id)).all().slice(maxDeliveries)
  const ids = older.map((delivery) => delivery.id)
  if (ids.length > 0) db.delete(webhookDeliveryTable).where(inArray(id, ids)).run()
}
