import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { isWithin } from './file-places.ts'
import { isTerminal, type ImportResult, type Job } from '#shared/jobs.ts'
import { type ImportProfile, openQuestions } from '#shared/imports.ts'
import type {
  NewWatchedFolder,
  WaitingFile,
  WatchedFolder,
  WatchedFolderPatch,
} from '#shared/schemas/watched-folders.ts'
import { foldText } from '#shared/text.ts'
import {
  message,
  referenceOf,
  type Sentence,
  textOf,
  SentenceError,
  sentenceOf,
} from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { CatalogError, Faults, notFound, validationFailed } from '../catalog/errors.ts'
import { resultPath, resultsFolderOf } from '../jobs/result-files.ts'
import { type JobRunner, readJob } from './job-runner.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Workspaces } from './registry.ts'
import {
  describeWaiting,
  WaitingFiles,
  type ClaimedFile,
  type FileEnd,
  lendFile,
  WatchedFiles,
} from './watched-files.ts'

const key = 'watched_folders'
const defaultLookEveryMs = 2000

export interface WatchedFoldersOptions {
  readonly registry: RegistryThread
  readonly workspaces: Workspaces
  readonly jobsOf: (workspaceId: string) => JobRunner
  readonly dataDir: string
  readonly uploadsDir: string
  readonly onError: (folder: string, error: unknown) => void
  readonly lookEveryMs?: number
  readonly settleMs?: number
}

type StoredFolder = Omit<WatchedFolder, 'problem' | 'waiting'>
/** Early stored folders have no `is_on`. */
type EarlierStoredFolder = Omit<StoredFolder, 'is_on'> & Partial<StoredFolder>

/** Loads the watched folders of a data folder. Nothing is read before `start`. */
export async function loadWatchedFolders(options: WatchedFoldersOptions): Promise<WatchedFolders> {
  const text = await options.registry.call('getSetting', { key })
  const stored: EarlierStoredFolder[] = text === undefined ? [] : JSON.parse(text)
  return new WatchedFolders(options, stored)
}

interface Watch extends StoredFolder {
  readonly files: WatchedFiles
  problem: Sentence | null
  waiting: WaitingFile[]
}

/** Folders of this computer whose files are imported by a profile, each once, and then moved to `done` or `failed`. */
export class WatchedFolders {
  readonly #options: WatchedFoldersOptions
  readonly #waiting = new WaitingFiles()
  #watches: Watch[]
  #clock: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isClosed = false

  constructor(options: WatchedFoldersOptions, stored: readonly EarlierStoredFolder[]) {
    this.#options = options
    this.#watches = stored.map((one) => this.#toWatch({ is_on: true, ...one }))
  }

  /** Looks into the folders from now on, every two seconds by default. */
  start(): void {
    const { lookEveryMs = defaultLookEveryMs } = this.#options
    this.#clock = setInterval(() => void this.look(), lookEveryMs).unref()
  }

  list(workspaceId: string): WatchedFolder[] {
    return this.#watches.filter(({ workspace_id: id }) => id === workspaceId).map(shown)
  }

  /** Watches a folder; throws all faults of the request together. */
  async add(workspaceId: string, { folder, profile: asked }: NewWatchedFolder): Promise<WatchedFolder> {
    const faults = new Faults()
    const profile = await this.#findProfile(workspaceId, asked)
    if (!profile) faults.addSentence('profile', noProfile)
    const problem = await this.#problemOf(folder)
    if (problem !== undefined) faults.addSentence('folder', problem)
    faults.throwIfAny()
    const watch = this.#toWatch({
      id: randomUUID(),
      workspace_id: workspaceId,
      folder: resolve(folder),
      profile_id: profile?.id ?? '',
      is_on: true,
    })
    await this.#store([...this.#watches, watch])
    return shown(watch)
  }

  async change(
    workspaceId: string,
    id: string,
    { is_on: isOn, profile: asked }: WatchedFolderPatch,
  ): Promise<WatchedFolder> {
    this.#find(workspaceId, id)
    const profile = asked === undefined ? undefined : await this.#findProfile(workspaceId, asked)
    if (asked !== undefined && !profile)
      throw validationFailed([{ field: 'profile', ...issueSentence(noProfile) }])
    await this.#looking
    const watch = this.#find(workspaceId, id)
    const changed = {
      ...watch,
      is_on: isOn ?? watch.is_on,
      profile_id: profile?.id ?? watch.profile_id,
      problem: null,
      waiting: [],
    }
    await this.#store(this.#watches.map((each) => (each.id === id ? changed : each)))
    return shown(changed)
  }

  async jobsOf(workspaceId: string, id: string): Promise<Answer> {
    this.#find(workspaceId, id)
    return (await this.#options.workspaces.get(workspaceId)).call('listWatchedJobs', { folder: id })
  }

  #find(workspaceId: string, id: string): Watch {
    const found = this.#watches.find((watch) => watch.id === id && watch.workspace_id === workspaceId)
    if (!found) throw notFound(`The watched folder ${id}`)
    return found
  }

  /** Stops watching a folder; taken files are imported, and stay in its folder `importing`. */
  async remove(workspaceId: string, id: string): Promise<WatchedFolder> {
    const found = this.#find(workspaceId, id)
    await this.#looking
    await this.#store(this.#watches.filter((watch) => watch.id !== id))
    return shown(found)
  }

  /** Looks into every folder once: moves imported files and takes completely written ones. */
  look(): Promise<void> {
    this.#looking ??= this.#lookIntoAll().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#clock)
    await this.#looking
  }

  async #lookIntoAll(): Promise<void> {
    for (const watch of this.#watches) {
      if (this.#isClosed) return
      try {
        await this.#lookInto(watch)
        watch.problem = null
      } catch (error) {
        this.#note(watch, error)
      }
    }
  }

  #note(watch: Watch, error: unknown): void {
    const problem = problemSentence(error)
    const isNew = watch.problem === null || textOf(watch.problem) !== textOf(problem)
    if (isNew && !this.#isClosed) this.#options.onError(watch.folder, error)
    watch.problem = problem
  }

  async #lookInto(watch: Watch): Promise<void> {
    const claimed = await watch.files.listClaimed()
    const taken = watch.is_on ? await watch.files.claim() : []
    const waiting = await this.#moveAllOn(watch, claimed, taken)
    const known = watch.waiting.map(describeWaiting)
    const descriptions = waiting.map(describeWaiting)
    const isNew = descriptions.some((sentence) => !known.includes(sentence))
    if (isNew && !this.#isClosed) this.#options.onError(watch.folder, new Error(descriptions.join(' ')))
    watch.waiting = waiting
  }

  async #moveAllOn(
    watch: Watch,
    claimed: readonly ClaimedFile[],
    taken: readonly ClaimedFile[],
  ): Promise<WaitingFile[]> {
    if (claimed.length + taken.length === 0) return []
    const threads = await this.#options.workspaces.get(watch.workspace_id)
    const waiting: (WaitingFile | undefined)[] = []
    for (const file of claimed) waiting.push(await this.#moveOn(watch, threads, file))
    for (const file of taken) waiting.push(await this.#import(watch, threads, file))
    return waiting.filter((file) => file !== undefined)
  }

  async #moveOn(
    watch: Watch,
    threads: WorkspaceThreads,
    file: ClaimedFile,
  ): Promise<WaitingFile | undefined> {
    const job = await findJob(threads, file.job)
    if (!job) return this.#import(watch, threads, file)
    if (!isTerminal(job.status)) return undefined
    const open = openQuestions(job)
    if (open.length > 0)
      return this.#waiting.hold(await watch.files.takeAgain(file), await this.#profileOf(watch), open)
    await watch.files.settle(file, this.#endOf(job))
    return undefined
  }

  /** Throws where the profile is gone; the file waits for another one and does not fail. */
  async #profileOf({ workspace_id: workspace, profile_id: id }: Watch): Promise<ImportProfile> {
    const profile = await this.#findProfile(workspace, id)
    if (!profile) throw new SentenceError(profileGone)
    return profile
  }

  /** The job has the id that the file carries, so that a second one for the same file cannot be noted. */
  async #import(
    watch: Watch,
    threads: WorkspaceThreads,
    file: ClaimedFile,
  ): Promise<WaitingFile | undefined> {
    const profile = await this.#profileOf(watch)
    const known = this.#waiting.questionsOf(file, profile)
    if (known !== undefined) return known
    const { uploadsDir, jobsOf } = this.#options
    const lent = join(uploadsDir, file.job)
    await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
    await lendFile(file, lent)
    const fields = {
      profile: watch.profile_id,
      price_changes: profile.settings.price_changes ?? ('hold' as const),
    }
    try {
      const open = await threads.findOpenQuestions({ file: lent, fields })
      if (open.length > 0) {
        for (const path of [lent, `${lent}.rows`]) await rm(path, { force: true })
        return this.#waiting.hold(file, profile, open)
      }
      await threads.call('enqueueImport', {
        id: file.job,
        fileName: file.name,
        fields,
        faults: [],
        watchedFolder: watch.id,
        context,
      })
    } catch (error) {
      await rm(lent, { force: true })
      if (!(error instanceof CatalogError) || error.code !== 'validation_failed') throw error
      const reason = error.fieldErrors.map(({ issue }) => issue).join(' ')
      await watch.files.settle(file, { isGood: false, errorRows: undefined, reason })
      return undefined
    }
    jobsOf(watch.workspace_id).wake()
    return undefined
  }

  #endOf({ id, status, result }: Job): FileEnd {
    if (result !== null && 'error' in result)
      return { isGood: false, errorRows: undefined, reason: result.error.message }
    const {
      failed = 0,
      held = 0,
      errors_file: rows,
    }: Partial<ImportResult> = result !== null && 'created_attributes' in result ? result : {}
    return {
      isGood: status === 'completed' && failed + held === 0,
      errorRows: rows ? resultPath(resultsFolderOf(this.#options.uploadsDir), id, 'errors') : undefined,
      reason: textOf(status === 'cancelled' ? message('import.cancelled') : message('import.failed')),
    }
  }

  async #findProfile(workspaceId: string, asked: string): Promise<ImportProfile | undefined> {
    const threads = await this.#options.workspaces.get(workspaceId)
    const answer = await threads.call('listImportProfiles', { faults: [] })
    const { data } = parseAnswer<{ data: ImportProfile[] }>(answer)
    const name = foldText(asked)
    return data.find((profile) => profile.id === name || foldText(profile.name) === name)
  }

  /** Explains in a sentence why a folder cannot be watched; undefined without a problem. */
  async #problemOf(folder: string): Promise<Sentence | undefined> {
    if (!isAbsolute(folder)) return message('folder.path_not_whole')
    const { dataDir } = this.#options
    if (isWithin(dataDir, folder) || isWithin(folder, dataDir)) return message('folder.not_apart')
    const overlapping = this.#watches.some(
      (watch) => isWithin(watch.folder, folder) || isWithin(folder, watch.folder),
    )
    if (overlapping) return message('folder.watched_already')
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) return message('folder.not_found')
    const mayUse = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    return mayUse ? undefined : message('folder.write_refused')
  }

  #toWatch(stored: StoredFolder): Watch {
    const { lookEveryMs = defaultLookEveryMs, settleMs = lookEveryMs } = this.#options
    return { ...stored, files: new WatchedFiles(stored.folder, settleMs), problem: null, waiting: [] }
  }

  async #store(watches: Watch[]): Promise<void> {
    const stored = watches.map(
      ({ files: _files, problem: _problem, waiting: _waiting, ...folder }): StoredFolder => folder,
    )
    await this.#options.registry.call('putSetting', { key, value: JSON.stringify(stored) })
    this.#watches = watches
  }
}

const noProfile = message('folder.profile_not_found')
const profileGone = message('folder.profile_gone')

const context = {
  actor: { type: 'owner', id: null, name: 'Watched folder' },
  via: 'app',
  request_id: null,
} as const

async function findJob(threads: WorkspaceThreads, id: string): Promise<Job | undefined> {
  try {
    return await readJob(threads, id)
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'not_found') return undefined
    throw error
  }
}

function problemSentence(error: unknown): Sentence {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return message('folder.gone')
  if (code === 'EACCES' || code === 'EPERM') return message('folder.use_refused')
  return error instanceof Error ? sentenceOf(error) : String(error)
}

function shown({ files: _files, problem, ...watch }: Watch): WatchedFolder {
  if (problem === null) return { ...watch, problem }
  return { ...watch, problem: textOf(problem), ...referenceOf(problem) }
}
