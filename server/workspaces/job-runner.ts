import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, basename } from 'node:path'
import { parseUuid, entityTypes } from '#shared/entities.ts'
import { CatalogError } from '../catalog/errors.ts'
import { findChosenPaths } from '../jobs/job-files.ts'
import { type JobSettings, describeFailure, describeStorageFault } from '../jobs/job-context.ts'
import type { JobThread } from '../threads/idle-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { ClaimedJob } from '../catalog/job-queue/queue.ts'
import type { JobFailure, Job } from '#shared/jobs.ts'
import { message } from '#shared/messages/message.ts'
import { cancelledEnd, type JobEnd } from '../catalog/job-queue/running-job.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { workspacesFolder } from '../registry/stored-files.ts'

export interface JobRunnerOptions {
  readonly workspaceId: string
  /** Where the linked libraries of the workspace lie on this computer, by their ids. */
  readonly libraryFolders?: () => Readonly<Record<string, string>>
  readonly uploadsDir: string
  readonly onInternalError?: (error: unknown) => void
  readonly leaseMs?: number
  /** Prepares a job before it starts on its thread; it delays no other job, and its failure fails the job. */
  readonly beforeJob?: (job: { readonly id: string; readonly name: string }) => Promise<void>
  /**
   * Whether the person who started a job may still run it; otherwise the job is cancelled. Without it all
   * may.
   */
  readonly mayRun?: ((job: ClaimedJob) => boolean | Promise<boolean>) | undefined
  readonly settings?: (job: {
    readonly id: string
    readonly name: string
  }) => JobSettings | Promise<JobSettings>
}

const defaultLeaseMs = 60_000
const retentionMs = 7 * 24 * 60 * 60 * 1000
const idLength = 36

type Pool = Pick<WorkspaceThreads, 'isResting' | 'unusedSince' | 'rest'>

interface IdleThreadsOptions {
  readonly pools: () => Iterable<Pool>
  readonly onError: (error: unknown) => void
  readonly rss?: () => number
}

const unusedMs = 10 * 60 * 1000
const minRetained = 3
const memoryBytes = 400 * 1024 * 1024
// Between two requests of one client nothing uses a workspace for a moment.
const pauseMs = 200
const lookEveryMs = { calm: 30_000, underPressure: 250 }

export const unpackedEnding = '.unpacked'

export const restoredEnding = '.restored'

// A new workspace has the number of its process after `partial`, and SQLite puts files of its own next to
// each.
const unfinished = /\.(?:restored|partial(?:-\d+)?)(?:-(?:wal|shm|journal))?$/

/**
 * Removes unfinished backups, restores, packages and new workspaces in a data folder that nobody else has
 * open. Jobs keep their files elsewhere and continue with them.
 */
export function removeUnfinished(dataFolder: string, files: readonly string[]): void {
  const workspaces = join(dataFolder, workspacesFolder)
  removeFrom(workspaces, (name) => unfinished.test(name) || name.includes(unpackedEnding))
  const backups = join(dataFolder, 'backups')
  for (const id of namesIn(backups)) removeFrom(join(backups, id), (name) => unfinished.test(name))
  for (const file of files.filter((each) => dirname(each) !== workspaces))
    removeFrom(dirname(file), (name) => name.startsWith(`${basename(file)}.`) && unfinished.test(name))
}

export function removeUnpacked(folder: string, part: string): void {
  removeFrom(folder, (name) => name.includes(part))
}

function removeFrom(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of namesIn(folder).filter(isLeft)) {
    const path = join(folder, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path, { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Ends the threads of unused workspaces: after ten minutes, or at once except for the three last used
 * where the process takes more than 400 MB. A workspace has two or three threads with 20 to 40 MB each,
 * whatever its content.
 */
export class IdleThreads {
  readonly #options: IdleThreadsOptions
  readonly #rss: () => number
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: IdleThreadsOptions) {
    this.#options = options
    this.#rss = options.rss ?? (() => process.memoryUsage.rss())
  }

  look(now = performance.now()): void {
    if (this.#isClosed) return
    const unused = [...this.#options.pools()]
      .filter(({ isResting }) => !isResting)
      .flatMap((pool) => {
        const since = pool.unusedSince()
        return since === undefined ? [] : [{ pool, unusedMs: now - since }]
      })
      .sort((a, b) => a.unusedMs - b.unusedMs)
    const isUnderPressure = unused.length > minRetained && this.#rss() > memoryBytes
    const enough = (rank: number) => (isUnderPressure && rank >= minRetained ? pauseMs : unusedMs)
    for (const [rank, { pool, unusedMs: ms }] of unused.entries())
      if (ms >= enough(rank)) pool.rest().catch(this.#options.onError)
    this.#lookIn(isUnderPressure ? lookEveryMs.underPressure : lookEveryMs.calm)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.look(), ms).unref()
  }
}

const jobsWithPaths: ReadonlySet<string> = new Set([
  'import',
  'package',
  'asset_match',
  'asset_apply',
  'asset_export',
  'library_scan',
])
const unsaved = message('job.result_not_saved')
const beatsPerLease = 3
const writeAgainMs = 2000
const cancelGraceMs = 1500

interface Run {
  thread: JobThread | undefined
  isStopped: boolean
  isLost: boolean
  ended: Promise<void>
  /** Resolves when a cancelled job is killed because it has not ended by itself. */
  readonly givenUp: PromiseWithResolvers<JobEnd>
}

/**
 * Runs the jobs of one open workspace, a few at a time, each on a thread of its own. A job that a restart
 * interrupted continues from its checkpoint, and so does one whose thread no longer answers.
 */
export class JobRunner {
  readonly #threads: WorkspaceThreads
  readonly #options: JobRunnerOptions
  readonly #leaseMs: number
  readonly #runs = new Map<string, Run>()
  #claiming: Promise<void> | undefined
  #lookAgain: NodeJS.Timeout | undefined
  #isClosed = false
  #isWoken = false
  /** Ends of jobs that are still stored as running, because the file did not take their end. */
  readonly #unwritten = new Map<string, JobEnd>()

  constructor(threads: WorkspaceThreads, options: JobRunnerOptions) {
    this.#threads = threads
    this.#options = options
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs
  }

  get running(): number {
    return this.#runs.size
  }

  async start(): Promise<void> {
    await this.#threads.call('requeueJobs', {})
    this.wake()
    void this.#forgetOldFiles().catch((error: unknown) => this.#options.onInternalError?.(error))
  }

  wake(): void {
    this.#isWoken = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      if (this.#isWoken && !this.#isClosed) this.wake()
    })
  }

  async idle(): Promise<void> {
    while (this.#claiming || this.#runs.size > 0) {
      await this.#claiming
      await Promise.all([...this.#runs.values()].map(({ ended }) => ended))
    }
  }

  /**
   * Notifies the thread of a running job of its cancellation. A job that does not end soon after, within a
   * file or a statement, is killed.
   */
  stop(jobId: string): void {
    const run = this.#runs.get(jobId)
    if (!run || run.isStopped) return
    run.isStopped = true
    if (!run.thread) return run.givenUp.resolve(cancelledEnd)
    run.thread.cancel()
    const grace = setTimeout(() => {
      void run.thread?.terminate()
      run.givenUp.resolve(cancelledEnd)
    }, cancelGraceMs)
    void run.ended.finally(() => clearTimeout(grace))
  }

  async endForbidden(person: string): Promise<void> {
    const { mayRun } = this.#options
    for (const job of await this.#threads.call('listUnfinishedJobsOf', { person })) {
      if (mayRun === undefined || (await mayRun(job))) continue
      await this.#threads.call('withdrawJob', { id: job.id })
      this.stop(job.id)
    }
  }

  /**
   * Starts no further job. A running one is interrupted when the threads close, and continues at the next
   * start.
   */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#lookAgain)
  }

  async #claimAll(): Promise<void> {
    this.#isWoken = false
    clearTimeout(this.#lookAgain)
    let isUnsure = false
    let wakeAt: number | null = null
    try {
      for (const [id, end] of this.#unwritten) await this.#writeEnd(id, end).catch(() => undefined)
      while (!this.#isClosed) {
        const claim = await this.#threads.call('claimJob', { leaseMs: this.#leaseMs })
        const { job, lost } = claim
        ;({ wakeAt } = claim)
        await Promise.all(lost.map((id) => this.#abandon(id)))
        if (!job) break
        this.#run(job)
      }
    } catch (error) {
      isUnsure = true
      if (!this.#isClosed) this.#options.onInternalError?.(error)
    }
    if (isUnsure || wakeAt !== null || this.#unwritten.size + this.#runs.size > 0) this.#wakeLater(wakeAt)
  }

  /**
   * Finds crashed jobs by their leases; a pending end is written once the file takes it, and a paused job
   * continues at its time.
   */
  #wakeLater(wakeAt: number | null): void {
    if (this.#isClosed) return
    const ms = this.#unwritten.size > 0 ? Math.min(writeAgainMs, this.#leaseMs / 2) : this.#leaseMs / 2
    const untilPaused = wakeAt === null ? ms : Math.max(0, wakeAt - Date.now())
    this.#lookAgain = setTimeout(() => this.wake(), Math.min(ms, untilPaused)).unref()
  }

  #run(job: ClaimedJob): void {
    const run: Run = {
      thread: undefined,
      isStopped: false,
      isLost: false,
      ended: Promise.resolve(),
      givenUp: Promise.withResolvers(),
    }
    this.#runs.set(job.id, run)
    const release = this.#threads.hold()
    run.ended = this.#finish(job, run).finally(() => {
      release()
      if (this.#runs.get(job.id) === run) this.#runs.delete(job.id)
      if (!this.#isClosed) this.wake()
    })
  }

  async #prepare(job: ClaimedJob): Promise<JobSettings | undefined> {
    const { beforeJob, settings } = this.#options
    const input = { id: job.id, leaseMs: this.#leaseMs }
    const beat = () => void this.#threads.call('beatJob', input).catch(() => undefined)
    const heart = setInterval(beat, this.#leaseMs / beatsPerLease)
    try {
      await beforeJob?.(job)
      return await settings?.(job)
    } finally {
      clearInterval(heart)
    }
  }

  async #abandon(id: string): Promise<void> {
    this.#unwritten.delete(id)
    const run = this.#runs.get(id)
    if (!run) return
    run.isLost = true
    await run.thread?.terminate()
    await run.ended
  }

  async #finish(job: ClaimedJob, run: Run): Promise<void> {
    const { id } = job
    const end = await this.#outcome(job, run)
    if (!end || run.isLost) return
    try {
      const { status } = await this.#noteEnd(id, end)
      if (!goesOn(status)) await this.#removeFiles(id)
    } catch (error) {
      if (!this.#isClosed) this.#options.onInternalError?.(error)
    }
  }

  async #writeEnd(id: string, end: JobEnd): Promise<void> {
    await this.#threads.call('finishJob', { id, ...end })
    this.#unwritten.delete(id)
    if (!goesOn(end.status)) await this.#removeFiles(id)
  }

  /** How the job has ended in the file: one whose end cannot be written has failed for that reason. */
  async #noteEnd(id: string, end: JobEnd): Promise<JobEnd> {
    try {
      await this.#threads.call('finishJob', { id, ...end })
      return end
    } catch (error) {
      if (this.#isClosed) throw error
      const failure = { ...(await this.#describe(id, error)), ...unsaved }
      const failed = { status: 'failed', result: { error: failure } } as const
      try {
        await this.#threads.call('finishJob', { id, ...failed })
        return failed
      } catch (again) {
        // The file takes nothing now, and perhaps later. If that lasts longer than the lease, the job
        // continues from its checkpoint.
        this.#unwritten.set(id, end)
        throw again
      }
    }
  }

  async #outcome(job: ClaimedJob, run: Run): Promise<JobEnd | undefined> {
    try {
      return await Promise.race([this.#carryOut(job, run), run.givenUp.promise])
    } catch (error) {
      if (this.#isClosed) return undefined
      return { status: 'failed', result: { error: await this.#describe(job.id, error) } }
    }
  }

  async #carryOut(job: ClaimedJob, run: Run): Promise<JobEnd | undefined> {
    if ((await this.#options.mayRun?.(job)) === false) {
      await this.#threads.call('withdrawJob', { id: job.id })
      return cancelledEnd
    }
    const settings = await this.#prepare(job)
    const { uploadsDir, workspaceId: workspace } = this.#options
    const isChosen = jobsWithPaths.has(job.name)
    const named = isChosen ? await findChosenPaths(uploadsDir, { workspace, job: job.id }) : {}
    // Nobody chooses where the pictures of a channel lie, whichever door asks for its file.
    const ofChannel = job.name === 'channel_export' && { library_folders: this.#options.libraryFolders?.() }
    const chosen = { ...named, ...ofChannel }
    if (this.#isClosed || run.isLost || run.isStopped) return undefined
    run.thread = this.#threads.startJobThread(job.name, {
      jobId: job.id,
      leaseMs: this.#leaseMs,
      dataDir: dirname(uploadsDir),
      chosen,
      ...(settings && { settings }),
    })
    return run.thread.finished
  }

  async #describe(id: string, error: unknown): Promise<JobFailure['error']> {
    if (!(error instanceof CatalogError) || error.code === 'internal_error')
      this.#options.onInternalError?.(error)
    const fault = error instanceof CatalogError ? error.storageFault : undefined
    if (!fault) return describeFailure(error)
    const state = await this.#threads.call('savedSoFar', { id }).catch(() => undefined)
    return describeStorageFault(fault, state)
  }

  async #forgetOldFiles(): Promise<void> {
    const { uploadsDir } = this.#options
    for (const name of await readdir(uploadsDir).catch(() => [])) {
      const { mtimeMs } = await stat(join(uploadsDir, name))
      if (Date.now() - mtimeMs < retentionMs) continue
      const id = name.slice(0, idLength)
      if (await this.#threads.call('hasFailed', { id })) await this.#removeFiles(id)
    }
  }

  async #removeFiles(id: string): Promise<void> {
    const { uploadsDir } = this.#options
    // A foreign id that is no UUID could be the beginning of other names.
    if (parseUuid(id) === undefined) return
    const names = await readdir(uploadsDir).catch(() => [])
    for (const name of names) if (name.startsWith(id)) await rm(join(uploadsDir, name), { force: true })
  }
}

/** A failed job may be tried again, and one that waits goes on, with their files. */
function goesOn(status: JobEnd['status']): boolean {
  return status === 'failed' || status === 'paused'
}

export async function readJob(threads: Pick<WorkspaceThreads, 'call'>, id: string): Promise<Job> {
  return parseAnswer<{ data: Job }>(await threads.call('getJob', { id, readable: entityTypes })).data
}
