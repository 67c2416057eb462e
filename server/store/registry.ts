/** The data folder's own database, vitrine.db: workspaces, API keys (as hashes) and settings. Runs on the registry thread. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Scope } from '#shared/scopes.ts'
import { foldText } from '#shared/text.ts'
import type { WritableDb } from './database.ts'
import { type FileFormat, loadMigrations } from './file-format.ts'
import { createOwnedFile, createWorkspaceFile, openOwnedFile, type OwnedFile } from './workspace-file.ts'
import { messageOf, WorkspaceFileError } from './workspace-file-error.ts'

/** The application_id reads "VtrR". */
export const registryFormat: FileFormat = {
  name: 'list of Vitrine workspaces',
  applicationId: 0x56747252,
  migrations: loadMigrations('registry-migrations'),
}

/** Opens the database of a data folder for this process alone; makes both where there is none. Throws WorkspaceFileError. */
export async function openRegistry(dataFolder: string): Promise<OwnedFile> {
  const folder = resolve(dataFolder)
  const file = join(folder, 'vitrine.db')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new WorkspaceFileError(
      'read_only',
      `The data folder ${folder} cannot be made (${messageOf(error)}). Name another with --data.`,
      { cause: error },
    )
  }
  if (!existsSync(file)) createOwnedFile(file, registryFormat)
  try {
    return await openOwnedFile(file, registryFormat, { backupFolder: join(folder, 'backups') })
  } catch (error) {
    throw isInUse(error) ? folderInUse(folder) : error
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof WorkspaceFileError && error.kind === 'in_use'
}

function folderInUse(folder: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'in_use',
    `The data folder ${folder} is in use by another Vitrine. Close that one, or name another folder with --data.`,
  )
}

export interface WorkspaceRow {
  readonly id: string
  readonly name: string
  /** Absolute, with symbolic links resolved. */
  readonly file: string
}

/** Times are milliseconds since 1970; `hash` is the SHA-256 of the key in hexadecimal. */
export interface ApiKeyRow {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly hash: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

/** What the registry thread answers; every operation is one transaction. */
export const registryOperations = {
  listWorkspaces: (tx: WritableDb, _input: object): WorkspaceRow[] =>
    tx.all('SELECT id, name, file FROM workspace ORDER BY created_at, name'),

  /** Lists a file that exists. */
  addWorkspace: insertWorkspace,

  /** Makes an empty file and lists it: both or neither. */
  createWorkspace(tx: WritableDb, workspace: WorkspaceRow): void {
    insertWorkspace(tx, workspace)
    createWorkspaceFile(workspace.file)
  },

  listApiKeys: (tx: WritableDb, _input: object): ApiKeyRow[] =>
    tx
      .all<ApiKeyRow & { scopes: string }>(
        `SELECT id, workspace_id AS workspaceId, name, hash, scopes, created_at AS createdAt,
           expires_at AS expiresAt, last_used_at AS lastUsedAt FROM api_key ORDER BY created_at, id`,
      )
      .map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as Scope[] })),

  addApiKey(tx: WritableDb, key: ApiKeyRow): void {
    tx.run(
      `INSERT INTO api_key (id, workspace_id, name, hash, scopes, created_at, expires_at, last_used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      key.id,
      key.workspaceId,
      key.name,
      key.hash,
      JSON.stringify(key.scopes),
      key.createdAt,
      key.expiresAt,
      key.lastUsedAt,
    )
  },

  deleteApiKey(tx: WritableDb, { id }: { id: string }): void {
    tx.run('DELETE FROM api_key WHERE id = ?', id)
  },

  /** Notes when keys were last used; a key that has gone meanwhile is passed over. */
  touchApiKeys(tx: WritableDb, uses: readonly { id: string; lastUsedAt: number }[]): void {
    for (const { id, lastUsedAt } of uses)
      tx.run('UPDATE api_key SET last_used_at = ? WHERE id = ?', lastUsedAt, id)
  },

  getSetting: (tx: WritableDb, { key }: { key: string }): string | undefined =>
    tx.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', key)?.value,

  putSetting(tx: WritableDb, { key, value }: { key: string; value: string }): void {
    tx.run(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      value,
    )
  },
}

export type RegistryOperations = typeof registryOperations

function insertWorkspace(tx: WritableDb, { id, name, file }: WorkspaceRow): void {
  tx.run(
    'INSERT INTO workspace (id, name, folded_name, file, created_at) VALUES (?, ?, ?, ?, ?)',
    id,
    name,
    foldText(name),
    file,
    Date.now(),
  )
}
