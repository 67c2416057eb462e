import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import type { WorkspaceDownload } from '#shared/schemas/team.ts'
import { asMessage, message, readSentence } from '#shared/messages/message.ts'
import { CatalogError, conflict, notFound } from '../catalog/errors.ts'
import { describeFailure } from '../jobs/job-context.ts'
import { copyWorkspace } from '../threads/idle-thread.ts'
import { toIso, toUtcDay } from '#shared/iso-times.ts'

const maxAtOnce = 2
const retentionMs = 60 * 60 * 1000
const longestMs = 30 * 60 * 1000
const begun = {
  status: 'running',
  progress: { current: 0, total: 0, percent: 0 },
  size: null,
  expires_at: null,
  error: null,
} as const

interface RunningDownload {
  readonly workspaceId: string
  readonly file: string
  readonly abort: AbortController
  state: WorkspaceDownload
  ended: Promise<void>
  expiry?: NodeJS.Timeout
}

export interface WorkspaceDownloadsOptions {
  readonly folder: string
  readonly onError: (error: unknown) => void
  readonly copy?: typeof copyWorkspace
}

/**
 * Downloads of a team's workspaces: each is made while everybody goes on working, available for an hour,
 * and then removed.
 */
export class WorkspaceDownloads {
  readonly #options: WorkspaceDownloadsOptions
  readonly #emptied: Promise<void>
  readonly #taken = new Map<string, RunningDownload>()

  constructor(options: WorkspaceDownloadsOptions) {
    this.#options = options
    this.#emptied = rm(options.folder, { recursive: true, force: true }).catch(options.onError)
  }

  /**
   * Begins a copy. Throws conflict while the workspace has one, where too many are being made, or without
   * room.
   */
  async start({ id: workspaceId, name, file }: Workspace): Promise<WorkspaceDownload> {
    const running = [...this.#taken.values()].filter(({ state }) => state.status === 'running')
    if (running.some((each) => each.workspaceId === workspaceId))
      throw conflict(message('workspace_download.in_progress'))
    if (running.length >= maxAtOnce) throw conflict(message('workspace_download.others_in_progress'))
    const id = randomUUID()
    const day = toUtcDay(Date.now())
    const state = { ...begun, id, file_name: `${plainName(name)} ${day}.vitrine` }
    const target = join(this.#options.folder, `${id}.vitrine`)
    const taken: RunningDownload = {
      workspaceId,
      file: target,
      abort: new AbortController(),
      state,
      ended: Promise.resolve(),
    }
    this.#taken.set(id, taken)
    try {
      await this.#makeRoom(workspaceId, id, file)
    } catch (error) {
      this.#taken.delete(id)
      throw error
    }
    taken.ended = this.#run(taken, file)
    return taken.state
  }

  get(workspaceId: string, id: string): WorkspaceDownload {
    return this.#find(workspaceId, id).state
  }

  /** Returns a complete copy. Throws conflict before it is complete. */
  fileOf(workspaceId: string, id: string): { path: string; name: string; size: number } {
    const { file, state } = this.#find(workspaceId, id)
    if (state.size === null) throw conflict('The copy is not whole. GET tells how far it is.')
    return { path: file, name: state.file_name, size: state.size }
  }

  async remove(workspaceId: string, id: string): Promise<WorkspaceDownload> {
    const taken = this.#find(workspaceId, id)
    taken.abort.abort()
    await taken.ended
    await this.#forget(taken)
    return taken.state
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#taken.values()].map((taken) => this.remove(taken.workspaceId, taken.state.id)),
    )
    await this.#emptied
  }

  #find(workspaceId: string, id: string): RunningDownload {
    const taken = this.#taken.get(id.toLowerCase())
    if (taken?.workspaceId !== workspaceId.toLowerCase())
      throw notFound('This copy', 'It may have been removed. Begin another.')
    return taken
  }

  async #makeRoom(workspaceId: string, id: string, file: string): Promise<void> {
    const { folder } = this.#options
    await this.#emptied
    for (const taken of this.#taken.values())
      if (taken.workspaceId === workspaceId && taken.state.id !== id) await this.#forget(taken)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const [{ size }, { bavail, bsize }] = await Promise.all([stat(file), statfs(folder)])
    // A tenth more for the writes of the copy while people are removed.
    if (bavail * bsize < size * 1.1) throw conflict(message('workspace_download.disk_full'))
  }

  async #run(taken: RunningDownload, file: string): Promise<void> {
    const { abort } = taken
    const tooLong = setTimeout(
      () => abort.abort(new CatalogError('conflict', 'The copy took too long.')),
      longestMs,
    )
    const onProgress = ({ current, total }: { current: number; total: number }) => {
      const percent = total === 0 ? 0 : Math.floor((current / total) * 100)
      taken.state = { ...taken.state, progress: { current, total, percent } }
    }
    try {
      await (this.#options.copy ?? copyWorkspace)(file, taken.file, { signal: abort.signal, onProgress })
      const { size } = await stat(taken.file)
      const expires_at = toIso(Date.now() + retentionMs)
      const { total } = taken.state.progress
      const progress = { current: total, total, percent: 100 }
      taken.state = { ...taken.state, status: 'completed', progress, size, expires_at }
      taken.expiry = setTimeout(() => void this.#forget(taken), retentionMs).unref()
    } catch (error) {
      taken.state = { ...taken.state, ...this.#endOf(taken, error) }
      await removeFiles(taken.file)
    } finally {
      clearTimeout(tooLong)
    }
  }

  #endOf(
    { abort: { signal } }: RunningDownload,
    error: unknown,
  ): Pick<WorkspaceDownload, 'status' | 'error'> {
    const reason: unknown = signal.aborted ? signal.reason : error
    if (signal.aborted && !(reason instanceof CatalogError)) return { status: 'cancelled', error: null }
    if (!(reason instanceof CatalogError)) this.#options.onError(reason)
    const failure = describeFailure(reason)
    const { code, message } = failure
    return { status: 'failed', error: { code, ...asMessage(readSentence(message, failure)) } }
  }

  async #forget(taken: RunningDownload): Promise<void> {
    clearTimeout(taken.expiry)
    this.#taken.delete(taken.state.id)
    await removeFiles(taken.file)
  }
}

function plainName(name: string): string {
  return (
    name
      .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
      .slice(0, 80) || 'Catalog'
  )
}

async function removeFiles(file: string): Promise<void> {
  for (const path of [
    file,
    `${file}.partial`,
    ...['-wal', '-shm', '-journal'].map((end) => `${file}.partial${end}`),
  ])
    await rm(path, { force: true })
}
