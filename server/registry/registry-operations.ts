import { foldText } from '#shared/text.ts'
import { asc, type BetterSQLite3Database, drizzle, eq } from './drizzle.ts'
import { notificationOperations } from './notification-operations.ts'
import { oauthOperations } from './oauth-operations.ts'
import { peopleOperations } from './people-operations.ts'
import { providerOperations } from './provider-operations.ts'
import { apiKeyTable, settingTable, workspaceTable } from './registry-tables.ts'
import { worklistOperations } from './worklist-operations.ts'
import type { WritableDb } from '../store/database/database.ts'
import { createWorkspaceFile, type OwnedFile } from '../store/file/workspace-file.ts'

/** `file` as stored-files.ts names it. */
export type WorkspaceRow = Pick<typeof workspaceTable.$inferSelect, 'id' | 'name' | 'file'>
export type ApiKeyRow = typeof apiKeyTable.$inferSelect

type Db = BetterSQLite3Database

/** What the registry thread answers; every operation is one transaction. */
export const registryOperations = {
  listWorkspaces(db: Db, _input: object): WorkspaceRow[] {
    const { id, name, file, createdAt } = workspaceTable
    return db.select({ id, name, file }).from(workspaceTable).orderBy(asc(createdAt), asc(name)).all()
  },

  /** Lists a file that exists. */
  addWorkspace: insertWorkspace,

  /** Makes an empty file and lists it: both or neither. */
  createWorkspace(db: Db, { path, ...workspace }: WorkspaceRow & { readonly path: string }): void {
    insertWorkspace(db, workspace)
    createWorkspaceFile(path)
  },

  /** Its file lies elsewhere from now on. */
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

  /** Notes when keys were last used; a key that has gone meanwhile is passed over. */
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

/** What else happens to what is written, where the registry lives in a cluster. */
export interface RunnerOptions {
  /** Hears of each statement that changes something. */
  readonly onStatement: (text: string, params: readonly unknown[]) => void
  /** Ends each transaction, or throws. */
  readonly beforeCommit: (tx: WritableDb) => void
}

/** Runs each operation in a transaction of its own on the open registry. */
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
