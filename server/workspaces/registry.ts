import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import type { MoveResult } from '#shared/schemas/app-surface.ts'
import { faultOfFileName } from '#shared/file-names.ts'
import { foldText } from '#shared/text.ts'
import { removeUnfinished, removeUnpacked, unpackedEnding, IdleThreads } from './job-runner.ts'
import {
  nameTaken,
  parseName,
  StoredList,
  firstFree,
  freeFile,
  isOtherName,
  isSameFile,
  makeFolder,
  resolvePlace,
} from './file-places.ts'
import type { ClusterDatabases, SharedWriting } from '../catalog/connections/cluster-seam.ts'
import type { FenceMemory } from '../catalog/connections/write-fence.ts'
import {
  type CatalogError,
  conflict,
  ofWorkspaceFile,
  unavailable,
  workspaceNotFound,
} from '../catalog/errors.ts'
import { linkedTo, messageOf, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { ForeignFiles } from './foreign-files.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from '../threads/pool.ts'
import { workspacesFolder } from '../registry/stored-files.ts'
import { type RegistryThread, type LongWork, unpackWorkspace } from '../threads/idle-thread.ts'
import type { ThreadEntry } from '../threads/thread.ts'
import { asError } from '#shared/interrupted.ts'
import { message } from '#shared/messages/message.ts'

export interface WorkspacesOptions {
  readonly onOpened?: (workspace: Workspace, threads: WorkspaceThreads) => Promise<void> | void
  readonly onClosing?: (workspace: Workspace) => Promise<void> | void
  /**
   * Called with the findings of the check after an unclean end; an empty list means that the file is
   * sound.
   */
  readonly onCheckedAfterUncleanEnd?: (workspace: Workspace, damage: readonly string[]) => void
  /** Called where the threads of an unused workspace could not be ended. */
  readonly onIdleError?: (error: unknown) => void
  readonly entry?: ThreadEntry | undefined
  /** The time limit of one read; ten seconds by default. */
  readonly readDeadlineMs?: number | undefined
  readonly isReplicated?: boolean | undefined
  readonly cluster?: ClusterDatabases | undefined
  readonly shared?: SharedWriting | undefined
  readonly fence?: FenceMemory | undefined
}

/** Loads the list of workspaces of a data folder; only this object changes it. */
export async function loadWorkspaces(
  dataFolder: string,
  registry: RegistryThread,
  options: WorkspacesOptions = {},
): Promise<Workspaces> {
  const folder = realpathSync(dataFolder)
  const stored = new StoredList(folder, registry)
  const list = await stored.load()
  if (!options.shared)
    removeUnfinished(
      folder,
      list.map(({ file }) => file),
    )
  else removeUnpacked(join(folder, workspacesFolder), unpackedEnding)
  return new Workspaces(folder, stored, list, options)
}

const learnEveryMs = 60_000

export class Workspaces {
  readonly foreign: ForeignFiles
  readonly #dataFolder: string
  readonly #stored: StoredList
  readonly #options: WorkspacesOptions
  readonly #list: Workspace[]
  readonly #open = new Map<string, Promise<WorkspaceThreads>>()
  readonly #ready = new Map<string, WorkspaceThreads>()
  readonly #faults = new Map<string, string>()
  readonly #idle = new IdleThreads({
    pools: () => this.#ready.values(),
    onError: (error) => this.#options.onIdleError?.(error),
  })
  #lastChange: Promise<unknown> = Promise.resolve()
  #isClosed = false
  #cluster: ClusterDatabases | undefined
  readonly #learning: NodeJS.Timeout | undefined

  constructor(
    dataFolder: string,
    stored: StoredList,
    list: readonly Workspace[],
    options: WorkspacesOptions,
  ) {
    this.#dataFolder = dataFolder
    this.#stored = stored
    this.#options = options
    this.#cluster = options.cluster
    const learn = () => void this.learnClusters().catch(() => undefined)
    this.#learning = options.cluster && setInterval(learn, learnEveryMs).unref()
    this.foreign = new ForeignFiles(dataFolder)
    this.#list = list.map(({ id, name, file }) => ({ id, name, file: this.#place({ name, file }) }))
  }

  list(): readonly Workspace[] {
    return this.#list
  }

  /** The workspace of that id or name; case and surrounding spaces do not count. */
  find(idOrName: string): Workspace | undefined {
    const folded = foldText(idOrName)
    return (
      this.#list.find(({ id }) => id === folded) ?? this.#list.find(({ name }) => foldText(name) === folded)
    )
  }

  /** The threads of a workspace, opened once. Throws not_found, or internal_error saying why the file cannot be opened. */
  async get(id: string): Promise<WorkspaceThreads> {
    const workspace = this.#list.find((candidate) => candidate.id === id.toLowerCase())
    if (!workspace) throw workspaceNotFound()
    try {
      return await this.#threadsOf(workspace)
    } catch (error) {
      throw asInternalError(error)
    }
  }

  /** Returns the threads of an open workspace; called with every request, so it is synchronous. */
  opened(id: string): WorkspaceThreads | undefined {
    const threads = this.#ready.get(id)
    return threads && !this.#isReplaced(id, threads) ? threads : undefined
  }

  /** Why the last opening of a workspace failed; undefined where it did not. */
  faultOf(id: string): string | undefined {
    return this.#faults.get(id)
  }

  /** The databases in clusters as they are now; undefined without a file of clusters. */
  get clusters(): ClusterDatabases | undefined {
    return this.#cluster
  }

  isInCluster(id: string): boolean {
    const workspace = this.#list.find((candidate) => candidate.id === id)
    return workspace !== undefined && this.#cluster?.ofWorkspace(workspace) !== undefined
  }

  #isReplaced(id: string, { isResting }: WorkspaceThreads): boolean {
    const workspace = isResting ? this.#list.find((candidate) => candidate.id === id) : undefined
    return workspace !== undefined && this.foreign.isForeign(workspace, { isInCluster: false })
  }

  create(name: string): Promise<Workspace> {
    return this.#change(async () => {
      const parsed = parseName(name)
      if (this.find(parsed)) throw nameTaken(parsed)
      const folder = join(this.#dataFolder, workspacesFolder)
      try {
        makeFolder(folder)
        return await this.#create({ name: parsed, file: freeFile(folder, parsed) })
      } catch (error) {
        throw asInternalError(error)
      }
    })
  }

  /**
   * Makes a workspace from a package, under the given name or a free one like that in the package. It is
   * invisible until it is complete, and nothing is left where it fails or is aborted. Throws conflict
   * where the package cannot be opened or the name is taken.
   */
  async openPackage(file: string, name: string | undefined, options: LongWork): Promise<Workspace> {
    const asked = this.freeNameAskedFor(name)
    const folder = join(this.#dataFolder, workspacesFolder)
    const part = `${randomUUID()}${unpackedEnding}`
    const unpacked = join(folder, part)
    try {
      makeFolder(folder)
      const { info, setAside } = await unpackWorkspace(file, unpacked, options)
      return await this.#change(async () => {
        options.signal.throwIfAborted()
        const chosen = asked ?? this.#freeName(info.name)
        if (this.find(chosen)) throw nameTaken(chosen)
        const workspace = { id: randomUUID(), name: chosen, file: freeFile(folder, chosen) }
        renameSync(unpacked, workspace.file)
        await this.#stored.add(workspace).catch((error: unknown) => {
          rmSync(workspace.file, { force: true })
          throw error
        })
        this.#list.push(workspace)
        this.foreign.noteSetAside(workspace.id, setAside)
        return workspace
      })
    } catch (error) {
      removeUnpacked(folder, part)
      throw asInternalError(error)
    }
  }

  /** Returns the name in its stored form. Throws validation_failed, or conflict where it is taken. */
  freeNameAskedFor(name: string | undefined): string | undefined {
    if (name === undefined) return undefined
    const parsed = parseName(name)
    if (this.find(parsed)) throw nameTaken(parsed)
    return parsed
  }

  createFile(path: string, name: string): Promise<Workspace> {
    return this.#change(async () => {
      const parsed = parseName(name)
      if (this.find(parsed)) throw nameTaken(parsed)
      const fault = faultOfFileName(basename(path))
      if (fault !== undefined) throw new WorkspaceFileError('bad_name', fault)
      return this.#create({ name: parsed, file: resolvePlace(path) })
    })
  }

  /**
   * Opens a workspace file from anywhere and adds it to the list, under its file name. Throws
   * WorkspaceFileError.
   */
  openFile(path: string): Promise<Workspace> {
    return this.#change(async () => {
      const known = this.#list.find(({ file }) => isSameFile(file, path))
      if (known) {
        if (isOtherName(known.file, path)) throw linkedTo(path, known.name)
        await this.#threadsOf(known)
        return known
      }
      const file = existsSync(path) ? realpathSync(path) : resolve(path)
      const workspace = { id: randomUUID(), name: this.#freeName(basename(file, extname(file))), file }
      this.foreign.expectForeign(workspace.id)
      let threads: WorkspaceThreads | undefined
      try {
        // Only a file that can be opened is listed, and nothing stays open that is not.
        threads = await this.#threadsOf(workspace)
        await this.#stored.add(workspace)
      } catch (error) {
        this.foreign.forget(workspace.id)
        this.#open.delete(workspace.id)
        this.#faults.delete(workspace.id)
        this.#ready.delete(workspace.id)
        await threads?.close()
        throw error
      }
      this.#list.push(workspace)
      return workspace
    })
  }

  /**
   * Ends the writes to a workspace, lets `copyLast` copy all acknowledged ones, closes it, lets `change`
   * replace its file, and opens the new one; requests meanwhile wait. When one of the two throws, the
   * workspace is opened as it is. `copyLast` has no threads where the workspace cannot be opened.
   */
  async replaceFile(
    id: string,
    change: (file: string) => Promise<void>,
    copyLast?: (threads: WorkspaceThreads | undefined) => Promise<void>,
  ): Promise<void> {
    const workspace = this.#list.find((candidate) => candidate.id === id)
    if (!workspace) throw workspaceNotFound()
    let failure: unknown
    const before = copyLast ? this.#threadsOf(workspace) : this.#open.get(id)
    this.#ready.delete(id)
    const reopening = (async () => {
      // A workspace that could not be opened has nothing to close.
      const threads = await before?.catch(() => undefined)
      this.#ready.delete(id)
      await this.#options.onClosing?.(workspace)
      try {
        await threads?.endWrites()
        await copyLast?.(threads)
        await threads?.close().catch(() => undefined)
        await change(workspace.file)
        // A backup of this data folder has another mark, and is no file from elsewhere.
        this.foreign.forget(id)
      } catch (error) {
        failure = error
      }
      await threads?.close().catch(() => undefined)
      return this.#openThreads(workspace)
    })()
    await this.#keepOpen(workspace, reopening)
    if (failure !== undefined) throw asError(failure)
  }

  /** Tells vitrine.db the members of the clusters, which come and go while servers run. */
  async learnClusters(): Promise<void> {
    const take = await this.#cluster?.learn()
    if (!take) return
    await this.#change(async () => {
      if (this.#cluster) this.#cluster = await take(this.#cluster)
    })
  }

  /**
   * Moves a workspace to these nodes, or into its file alone without nodes, by changing the file of
   * clusters. Throws conflict or validation_failed, and the workspace stays where it is.
   */
  move(id: string, nodes: readonly string[]): Promise<MoveResult> {
    return this.#change(async () => {
      const workspace = this.#list.find((candidate) => candidate.id === id)
      if (!workspace) throw workspaceNotFound()
      if (!this.#cluster) throw withoutClusters()
      const plan = await this.#cluster.planMove(workspace, nodes)
      let isMoved = false
      try {
        await plan.begin()
        await (await this.get(id)).moveTo(plan.order)
        this.#cluster = plan.databases
        isMoved = true
      } finally {
        // A move that vitrine.db could not be told is settled by the next server that opens it.
        await plan.settle(isMoved).catch(() => undefined)
        plan.discard()
      }
      return { database: plan.database, nodes: [...nodes] }
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#learning)
    await this.#lastChange
    this.#isClosed = true
    this.#idle.close()
    const opened = await Promise.allSettled(this.#open.values())
    this.#open.clear()
    this.#ready.clear()
    const threads = opened.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
    await Promise.all(threads.map((open) => open.close()))
  }

  #threadsOf(workspace: Workspace): Promise<WorkspaceThreads> {
    const ready = this.#ready.get(workspace.id)
    if (ready && this.#isReplaced(workspace.id, ready))
      return this.#keepOpen(workspace, this.#reopen(workspace, ready))
    const open = this.#open.get(workspace.id)
    if (open) return open
    return this.#keepOpen(workspace, this.#openThreads(workspace))
  }

  async #reopen(workspace: Workspace, threads: WorkspaceThreads): Promise<WorkspaceThreads> {
    this.#ready.delete(workspace.id)
    await this.#options.onClosing?.(workspace)
    await threads.close()
    return this.#openThreads(workspace)
  }

  #keepOpen({ id }: Workspace, opening: Promise<WorkspaceThreads>): Promise<WorkspaceThreads> {
    this.#open.set(id, opening)
    opening.then(
      () => this.#faults.delete(id),
      (error: unknown) => {
        this.#open.delete(id)
        if (!this.#isClosed) this.#faults.set(id, messageOf(error))
      },
    )
    return opening
  }

  async #openThreads(workspace: Workspace): Promise<WorkspaceThreads> {
    // Otherwise nobody would close it, and its file would stay locked.
    if (this.#isClosed) throw unavailable(message('server.closing'))
    const { onOpened, onCheckedAfterUncleanEnd, entry, readDeadlineMs, isReplicated, shared, fence } =
      this.#options
    await shared?.confirm()
    const cluster = this.#cluster?.ofWorkspace(workspace)
    const isForeign = this.foreign.isForeign(workspace, { isInCluster: cluster !== undefined })
    const threads = await openWorkspaceThreads(workspace.file, {
      backupFolder: join(this.#dataFolder, 'backups', workspace.id),
      onCheckedAfterUncleanEnd: (damage) => onCheckedAfterUncleanEnd?.(workspace, damage),
      ...(entry && { entry }),
      readDeadlineMs,
      isReplicated,
      fence,
      cluster,
      feed: cluster && shared?.openFeed(),
      claim: shared?.ofWorkspaces,
      onWoken: () => this.#idle.look(),
      isStillOwn: () => !this.foreign.isForeign(workspace, { isInCluster: cluster !== undefined }),
      isForeign,
    })
    try {
      await this.foreign.own(workspace, threads, { isForeign })
      await onOpened?.(workspace, threads)
      this.#ready.set(workspace.id, threads)
      this.#idle.look()
      return threads
    } catch (error) {
      await threads.close()
      throw error
    }
  }

  #place({ name, file }: Omit<Workspace, 'id'>): string {
    if (!this.#options.shared || !this.#cluster?.ofWorkspace({ name, file })) return file
    const folder = join(this.#dataFolder, workspacesFolder)
    makeFolder(folder)
    return join(folder, basename(file))
  }

  async #create(place: Omit<Workspace, 'id'>): Promise<Workspace> {
    const workspace = { id: randomUUID(), ...place }
    // The file of a clustered workspace is made with its first opening: the cluster may hold much already.
    const isInCluster = this.#cluster?.ofWorkspace(workspace) !== undefined
    await (isInCluster ? this.#stored.add(workspace) : this.#stored.create(workspace))
    if (isInCluster) this.foreign.expectForeign(workspace.id)
    this.#list.push(workspace)
    return workspace
  }

  #change<T>(fn: () => Promise<T>): Promise<T> {
    const changed = this.#lastChange.then(fn)
    this.#lastChange = changed.catch(() => undefined)
    return changed
  }

  #freeName(requested: string): string {
    const name = requested.replace(/\p{Cc}+/gu, ' ').trim() || 'Workspace'
    return firstFree(
      (count) => (count === 1 ? name : `${name} ${count}`),
      (candidate) => !this.find(candidate),
    )
  }
}

function withoutClusters(): CatalogError {
  return conflict(
    'The server knows no clusters. Start it with --cluster and a file of clusters, which may be {"databases": {}}, then move again.',
  )
}

function asInternalError(error: unknown): unknown {
  return error instanceof WorkspaceFileError ? ofWorkspaceFile(error) : error
}
