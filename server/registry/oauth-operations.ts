import { and, asc, type BetterSQLite3Database, eq, lte } from './drizzle.ts'
import { type OAuthModel, oauthGrantTable, oauthRecordTable } from './registry-tables.ts'

export type OAuthGrantRow = typeof oauthGrantTable.$inferSelect
export type OAuthRecordRow = typeof oauthRecordTable.$inferSelect

type Db = BetterSQLite3Database

interface RecordKey {
  readonly model: OAuthModel
  readonly hash: string
}

/** What vitrine.db keeps for agents that connect over OAuth. */
export const oauthOperations = {
  /** Everything that is still of use at the given time. */
  listOAuth(db: Db, { now }: { now: number }): { grants: OAuthGrantRow[]; records: OAuthRecordRow[] } {
    deleteExpired(db, now)
    return {
      grants: db.select().from(oauthGrantTable).orderBy(asc(oauthGrantTable.createdAt)).all(),
      records: db.select().from(oauthRecordTable).orderBy(asc(oauthRecordTable.createdAt)).all(),
    }
  },

  addOAuthGrant(db: Db, grant: OAuthGrantRow): void {
    db.insert(oauthGrantTable).values(grant).run()
  },

  /** Takes the grant away with everything issued under it. */
  deleteOAuthGrant(db: Db, { id }: { id: string }): void {
    db.delete(oauthRecordTable).where(eq(oauthRecordTable.grantId, id)).run()
    db.delete(oauthGrantTable).where(eq(oauthGrantTable.id, id)).run()
  },

  touchOAuthGrants(db: Db, uses: readonly { id: string; lastUsedAt: number }[]): void {
    for (const { id, lastUsedAt } of uses) {
      db.update(oauthGrantTable).set({ lastUsedAt }).where(eq(oauthGrantTable.id, id)).run()
    }
  },

  putOAuthRecord(db: Db, record: OAuthRecordRow): void {
    const { payload, expiresAt, grantId } = record
    db.insert(oauthRecordTable)
      .values(record)
      .onConflictDoUpdate({
        target: [oauthRecordTable.model, oauthRecordTable.hash],
        set: { payload, expiresAt, grantId },
      })
      .run()
  },

  consumeOAuthRecord(db: Db, { consumedAt, ...key }: RecordKey & { consumedAt: number }): void {
    db.update(oauthRecordTable).set({ consumedAt }).where(isRecord(key)).run()
  },

  deleteOAuthRecord(db: Db, key: RecordKey): void {
    db.delete(oauthRecordTable).where(isRecord(key)).run()
  },

  deleteExpiredOAuthRecords: (db: Db, { now }: { now: number }): void => deleteExpired(db, now),
}

function isRecord({ model, hash }: RecordKey) {
  return and(eq(oauthRecordTable.model, model), eq(oauthRecordTable.hash, hash))
}

function deleteExpired(db: Db, now: number): void {
  db.delete(oauthRecordTable).where(lte(oauthRecordTable.expiresAt, now)).run()
}
