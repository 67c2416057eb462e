import { checkName } from '../catalog/names.ts'
import type { Workspace } from '#shared/app-surface.ts'
import { message } from '#shared/messages/message.ts'
import { type CatalogError, conflict, Faults } from '../catalog/errors.ts'
import { fromStoredFile, relateStoredFile, toStoredFile } from '../registry/stored-files.ts'
import type { RegistryThread } from '../threads/registry-thread.ts'

const filesKey = 'workspace_files'

/** The list of workspaces as vitrine.db keeps it, which goes on being right where the data folder is moved or copied. */
export class StoredList {
  readonly #dataFolder: string
  readonly #registry: RegistryThread

  /** `dataFolder` is the folder itself, and no link to it. */
  constructor(dataFolder: string, registry: RegistryThread) {
    this.#dataFolder = dataFolder
    this.#registry = registry
  }

  /** The workspaces with where their files lie, oldest first. What an earlier version has named by whole paths is named anew, once. */
  async load(): Promise<Workspace[]> {
    const rows: Workspace[] = await this.#registry.call('listWorkspaces', {})
    const isRelated = (await this.#registry.call('getSetting', { key: filesKey })) === 'related'
    const related = isRelated ? rows : await this.#relate(rows)
    return related.map(({ id, name, file }) => ({ id, name, file: fromStoredFile(this.#dataFolder, file) }))
  }

  /** Lists a file that exists. */
  async add(workspace: Workspace): Promise<void> {
    await this.#registry.call('addWorkspace', this.#toStored(workspace))
  }

  /** Makes an empty file and lists it. */
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

/** The name of a workspace as it will be stored. Throws validation_failed. */
export function parseName(name: string): string {
  const faults = new Faults()
  const parsed = checkName(name, faults, maxNameLength)
  faults.throwIfAny()
  return parsed
}

/** 409: another workspace has the name. */
export function nameTaken(name: string): CatalogError {
  return conflict(message('workspace.name_taken', { name }), [{ field: 'name', issue: 'not_unique' }])
}
