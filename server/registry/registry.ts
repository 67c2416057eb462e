/** The data folder's own database, vitrine.db: workspaces, API keys (as hashes) and settings. Runs on the registry thread. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createOwnedFile, openOwnedFile, type OwnedFile } from '../store/file/workspace-file.ts'
import { readClusterState } from '../store/file/cluster-tables.ts'
import { messageOf, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { registryFormat } from './registry-format.ts'

export interface RegistryOptions {
  readonly isReplicated?: boolean | undefined
  /** Whether the local copy of a clustered vitrine.db suffices, which only its cluster may change. */
  readonly isCopyWanted?: boolean | undefined
}

/**
 * Opens the database of a data folder for this process alone; creates both where they are missing. Throws
 * WorkspaceFileError.
 */
export async function openRegistry(
  dataFolder: string,
  { isReplicated, isCopyWanted = false }: RegistryOptions = {},
): Promise<OwnedFile> {
  const folder = resolve(dataFolder)
  const file = join(folder, 'vitrine.db')
  makeRegistryFolder(folder)
  if (!existsSync(file)) createOwnedFile(file, registryFormat)
  try {
    const opened = await openOwnedFile(file, registryFormat, {
      backupFolder: join(folder, 'backups'),
      isReplicated,
    })
    if (isCopyWanted || !opened.database.read(readClusterState)) return opened
    opened.close()
    throw inCluster(folder)
  } catch (error) {
    throw isInUse(error) ? folderInUse(folder) : error
  }
}

/** Creates a missing data folder. Throws WorkspaceFileError. */
export function makeRegistryFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new WorkspaceFileError(
      'read_only',
      `The data folder ${folder} cannot be made (${messageOf(error)}). Name another with --data.`,
      { cause: error },
    )
  }
}

function inCluster(folder: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'not_ours',
    `The accounts and the list of workspaces of ${folder} live in a cluster. Start vitrine serve with --team and --cluster, and run commands on the machine whose server serves; vitrine cluster status tells which one does.`,
  )
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
