import type { FieldError } from '#shared/errors.ts'
import type { Feed, FeedPatch, FeedRun, NewFeed } from '#shared/schemas/feeds.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { message, textOf } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { Answer } from '../catalog/answer.ts'
import { CatalogError, notFound } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { RunCause } from '../catalog/job-queue/enqueue-feed.ts'
import { openPlace } from '../places/open-place.ts'
import { type Place, PlaceFault } from '../places/place.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { JobRunner } from '../workspaces/job-runner.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { Clock } from '../workspaces/clock.ts'
import type { Connections } from './connections.ts'

export interface FeedsParts {
  readonly registry: RegistryThread
  readonly workspaces: Pick<Workspaces, 'get' | 'list'>
  readonly connections: Connections
  readonly jobsOf: (workspaceId: string) => JobRunner
  readonly onError: (feed: string, error: unknown) => void
  readonly clock: Clock
  /** How often the times and the watched folders are looked at; every 2 seconds by default. */
  readonly lookEveryMs?: number | undefined
}

interface FeedWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

interface RunRequest {
  readonly body: Partial<FeedRun>
  readonly faults: readonly FieldError[]
  readonly context: Omit<WriteContext, 'job_id'>
}

const key = 'workspaces_with_feeds'
const defaultLookEveryMs = 2000
// A run that is later than this was missed, because nothing ran at its time.
const missedMs = 60_000

/** Loads which workspaces have feeds; no workspace is opened before `start`. */
export async function loadFeeds(parts: FeedsParts): Promise<Feeds> {
  const stored = await parts.registry.call('getSetting', { key })
  const ids: string[] = stored === undefined ? [] : JSON.parse(stored)
  const known = new Set(parts.workspaces.list().map(({ id }) => id))
  return new Feeds(
    parts,
    ids.filter((id) => known.has(id)),
  )
}

/** The feeds of all workspaces: they run at their times and when a file lies there. */
export class Feeds {
  readonly #parts: FeedsParts
  readonly #workspaces: Set<string>
  /** The feeds of a workspace as they are until the next write or the next end of a job. */
  readonly #known = new Map<string, readonly Feed[]>()
  #takeBack: (() => void) | undefined
  #looking: Promise<void> | undefined
  #isClosed = false

  constructor(parts: FeedsParts, workspaces: readonly string[]) {
    this.#parts = parts
    this.#workspaces = new Set(workspaces)
  }

  start(): void {
    const { clock, lookEveryMs = defaultLookEveryMs } = this.#parts
    const look = () => void this.look().finally(() => this.#isClosed || this.start())
    this.#takeBack = clock.at(clock.now() + lookEveryMs, look)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#takeBack?.()
    await this.#looking
  }

  async list(workspaceId: string, faults: readonly FieldError[] = []): Promise<Feed[]> {
    const threads = await this.#parts.workspaces.get(workspaceId)
    return threads.call('listFeeds', { ...this.#facts(workspaceId), faults })
  }

  async create(workspaceId: string, write: FeedWrite<NewFeed>): Promise<Answer> {
    const answer = await (
      await this.#threads(workspaceId)
    ).call('createFeed', { ...write, ...this.#facts(workspaceId) })
    await this.noteFeeds(workspaceId)
    return answer
  }

  async change(workspaceId: string, id: string, write: FeedWrite<FeedPatch>): Promise<Answer> {
    const threads = await this.#threads(workspaceId)
    const answer = await threads.call('updateFeed', { id, ...write, ...this.#facts(workspaceId) })
    await this.noteFeeds(workspaceId)
    return answer
  }

  async delete(
    workspaceId: string,
    id: string,
    write: { readonly faults: readonly FieldError[]; readonly context: WriteContext },
  ): Promise<Answer> {
    const threads = await this.#threads(workspaceId)
    const answer = await threads.call('deleteFeed', { id, ...write, ...this.#facts(workspaceId) })
    this.#known.delete(workspaceId)
    return answer
  }

  /** Finds a feed by its id or name; throws not_found. */
  async find(workspaceId: string, idOrName: string): Promise<Feed> {
    const wanted = foldText(idOrName)
    const feeds = await this.list(workspaceId)
    const found = feeds.find(({ id, name }) => id === wanted || foldText(name) === wanted)
    if (!found) throw notFound(`The feed ${idOrName}`)
    return found
  }

  /** Begins a run: 202 with its job, or with the one that is not finished. */
  async run(workspaceId: string, feed: string, { body, faults, context }: RunRequest): Promise<Answer> {
    return this.#run(workspaceId, { feed, cause: 'asked', ...body, faults, context })
  }

  /** The end of a feed's job: its connection learns what stood in the way, and the next file gets its turn. */
  async noteJobEnd(workspaceId: string, job: Job): Promise<void> {
    const { id, metadata, status, result } = job
    const { feed_id: feed, connection, dry_run: isDry } = metadata
    if (typeof feed !== 'string' || isDry === true || !isTerminal(status)) return
    this.#known.delete(workspaceId)
    const threads = await this.#threads(workspaceId)
    const problem = await threads.call('takeFeedProblem', { feed })
    if (typeof connection === 'string') await this.#parts.connections.noteUse(connection, problem)
    if (status !== 'completed') await this.#putAside(workspaceId, feed, job)
    if (status === 'completed' && filesLeft(result) > 0)
      await this.#runByItself(workspaceId, { id: feed, name: id }, 'file')
  }

  /** A file of a run that was dropped, or that broke off, does not lie among those that are still to come. */
  async #putAside(workspaceId: string, feed: string, { metadata, status, result }: Job): Promise<void> {
    const { connection, file: name } = metadata
    if (typeof name !== 'string' || typeof connection !== 'string') return
    if (!this.#parts.connections.find(workspaceId, connection)) return
    const threads = await this.#threads(workspaceId)
    const mark = await threads.call('findTakenMark', { feed, name })
    if (mark === null) return
    const failure = result !== null && 'error' in result ? result.error.message : undefined
    const ended = status === 'cancelled' ? message('import.cancelled') : message('import.failed')
    await this.#using(workspaceId, connection, async (place) => {
      const outcome = { isGood: false, errorRows: undefined, reason: failure ?? textOf(ended), mark }
      if (await place.settle(name, outcome)) await threads.call('noteFileMoved', { feed, name })
    })
  }

  /** Opens the place of a connection, and notes there what stands in its way. */
  async #using<Value>(
    workspaceId: string,
    connection: string,
    use: (place: Place) => Promise<Value>,
  ): Promise<Value | undefined> {
    const { connections } = this.#parts
    const access = await connections.access(workspaceId, connection)
    const place = await openPlace(access, { signal: AbortSignal.timeout(10_000) })
    try {
      const value = await use(place)
      await connections.noteLook(connection, null)
      return value
    } catch (error) {
      if (!(error instanceof PlaceFault)) throw error
      await connections.noteLook(connection, error.problem)
      return undefined
    } finally {
      await place.close()
    }
  }

  /** Looks once at all times and watched folders. */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookAtAll(): Promise<void> {
    for (const workspaceId of this.#workspaces) {
      if (this.#isClosed) return
      try {
        await this.#lookAt(workspaceId)
      } catch (error) {
        if (!this.#isClosed) this.#parts.onError(workspaceId, error)
      }
    }
  }

  async #lookAt(workspaceId: string): Promise<void> {
    const feeds = this.#known.get(workspaceId) ?? (await this.list(workspaceId))
    this.#known.set(workspaceId, feeds)
    const now = this.#parts.clock.now()
    const turnedOn = feeds.filter(({ is_on: isOn }) => isOn)
    // Side by side, since the look at a file that was just written takes a moment.
    await Promise.all(turnedOn.map((feed) => this.#lookAtFeed(workspaceId, feed, now)))
  }

  async #lookAtFeed(workspaceId: string, feed: Feed, now: number): Promise<void> {
    const dueAt = feed.next_run === null ? undefined : Date.parse(feed.next_run)
    if (dueAt !== undefined && dueAt <= now)
      await this.#runByItself(workspaceId, feed, now - dueAt > missedMs ? 'missed' : 'schedule')
    else if (feed.trigger.on === 'file' && (await this.#hasFile(workspaceId, feed)))
      await this.#runByItself(workspaceId, feed, 'file')
  }

  /** A folder that cannot be looked into keeps its feed on, and is looked into again. */
  async #hasFile(workspaceId: string, { id, name, file, connection, waiting = [] }: Feed): Promise<boolean> {
    const threads = await this.#threads(workspaceId)
    try {
      const has = await this.#using(workspaceId, connection, async (place) => {
        const files = await place.list(file)
        const names = new Set(files.map((found) => found.name))
        const gone = waiting.map(({ file: asked }) => asked).filter((asked) => !names.has(asked))
        if (gone.length > 0) {
          await threads.call('forgetQuestions', { feed: id, names: gone })
          this.#known.delete(workspaceId)
        }
        return files.length > 0 && threads.call('hasUntakenFile', { feed: id, files })
      })
      return has ?? false
    } catch (error) {
      if (!this.#isClosed) this.#parts.onError(name, error)
      return false
    }
  }

  /** Nobody waits for the answer: what is refused is noted, and the next time is the next chance. */
  async #runByItself(
    workspaceId: string,
    { id, name }: Pick<Feed, 'id' | 'name'>,
    cause: RunCause,
  ): Promise<void> {
    try {
      await this.#run(workspaceId, { feed: id, cause, faults: [], context: byItself(name) })
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      // A connection or profile that the feed names may be gone, which the next look sees.
      this.#known.delete(workspaceId)
      this.#parts.onError(name, error)
    }
  }

  async #run(
    workspaceId: string,
    request: RunRequest['body'] & {
      readonly feed: string
      readonly cause: RunCause
    } & Omit<RunRequest, 'body'>,
  ): Promise<Answer> {
    const threads = await this.#threads(workspaceId)
    const answer = await threads.call('enqueueFeedRun', { ...request, ...this.#facts(workspaceId) })
    this.#known.delete(workspaceId)
    this.#parts.jobsOf(workspaceId).wake()
    return answer
  }

  #threads(workspaceId: string): Promise<WorkspaceThreads> {
    return this.#parts.workspaces.get(workspaceId)
  }

  #facts(workspaceId: string) {
    return { connections: this.#parts.connections.names(workspaceId), now: this.#parts.clock.now() }
  }

  /** Remembers that the workspace has feeds, so that the next start opens it for them. */
  async noteFeeds(workspaceId: string): Promise<void> {
    this.#known.delete(workspaceId)
    if (this.#workspaces.has(workspaceId)) return
    this.#workspaces.add(workspaceId)
    await this.#parts.registry.call('putSetting', { key, value: JSON.stringify([...this.#workspaces]) })
  }
}

function filesLeft(result: Job['result']): number {
  return result !== null && 'files_left' in result ? (result.files_left ?? 0) : 0
}

function byItself(name: string): Omit<WriteContext, 'job_id'> {
  return { actor: { type: 'system', id: null, name }, via: 'system', request_id: null }
}
