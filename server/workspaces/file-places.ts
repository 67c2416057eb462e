import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isDeviceName } from '#shared/file-names.ts'
import { messageOf, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { checkName } from '../catalog/answer.ts'
import type { Workspace } from '#shared/app-surface.ts'
import { message } from '#shared/messages/message.ts'
import { type CatalogError, conflict, Faults } from '../catalog/errors.ts'
import { fromStoredFile, relateStoredFile, toStoredFile } from '../registry/stored-files.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'

/** A file name that people can type, from the letters and digits of the workspace's name. */
export function freeFile(folder: string, name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const stem = slug === '' || isDeviceName(slug) ? `workspace${slug && `-${slug}`}` : slug
  return firstFree(
    (count) => join(folder, `${count === 1 ? stem : `${stem}-${count}`}.vitrine`),
    (file) => !existsSync(file),
  )
}

export function firstFree(nth: (count: number) => string, isFree: (candidate: string) => boolean): string {
  for (let count = 1; ; count++) {
    const candidate = nth(count)
    if (isFree(candidate)) return candidate
  }
}

/** Resolves symbolic links of the existing folder, so that the file has a single path. */
export function resolvePlace(path: string): string {
  const folder = dirname(resolve(path))
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path)
}

/** Compares by identity, not by name: an open file must not be opened again by a second name. */
export function isSameFile(known: string, path: string): boolean {
  const [left, right] = [known, path].map(identityOf)
  return left !== undefined && left === right
}

/**
 * Whether a path is a hard link of a known file, and no symbolic link to it or another spelling of its
 * name.
 */
export function isOtherName(known: string, path: string): boolean {
  return realpathSync.native(path) !== realpathSync.native(known) && statSync(path).nlink > 1
}

/** Undefined for a missing file or a broken path: opening it will explain the fault. */
function identityOf(file: string): string | undefined {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stat && `${stat.dev}:${stat.ino}`
  } catch {
    return undefined
  }
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new WorkspaceFileError(
      'read_only',
      `The folder ${folder} cannot be made (${messageOf(cause)}). Move away what is in its place, or change the permissions, then try again.`,
      { cause },
    )
  }
}

const filesKey = 'workspace_files'

/** The list of workspaces in vitrine.db, which stays valid where the data folder is moved or copied. */
export class StoredList {
  readonly #dataFolder: string
  readonly #registry: RegistryThread

  /** `dataFolder` is the folder itself, and no link to it. */
  constructor(dataFolder: string, registry: RegistryThread) {
    this.#dataFolder = dataFolder
    this.#registry = registry
  }

  /**
   * Returns the workspaces with the paths of their files, oldest first. Whole paths of an earlier version
   * are replaced once.
   */
  async load(): Promise<Workspace[]> {
    const rows: Workspace[] = await this.#registry.call('listWorkspaces', {})
    const isRelated = (await this.#registry.call('getSetting', { key: filesKey })) === 'related'
    const related = isRelated ? rows : await this.#relate(rows)
    return related.map(({ id, name, file }) => ({ id, name, file: fromStoredFile(this.#dataFolder, file) }))
  }

  async add(workspace: Workspace): Promise<void> {
    await this.#registry.call('addWorkspace', this.#toStored(workspace))
  }

  async create(workspace: Workspace): Promise<void> {
    await this.#registry.call('createWorkspace', { ...this.#toStored(workspace), path: workspace.file })
  }

  async #relate(rows: readonly Workspace[]): Promise<Workspace[]> {
    const names = new Set(rows.map(({ file }) => toStoredFile(this.#dataFolder, file)))
    const related: Workspace[] = []
    for (const row of rows) {
      const file = relateStoredFile(this.#dataFolder, row.file, names)
      if (file !== row.file) await this.#registry.call('moveWorkspace', { id: row.id, file })
      names.add(file)
      related.push({ ...row, file })
    }
    await this.#registry.call('putSetting', { key: filesKey, value: 'related' })
    return related
  }

  #toStored({ file, ...workspace }: Workspace): Workspace {
    return { ...workspace, file: toStoredFile(this.#dataFolder, file) }
  }
}

const maxNameLength = 100

export function parseName(name: string): string {
  const faults = new Faults()
  const parsed = checkName(name, faults, maxNameLength)
  faults.throwIfAny()
  return parsed
}

export function nameTaken(name: string): CatalogError {
  return conflict(message('workspace.name_taken', { name }), [{ field: 'name', issue: 'not_unique' }])
}

/** Whether a path is the folder itself or lies below it; symbolic links are not followed. */
export function isWithin(folder: string, path: string): boolean {
  const below = relative(resolve(folder), resolve(path))
  return !isAbsolute(below) && below !== '..' && !below.startsWith(`..${sep}`)
}
