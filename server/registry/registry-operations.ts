import { connectionOperations, webhookOperations } from './delivery-operations.ts'
import { foldText } from '#shared/text.ts'
import { asc, type BetterSQLite3Database, drizzle, eq, and, lte } from './drizzle.ts'
import { notificationOperations, peopleOperations, worklistOperations } from './people-operations.ts'
import {
  apiKeyTable,
  settingTable,
  workspaceTable,
  type OAuthModel,
  oauthGrantTable,
  oauthRecordTable,
  providerModelTable,
  providerTable,
} from './registry-tables.ts'
import type { WritableDb } from '../store/database/database.ts'
import { createWorkspaceFile, type OwnedFile } from '../store/file/workspace-file.ts'

export type WorkspaceRow = Pick<typeof workspaceTable.$inferSelect, 'id' | 'name' | 'file'>
export type ApiKeyRow = typeof apiKeyTable.$inferSelect

type Db = BetterSQLite3Database

export type OAuthGrantRow = typeof oauthGrantTable.$inferSelect
export type OAuthRecordRow = typeof oauthRecordTable.$inferSelect

interface RecordKey {
  readonly model: OAuthModel
  readonly hash: string
}

const oauthOperations = {
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

export type ProviderRow = typeof providerTable.$inferSelect
export type ProviderModelRow = typeof providerModelTable.$inferSelect

const providerOperations = {
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

  /**
   * Writes a new or changed provider, and drops the findings about its models where its server has
   * changed.
   */
  putProvider(db: Db, { row, isElsewhere }: { row: ProviderRow; isElsewhere: boolean }): void {
    if (row.isDefault) db.update(providerTable).set({ isDefault: false }).run()
    if (isElsewhere) db.delete(providerModelTable).where(eq(providerModelTable.providerId, row.id)).run()
    db.insert(providerTable).values(row).onConflictDoUpdate({ target: providerTable.id, set: row }).run()
  },

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

export const registryOperations = {
  listWorkspaces(db: Db, _input: object): WorkspaceRow[] {
    const { id, name, file, createdAt } = workspaceTable
    return db.select({ id, name, file }).from(workspaceTable).orderBy(asc(createdAt), asc(name)).all()
  },

  addWorkspace: insertWorkspace,

  createWorkspace(db: Db, { path, ...workspace }: WorkspaceRow & { readonly path: string }): void {
    insertWorkspace(db, workspace)
    createWorkspaceFile(path)
  },

  moveWorkspace(db: Db, { id, file }: { id: string; file: string }): void {
    db.update(workspaceTable).set({ file }).where(eq(workspaceTable.id, id)).run()
  },

  listApiKeys: (db: Db, _input: object): ApiKeyRow[] =>
    db.select().from(apiKeyTable).orderBy(asc(apiKeyTable.createdAt), asc(apiKeyTable.id)).all(),

  addApiKey(db: Db, key: ApiKeyRow): void {
    db.insert(apiKeyTable).values(key).run()
  },

  deleteApiKey(db: Db, { id }: { id: string }): void {
    db.delete(apiKeyTable).where(eq(apiKeyTable.id, id)).run()
  },

  touchApiKeys(db: Db, uses: readonly { id: string; lastUsedAt: number }[]): void {
    for (const { id, lastUsedAt } of uses) {
      db.update(apiKeyTable).set({ lastUsedAt }).where(eq(apiKeyTable.id, id)).run()
    }
  },

  ...oauthOperations,
  ...notificationOperations,
  ...peopleOperations,
  ...providerOperations,
  ...worklistOperations,
  ...webhookOperations,
  ...connectionOperations,

  getSetting: (db: Db, { key }: { key: string }): string | undefined =>
    db.select().from(settingTable).where(eq(settingTable.key, key)).get()?.value,

  putSetting(db: Db, { key, value }: { key: string; value: string }): void {
    db.insert(settingTable)
      .values({ key, value })
      .onConflictDoUpdate({ target: settingTable.key, set: { value } })
      .run()
  },
}

export type RegistryOperations = typeof registryOperations

export type RegistryOperation = (db: Db, input: unknown) => unknown

export interface RunnerOptions {
  readonly onStatement: (text: string, params: readonly unknown[]) => void
  readonly beforeCommit: (tx: WritableDb) => void
}

export function registryRunner(
  { database }: OwnedFile,
  options?: RunnerOptions,
): (operation: RegistryOperation, input: unknown) => unknown {
  const db = drizzle(database.sqlite, {
    ...(options && { logger: { logQuery: changesFor(options.onStatement) } }),
  })
  return (operation, input) =>
    database.write((tx) => {
      const value = operation(db, input)
      options?.beforeCommit(tx)
      return value
    })
}

function changesFor(onStatement: RunnerOptions['onStatement']): RunnerOptions['onStatement'] {
  return (text, params) => {
    if (!/^\s*select\b/i.test(text)) onStatement(text, params)
  }
}

function insertWorkspace(db: Db, { id, name, file }: WorkspaceRow): void {
  db.insert(workspaceTable)
    .values({ id, name, foldedName: foldText(name), file, createdAt: Date.now() })
    .run()
}
