import { asc, type BetterSQLite3Database, eq } from './drizzle.ts'
import { providerModelTable, providerTable } from './registry-tables.ts'

export type ProviderRow = typeof providerTable.$inferSelect
export type ProviderModelRow = typeof providerModelTable.$inferSelect

type Db = BetterSQLite3Database

/** What vitrine.db keeps of providers of models. */
export const providerOperations = {
  listProviders(db: Db, _input: object): { providers: ProviderRow[]; models: ProviderModelRow[] } {
    return {
      providers: db
        .select()
        .from(providerTable)
        .orderBy(asc(providerTable.createdAt), asc(providerTable.id))
        .all(),
      models: db.select().from(providerModelTable).all(),
    }
  },

  /** Writes one, new or changed, and forgets what was found out about its models where it is elsewhere now. */
  putProvider(db: Db, { row, isElsewhere }: { row: ProviderRow; isElsewhere: boolean }): void {
    if (row.isDefault) db.update(providerTable).set({ isDefault: false }).run()
    if (isElsewhere) db.delete(providerModelTable).where(eq(providerModelTable.providerId, row.id)).run()
    db.insert(providerTable).values(row).onConflictDoUpdate({ target: providerTable.id, set: row }).run()
  },

  /** Deletes one; where it was the default, the other takes its place. */
  deleteProvider(db: Db, { id, nextDefault }: { id: string; nextDefault: string | undefined }): void {
    db.delete(providerTable).where(eq(providerTable.id, id)).run()
    if (nextDefault === undefined) return
    db.update(providerTable).set({ isDefault: true }).where(eq(providerTable.id, nextDefault)).run()
  },

  putProviderModel(db: Db, row: ProviderModelRow): void {
    const { structuredOutput, probedAt } = row
    db.insert(providerModelTable)
      .values(row)
      .onConflictDoUpdate({
        target: [providerModelTable.providerId, providerModelTable.model],
        set: { structuredOutput, probedAt },
      })
      .run()
  },
}

export type ProviderOperations = typeof providerOperations
