import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiKey, Consent, Workspace } from '#shared/app-surface.ts'
import type { Backup } from '#shared/backups.ts'
import type { NewExport } from '#shared/exports.ts'
import type { ColumnMapping, EmptyCells } from '#shared/imports.ts'
import type { Job } from '#shared/jobs.ts'
import type { Restored } from '#shared/schemas/backups.ts'
import type { IssuedApiKey } from '../access/api-keys.ts'
import type { Finding } from '#shared/app-surface.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { openLocalHost } from './local-host.ts'
import { findRunningServer, RemoteHost } from './remote-host.ts'

export interface ImportOptions {
  /** Left to the profile where one is named. */
  readonly type?: string
  readonly profile?: string
  readonly delimiter?: string
  readonly encoding?: string
  readonly sheet?: string
  readonly merge_key?: string
  readonly create_missing_attributes?: boolean
  readonly create_missing_options?: boolean
  readonly create_missing_vendors?: boolean
  readonly create_missing_categories?: boolean
  readonly empty_cells?: EmptyCells
  readonly mapping?: ColumnMapping
  readonly images_folder?: string
  readonly dry_run: boolean
}

export interface ImportRun {
  readonly file: string
  readonly options: ImportOptions
  readonly onProgress: (job: Job) => void
  readonly signal: AbortSignal
}

export interface ExportRun extends Pick<ImportRun, 'onProgress' | 'signal'> {
  readonly body: NewExport
}

export interface ExportSave {
  readonly target: string
  readonly part: 'file' | 'report'
}

export interface NewKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expires_at?: string
}

export interface ConsentApproval {
  readonly workspace_id: string
  readonly scopes: readonly string[]
}

/** What the commands need of a data folder, wherever it is open: in a running server, or in this process. */
export interface CatalogHost {
  listWorkspaces(): Promise<readonly Workspace[]>
  createWorkspace(name: string, sample: boolean): Promise<Workspace>
  /** Lists a file of this computer from now on, by its whole path. */
  openWorkspaceFile(file: string): Promise<Workspace>
  listKeys(workspace: Workspace): Promise<readonly ApiKey[]>
  createKey(workspace: Workspace, key: NewKey): Promise<IssuedApiKey>
  revokeKey(workspace: Workspace, id: string): Promise<ApiKey>
  /** The agents that wait for the owner; there are none where no server runs. */
  listConsents(): Promise<readonly Consent[]>
  approveConsent(code: string, approval: ConsentApproval): Promise<void>
  /** Imports a file and resolves with the job when it has ended; an abort cancels it. */
  importFile(workspace: Workspace, run: ImportRun): Promise<Job>
  /** Copies the rows of an import that failed to a path. */
  saveErrors(workspace: Workspace, job: Job, target: string): Promise<void>
  /** Takes back a whole import and resolves with the job of that when it has ended; an abort cancels it. */
  undoImport(workspace: Workspace, id: string, run: Pick<ImportRun, 'onProgress' | 'signal'>): Promise<Job>
  /** Exports and resolves with the job when it has ended; an abort cancels it. */
  export(workspace: Workspace, run: ExportRun): Promise<Job>
  /** Copies a file of a completed export to a path. */
  saveExport(workspace: Workspace, job: Job, save: ExportSave): Promise<void>
  check(workspace: Workspace): Promise<readonly Finding[]>
  /** Copies a workspace into a file of the owner's choice. */
  backup(workspace: Workspace, file: string): Promise<void>
  /** Backups in the data folder, newest first. */
  listBackups(workspace: Workspace): Promise<readonly Backup[]>
  createBackup(workspace: Workspace): Promise<Backup>
  restoreBackup(workspace: Workspace, id: string): Promise<Restored>
  close(): Promise<void>
}

const attempts = 10
const pauseMs = 300

/**
 * Runs a command on the data folder: through the server that runs on it, or else with the folder opened for this process
 * alone until the command has ended. A server that is just starting or ending is waited for.
 */
export async function withCatalogHost<T>(
  dataDir: string,
  run: (host: CatalogHost) => Promise<T>,
): Promise<T> {
  const host = await openCatalogHost(dataDir)
  try {
    return await run(host)
  } finally {
    await host.close()
  }
}

async function openCatalogHost(dataDir: string): Promise<CatalogHost> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await findRunningServer((name) => readFile(join(dataDir, name), 'utf8'))
    if (server) return new RemoteHost(server)
    try {
      return await openLocalHost(dataDir)
    } catch (error) {
      const isInUse = error instanceof WorkspaceFileError && error.kind === 'in_use'
      if (!isInUse || attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
