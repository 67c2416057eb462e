import { readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTerminal, type ImportResult, type Job } from '#shared/jobs.ts'
import { openQuestions } from '#shared/imports.ts'
import { message, textOf } from '#shared/messages/message.ts'
import { CatalogError } from '../catalog/errors.ts'
import { resultPath, resultsFolderOf } from '../jobs/result-files.ts'
import { freePath, putAside } from '../places/folder-place.ts'
import type { FileOutcome } from '../places/place.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Clock } from '../workspaces/clock.ts'
import { readJob } from '../workspaces/job-runner.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import { type Connections, nameOfFolder } from './connections.ts'
import type { Feeds } from './feeds.ts'

/** The setting in which earlier versions kept their watched folders. */
export const earlierFoldersKey = 'watched_folders'

/** A watched folder as earlier versions have stored it. */
export interface EarlierFolder {
  readonly id: string
  readonly workspace_id: string
  readonly folder: string
  readonly profile_id: string
  readonly is_on?: boolean
  /** It is a feed by now, and files that were taken before are still to be moved. */
  readonly is_feed?: boolean
}

export interface EarlierFoldersParts {
  readonly registry: RegistryThread
  readonly workspaces: Pick<Workspaces, 'get' | 'list'>
  readonly connections: Connections
  readonly feeds: Feeds
  readonly uploadsDir: string
  readonly clock: Clock
  readonly onError: (folder: string, error: unknown) => void
  readonly lookEveryMs?: number | undefined
}

const defaultLookEveryMs = 2000

/**
 * The watched folders of earlier versions: each becomes a feed once, under its id. A file that was being
 * imported goes where its import ends; one that was only taken, or that waits for an answer, goes back.
 */
export class EarlierFolders {
  readonly #parts: EarlierFoldersParts
  #adopted: Promise<void> | undefined
  #left: readonly EarlierFolder[] = []
  #looking: Promise<void> | undefined
  #takeBack: (() => void) | undefined
  #isClosed = false

  constructor(parts: EarlierFoldersParts) {
    this.#parts = parts
  }

  /** Makes the feeds, where that was not done yet; a workspace that cannot be opened keeps its folders. */
  adopt(): Promise<void> {
    this.#adopted ??= this.#adoptAll()
    return this.#adopted
  }

  /** Makes the feeds, and looks after the files that were taken before until all are moved. */
  start(): void {
    this.#looking = this.look().catch((error: unknown) => this.#note('', error))
  }

  /** Moves on once what was taken before. */
  async look(): Promise<void> {
    await this.adopt()
    await this.#settleAll()
    const { clock, lookEveryMs = defaultLookEveryMs } = this.#parts
    if (this.#left.length > 0 && !this.#isClosed)
      this.#takeBack = clock.at(clock.now() + lookEveryMs, () => this.start())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#takeBack?.()
    await this.#looking
  }

  async #adoptAll(): Promise<void> {
    const { registry, workspaces } = this.#parts
    const text = await registry.call('getSetting', { key: earlierFoldersKey })
    const stored: EarlierFolder[] = text === undefined ? [] : JSON.parse(text)
    const known = new Set(workspaces.list().map(({ id }) => id))
    const left: EarlierFolder[] = []
    for (const folder of stored.filter(({ workspace_id: id }) => known.has(id)))
      left.push(await this.#adoptOne(folder))
    if (stored.length > 0) await this.#keep(left)
  }

  async #adoptOne(folder: EarlierFolder): Promise<EarlierFolder> {
    if (folder.is_feed === true) return folder
    const { id, workspace_id: workspaceId, folder: path, profile_id: profile, is_on: isOn = true } = folder
    const { connections, feeds, workspaces } = this.#parts
    try {
      const threads = await workspaces.get(workspaceId)
      const connection = await connections.adoptFolder(workspaceId, path)
      await threads.call('adoptWatchedFolder', {
        id,
        name: nameOfFolder(path),
        connection,
        profile,
        isOn,
        context,
      })
      await feeds.noteFeeds(workspaceId)
      return { ...folder, is_feed: true }
    } catch (error) {
      this.#note(path, error)
      return folder
    }
  }

  async #settleAll(): Promise<void> {
    if (this.#left.length === 0) return
    const left: EarlierFolder[] = []
    for (const folder of this.#left) if (!(await this.#isSettled(folder))) left.push(folder)
    if (left.length < this.#left.length) await this.#keep(left)
  }

  async #isSettled(folder: EarlierFolder): Promise<boolean> {
    if (folder.is_feed !== true || this.#isClosed) return false
    try {
      const threads = await this.#parts.workspaces.get(folder.workspace_id)
      const files = await listClaimed(folder.folder)
      if (files === undefined) return false
      const settled = await Promise.all(files.map((file) => this.#settle(folder.folder, file, threads)))
      if (settled.includes(false)) return false
      await rmdir(join(folder.folder, claimedFolder)).catch(() => undefined)
      return true
    } catch (error) {
      this.#note(folder.folder, error)
      return false
    }
  }

  /** False while the import of a file goes on. */
  async #settle(folder: string, file: ClaimedFile, threads: WorkspaceThreads): Promise<boolean> {
    const job = await findJob(threads, file.job)
    if (job && !isTerminal(job.status)) return false
    if (!job || openQuestions(job).length > 0) await rename(file.path, freePath(folder, file.name))
    else await putAside(file.path, { folder, name: file.name }, this.#outcomeOf(job))
    return true
  }

  #outcomeOf({ id, status, result }: Job): FileOutcome {
    if (result !== null && 'error' in result)
      return { isGood: false, errorRows: undefined, reason: result.error.message }
    const {
      failed = 0,
      held = 0,
      errors_file: rows,
    }: Partial<ImportResult> = result !== null && 'created_attributes' in result ? result : {}
    return {
      isGood: status === 'completed' && failed + held === 0,
      errorRows: rows ? resultPath(resultsFolderOf(this.#parts.uploadsDir), id, 'errors') : undefined,
      reason: textOf(status === 'cancelled' ? message('import.cancelled') : message('import.failed')),
    }
  }

  #note(folder: string, error: unknown): void {
    if (!this.#isClosed) this.#parts.onError(folder, error)
  }

  async #keep(left: readonly EarlierFolder[]): Promise<void> {
    this.#left = left
    await this.#parts.registry.call('putSetting', { key: earlierFoldersKey, value: JSON.stringify(left) })
  }
}

const context = {
  actor: { type: 'system', id: null, name: 'Watched folders' },
  via: 'system',
  request_id: null,
  job_id: null,
} as const

const claimedFolder = 'importing'
const claimedName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.+)$/

interface ClaimedFile {
  readonly job: string
  readonly name: string
  readonly path: string
}

/** The files that were taken, each with the id of its job; undefined where the folder is not there. */
async function listClaimed(folder: string): Promise<ClaimedFile[] | undefined> {
  const place = join(folder, claimedFolder)
  const entries = await readdir(folder).catch(() => undefined)
  if (entries === undefined) return undefined
  if (!entries.includes(claimedFolder)) return []
  return (await readdir(place)).flatMap((entry) => {
    const [, job, name] = claimedName.exec(entry) ?? []
    return job === undefined || name === undefined ? [] : [{ job, name, path: join(place, entry) }]
  })
}

async function findJob(threads: WorkspaceThreads, id: string): Promise<Job | undefined> {
  try {
    return await readJob(threads, id)
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'not_found') return undefined
    throw error
  }
}
