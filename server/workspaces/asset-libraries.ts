/**
 * The linked libraries of all workspaces: where their folders lie on this computer, which the registry keeps,
 * and when they are scanned. What a scan finds is in the workspace file, which never names a path.
 */
import { randomUUID } from 'node:crypto'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { isWithin } from './file-places.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { AssetLibrary, AssetLibraryPatch, NewAssetLibrary } from '#shared/schemas/asset-libraries.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import type { Answer } from '../catalog/answer.ts'
import type { ScannedLibrary } from '../catalog/assets/libraries.ts'
import { conflict, validationFailed } from '../catalog/errors.ts'
import { stampLibrary } from '../jobs/assets/library-files.ts'
import { keepChosenPaths, removeChosenPaths } from '../jobs/job-files.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { JobRunner } from './job-runner.ts'
import type { Workspaces } from './registry.ts'

const key = 'asset_libraries'
const scanEveryMs = 15 * 60 * 1000

export interface AssetLibrariesOptions {
  readonly registry: RegistryThread
  readonly workspaces: Workspaces
  readonly jobsOf: (workspaceId: string) => JobRunner
  readonly dataDir: string
  readonly uploadsDir: string
  readonly onError: (folder: string, error: unknown) => void
}

interface LibraryFolder {
  readonly id: string
  readonly workspace_id: string
  readonly path: string
  readonly is_on: boolean
}

/** Loads where the libraries of a data folder lie. Nothing is read before `start`. */
export async function loadAssetLibraries(options: AssetLibrariesOptions): Promise<AssetLibraries> {
  const text = await options.registry.call('getSetting', { key })
  return new AssetLibraries(options, text === undefined ? [] : JSON.parse(text))
}

export class AssetLibraries {
  readonly #options: AssetLibrariesOptions
  #folders: readonly LibraryFolder[]
  /** The state of each folder at its last scan, so that an unchanged one makes no job. */
  readonly #stamps = new Map<string, string>()
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(options: AssetLibrariesOptions, folders: readonly LibraryFolder[]) {
    this.#options = options
    this.#folders = folders
  }

  /** Scans the libraries that are on now, and every 15 minutes those that have changed. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), scanEveryMs).unref()
    void this.look()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#looking
  }

  /** The folder of a library on this computer. */
  folderOf(workspaceId: string, id: string): string | undefined {
    return this.#find(workspaceId, id)?.path
  }

  /** The folders of all libraries of a workspace on this computer, by their ids. */
  foldersOf(workspaceId: string): Readonly<Record<string, string>> {
    const own = this.#folders.filter((folder) => folder.workspace_id === workspaceId)
    return Object.fromEntries(own.map(({ id, path }) => [id, path]))
  }

  #find(workspaceId: string, id: string): LibraryFolder | undefined {
    return this.#folders.find((folder) => folder.workspace_id === workspaceId && folder.id === id)
  }

  async list(workspaceId: string): Promise<AssetLibrary[]> {
    const threads = await this.#options.workspaces.get(workspaceId)
    const libraries = await threads.call('listScannedLibraries', {})
    return libraries.map((library) => this.#describe(workspaceId, library))
  }

  #describe(workspaceId: string, library: ScannedLibrary): AssetLibrary {
    const { id, name, ...found } = library
    const folder = this.#find(workspaceId, id)
    const is_away = folder === undefined || found.is_away
    return { id, name, path: folder?.path ?? null, is_on: folder?.is_on ?? false, ...found, is_away }
  }

  async #read(workspaceId: string, id: string): Promise<AssetLibrary> {
    const threads = await this.#options.workspaces.get(workspaceId)
    return this.#describe(workspaceId, await threads.call('getScannedLibrary', { id }))
  }

  /** Links a folder and begins its first scan; throws all faults of the request together. */
  async add(workspaceId: string, { name, path: asked }: NewAssetLibrary): Promise<AssetLibrary> {
    const path = await this.#resolve(asked)
    const threads = await this.#options.workspaces.get(workspaceId)
    const { id } = await threads.call('addLibrary', { name })
    await this.#store([...this.#folders, { id, workspace_id: workspaceId, path, is_on: true }])
    await this.scan(workspaceId, id)
    return this.#read(workspaceId, id)
  }

  async change(
    workspaceId: string,
    sentId: string,
    { name, path: asked, is_on: isOn }: AssetLibraryPatch,
  ): Promise<AssetLibrary> {
    const { id } = await this.#read(workspaceId, sentId)
    const known = this.#find(workspaceId, id)
    const path = asked === undefined ? known?.path : await this.#resolve(asked)
    const threads = await this.#options.workspaces.get(workspaceId)
    if (name !== undefined) await threads.call('changeLibraryName', { id, name })
    if (path !== undefined) {
      const changed = { id, workspace_id: workspaceId, path, is_on: isOn ?? known?.is_on ?? true }
      await this.#store([...this.#folders.filter((folder) => folder !== known), changed])
    }
    if (asked !== undefined) await this.#scan(workspaceId, id, { isMoved: path !== known?.path })
    return this.#read(workspaceId, id)
  }

  async remove(workspaceId: string, sentId: string): Promise<AssetLibrary> {
    const library = await this.#read(workspaceId, sentId)
    const threads = await this.#options.workspaces.get(workspaceId)
    await threads.call('deleteLibrary', { id: library.id })
    const known = this.#find(workspaceId, library.id)
    await this.#store(this.#folders.filter((folder) => folder !== known))
    return library
  }

  /** Queues a scan: 202 with its job. 409 where this computer does not know the folder. */
  scan(workspaceId: string, id: string): Promise<Answer> {
    return this.#scan(workspaceId, id, { isMoved: false })
  }

  async #scan(workspaceId: string, sentId: string, { isMoved }: { isMoved: boolean }): Promise<Answer> {
    const threads = await this.#options.workspaces.get(workspaceId)
    const { id } = await threads.call('getScannedLibrary', { id: sentId })
    const path = this.folderOf(workspaceId, id)
    if (path === undefined) throw conflict(message('library.folder_unknown'))
    const job = randomUUID()
    const chosen = { library_folder: path }
    const { uploadsDir, jobsOf } = this.#options
    await keepChosenPaths(uploadsDir, { workspace: workspaceId, job }, chosen)
    const answer = await threads.call('enqueueLibraryScan', { id: job, library: id, is_moved: isMoved })
    if (answer.location !== `/jobs/${job}`) await removeChosenPaths(uploadsDir, job)
    jobsOf(workspaceId).wake()
    return answer
  }

  /** Scans each library that is on and whose folder is another one than at its last scan. */
  look(): Promise<void> {
    this.#looking ??= this.#lookIntoAll().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookIntoAll(): Promise<void> {
    for (const folder of this.#folders) {
      if (this.#closing.signal.aborted) return
      try {
        if (folder.is_on) await this.#lookInto(folder)
      } catch (error) {
        if (!this.#closing.signal.aborted) this.#options.onError(folder.path, error)
      }
    }
  }

  async #lookInto({ id, workspace_id: workspace, path }: LibraryFolder): Promise<void> {
    const stamp = (await stampLibrary(path, this.#closing.signal)) ?? ''
    if (this.#stamps.get(id) === stamp) return
    await this.scan(workspace, id)
    this.#stamps.set(id, stamp)
  }

  /** The folder without links; throws where it cannot be a library. */
  async #resolve(asked: string): Promise<string> {
    const path = isAbsolute(asked) ? await realpath(asked).catch(() => undefined) : undefined
    const problem = path === undefined ? problemOfName(asked) : await this.#problemOf(path)
    if (path === undefined || problem !== undefined)
      throw validationFailed([{ field: 'path', ...issueSentence(problem ?? message('folder.not_found')) }])
    return path
  }

  async #problemOf(path: string): Promise<Sentence | undefined> {
    const { dataDir } = this.#options
    const data = await realpath(dataDir)
    if (isWithin(data, path) || isWithin(path, data)) return message('library.not_apart')
    const found = await stat(path).catch(() => undefined)
    if (!found?.isDirectory()) return message('folder.not_found')
    const mayRead = await access(path, constants.R_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    return mayRead ? undefined : message('library.read_refused')
  }

  async #store(folders: readonly LibraryFolder[]): Promise<void> {
    await this.#options.registry.call('putSetting', { key, value: JSON.stringify(folders) })
    this.#folders = folders
  }
}

function problemOfName(asked: string): Sentence {
  return isAbsolute(asked) ? message('folder.not_found') : message('folder.path_not_whole')
}
