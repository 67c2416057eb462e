import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { latestVersion, workspaceFormat } from '../store/file/migrate.ts'
import {
  listOlderCopies,
  type OlderCopy,
  putBack,
  readAside,
  readFileVersion,
} from '../store/file/older-copies.ts'
import { registryFormat } from './registry-format.ts'

/** A file of a data folder with its version, and the copies that upgrades have left of it. */
export interface VersionedFile {
  readonly name: string
  readonly file: string
  /** Null where the file is gone. */
  readonly version: number | null
  readonly newest: number
  /** Newest first. */
  readonly copies: readonly OlderCopy[]
}

/**
 * Lists `vitrine.db` and the workspaces of a data folder, and changes none of them. Throws WorkspaceFileError where
 * there is no catalog.
 */
export function listVersionedFiles(dataFolder: string): VersionedFile[] {
  const file = join(dataFolder, 'vitrine.db')
  const backups = join(dataFolder, 'backups')
  if (!existsSync(file)) {
    const sentence = `There is no catalog in ${dataFolder}. Name its folder with --data.`
    throw new WorkspaceFileError('missing', sentence)
  }
  const newest = latestVersion(registryFormat)
  const registry = { name: 'vitrine.db', file, newest, copies: listOlderCopies(backups, file) }
  const workspaces = listWorkspaces(file).map(({ id, name, file: stored }) => {
    const path = resolve(dataFolder, stored)
    const copies = listOlderCopies(join(backups, id), path)
    return { name, file: path, newest: latestVersion(workspaceFormat), copies }
  })
  return [registry, ...workspaces].map((one) => ({ ...one, version: readFileVersion(one.file) }))
}

interface StoredWorkspace {
  readonly id: string
  readonly name: string
  readonly file: string
}

function listWorkspaces(registry: string): StoredWorkspace[] {
  const sql = 'SELECT id, name, file FROM workspace ORDER BY name'
  return readAside(registry, (sqlite) => sqlite.prepare<[], StoredWorkspace>(sql).all())
}

/** Puts the copies in the place of their files; returns where the newer ones lie. Throws WorkspaceFileError. */
export function putCopiesBack(
  changes: readonly { readonly file: string; readonly copy: OlderCopy }[],
): string[] {
  return putBack(changes.map(({ file, copy }) => ({ file, copy: copy.file })))
}
