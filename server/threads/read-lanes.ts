import { InterruptedRead, asError } from '#shared/interrupted.ts'
import { type CatalogError, rateLimited } from '../catalog/errors.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import type { OperationName } from '../catalog/operations.ts'
import type { Role } from '#shared/team.ts'
import { closing, type ReadLimits } from './channel.ts'
import type { WorkerSlot } from './thread.ts'

export interface ReadClient {
  readonly key: string
  /** Calls the listener when nobody waits for the answer any more; returns a function that removes it. */
  readonly onGone: (listener: () => void) => () => void
  /** The role of the caller, who reads what this role may read. */
  readonly role?: Role | undefined
}

/** Reads whose cost grows with the workspace; all others look up rows. */
const longReads: ReadonlySet<string> = new Set<OperationName>([
  'listEntities',
  'freezeList',
  'listVariants',
  'listTrash',
  'findCells',
  'aggregateList',
  'countGroups',
  'distinctValues',
  'readFacets',
  'findClusters',
  'readValuesToEmbed',
  'previewClusterMerge',
  'findBranches',
  'countTree',
  'listReferrers',
  'listPictures',
  'channelCompleteness',
  'listFindings',
  'summarizeQuality',
  'readQualityScores',
  'tryQualityRule',
  'readDailyPoints',
])

function namesItsRows(input: unknown): boolean {
  const { clauses, tree, q } = (input as { request?: Partial<ListRequest> } | undefined)?.request ?? {}
  const [only, ...others] = clauses ?? []
  return only?.key === 'id' && isLookup(only.operator) && others.length === 0 && !tree && q === undefined
}

const isLookup = (operator: string): boolean => operator === 'in' || operator === 'eq'

const maxWaitingOfClient = 100
// Answers that are made faster than the main thread passes them on would pile up there.
const maxShortAtOnce = 8
const maxShortOfClient = 4
const maxSlowShapes = 500
// The time of a list in the quick lane; a list that took less in the long lane was not slow.
const quickShare = { busyMs: 8, idleMs: 250 }
// A reader caches results: a list that is quick in the long lane may be slow in the other, which has not.
const slowForMs = 60_000

interface LongRead {
  readonly name: string
  readonly input: unknown
  /** The question without its values: whether that is slow is remembered. */
  readonly shape: string
  readonly client: ReadClient
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  abandon?: (() => void) | undefined
  isGone: boolean
}

/**
 * The two readers of a workspace, so that short reads never wait for long ones. The quick lane answers short
 * reads and quick lists; a slow list moves to the long lane, where clients take turns. Each lane helps while
 * the other is busy.
 */
export class ReadLanes {
  readonly #quick: WorkerSlot
  readonly #long: WorkerSlot
  readonly #deadlineMs: number
  readonly #slowShapes = new Map<string, number>()
  readonly #untried = new TurnQueue<LongRead>()
  readonly #slow = new TurnQueue<LongRead>()
  readonly #running = new Set<LongRead>()
  readonly #waitingShort = new TurnQueue<() => void>()
  readonly #shortOfClients = new Map<string, number>()
  #shortAtOnce = 0
  #isTrying = false
  #isReadingLong = false
  #isClosed = false

  constructor(lanes: { readonly quick: WorkerSlot; readonly long: WorkerSlot }, deadlineMs: number) {
    this.#quick = lanes.quick
    this.#long = lanes.long
    this.#deadlineMs = deadlineMs
  }

  /** Rejects with InterruptedRead where the client has gone or the deadline has passed, with rate_limited where too many wait. */
  call<Value>(name: string, input: unknown, asked: Partial<ReadClient> = {}): Promise<Value> {
    const client: ReadClient = { ...anybody, ...asked }
    if (!longReads.has(name) || namesItsRows(input)) return this.#readShort<Value>(name, input, client)
    let stopListening: (() => void) | undefined
    const answer = new Promise<Value>((resolve, reject) => {
      const read: LongRead = {
        name,
        input,
        shape: shapeOf(name, input),
        client,
        isGone: false,
        resolve,
        reject,
      }
      stopListening = client.onGone(() => {
        read.isGone = true
        read.abandon?.()
      })
      const isSlow = this.#slowShapes.has(read.shape)
      this.#enter(isSlow ? this.#slow : this.#untried, read)
    })
    return answer.finally(stopListening)
  }

  get waiting(): number {
    const inLanes = this.#quick.waiting + this.#long.waiting
    return inLanes + this.#untried.size + this.#slow.size + this.#waitingShort.size
  }

  /** Ends both threads while nothing is read; the next read starts them again. */
  async rest(): Promise<void> {
    await Promise.all([this.#quick.rest(), this.#long.rest()])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { abandon } of this.#running) abandon?.()
    for (const read of [...this.#untried.takeAll(), ...this.#slow.takeAll()]) read.reject(closing())
    await Promise.all([this.#quick.close(), this.#long.close()])
  }

  async #readShort<Value>(name: string, input: unknown, { key, role }: ReadClient): Promise<Value> {
    if (this.#shortAtOnce < maxShortAtOnce && this.#mayReadShort(key)) this.#countShort(key, 1)
    else await new Promise<void>((resolve) => this.#waitingShort.add(key, resolve))
    try {
      return await this.#shortLane().thread.call<Value>(name, input, role)
    } finally {
      this.#countShort(key, -1)
      // The next one takes this turn before a caller that has not waited.
      const next = this.#waitingShort.take((client) => this.#mayReadShort(client))
      if (next) {
        this.#countShort(next.key, 1)
        next.one()
      }
    }
  }

  #mayReadShort(key: string): boolean {
    return (this.#shortOfClients.get(key) ?? 0) < maxShortOfClient
  }

  #countShort(key: string, change: 1 | -1): void {
    const count = (this.#shortOfClients.get(key) ?? 0) + change
    this.#shortAtOnce += change
    if (count === 0) this.#shortOfClients.delete(key)
    else this.#shortOfClients.set(key, count)
  }

  /**
   * The second reader costs memory, and its start more than a short read: it starts when a call waits for the
   * first.
   */
  #shortLane(): WorkerSlot {
    const isLongFree = !this.#isReadingLong && this.#long.waiting === 0
    const enough = this.#long.isStarted ? 0 : 1
    return this.#quick.waiting > enough && isLongFree ? this.#long : this.#quick
  }

  #enter(queue: TurnQueue<LongRead>, read: LongRead): void {
    const { key } = read.client
    if (this.#isClosed) return read.reject(closing())
    if (queue.waitingOf(key) >= maxWaitingOfClient) return read.reject(tooManyWaiting())
    queue.add(key, read)
    this.#throwIfInterrupted()
  }

  #throwIfInterrupted(): void {
    if (!this.#isTrying && (this.#quick.waiting === 0 || this.#isReadingLong)) {
      const read = takeWanted(this.#untried)
      if (read) void this.#try(read)
    }
    if (!this.#isReadingLong) {
      const read = takeWanted(this.#slow) ?? takeWanted(this.#untried)
      if (read) void this.#readLong(read)
    }
  }

  async #try(read: LongRead): Promise<void> {
    this.#isTrying = true
    const isDone = await this.#answer(read, this.#quick, quickShare)
    this.#isTrying = false
    if (!isDone) this.#moveToLongLane(read)
    this.#throwIfInterrupted()
  }

  async #readLong(read: LongRead): Promise<void> {
    this.#isReadingLong = true
    const start = performance.now()
    await this.#answer(read, this.#long)
    this.#isReadingLong = false
    // The list has become quick: an index was made since, or there is less to read.
    const end = performance.now()
    const madeWay = this.#slowShapes.get(read.shape) ?? end
    if (end - start < quickShare.busyMs && end - madeWay > slowForMs) this.#slowShapes.delete(read.shape)
    this.#throwIfInterrupted()
  }

  async #answer(read: LongRead, lane: WorkerSlot, share?: ReadLimits['share']): Promise<boolean> {
    const limits = { deadlineMs: this.#deadlineMs, share }
    const { role } = read.client
    const { answer, abandon } = lane.thread.read(read.name, read.input, { limits, role })
    read.abandon = abandon
    this.#running.add(read)
    try {
      read.resolve((await answer) as never)
    } catch (error) {
      if (error instanceof InterruptedRead && error.reason === 'preempted') return false
      read.reject(asError(error))
    } finally {
      read.abandon = undefined
      this.#running.delete(read)
    }
    return true
  }

  #moveToLongLane(read: LongRead): void {
    const [oldest] = this.#slowShapes.keys()
    if (this.#slowShapes.size >= maxSlowShapes && oldest !== undefined) this.#slowShapes.delete(oldest)
    this.#slowShapes.set(read.shape, performance.now())
    this.#enter(this.#slow, read)
  }
}

const anybody: ReadClient = { key: '', onGone: () => () => undefined }

const values: ReadonlySet<string> = new Set(['value', 'offset', 'cursor', 'q', 'ids', 'frozen', 'snapshot'])

function shapeOf(name: string, input: unknown): string {
  return name + JSON.stringify(input, (key, value: unknown) => (values.has(key) ? typeof value : value))
}

function tooManyWaiting(): CatalogError {
  return rateLimited(
    `${maxWaitingOfClient} lists of this client wait to be read. Wait for some of their answers, then go on.`,
    1,
  )
}

function takeWanted(queue: TurnQueue<LongRead>): LongRead | undefined {
  for (let next = queue.take(); next; next = queue.take()) {
    if (!next.one.isGone) return next.one
    next.one.reject(new InterruptedRead('abandoned'))
  }
  return undefined
}

class TurnQueue<Waiting> {
  readonly #ofClients = new Map<string, Waiting[]>()

  get size(): number {
    let size = 0
    for (const waiting of this.#ofClients.values()) size += waiting.length
    return size
  }

  waitingOf(key: string): number {
    return this.#ofClients.get(key)?.length ?? 0
  }

  add(key: string, one: Waiting): void {
    const waiting = this.#ofClients.get(key)
    if (waiting) waiting.push(one)
    else this.#ofClients.set(key, [one])
  }

  take(mayBeServed: (key: string) => boolean = () => true): { key: string; one: Waiting } | undefined {
    for (const [key, waiting] of this.#ofClients) {
      if (!mayBeServed(key)) continue
      const one = waiting.shift()
      this.#ofClients.delete(key)
      // A map keeps the order of insertion: the client goes to the end.
      if (waiting.length > 0) this.#ofClients.set(key, waiting)
      if (one !== undefined) return { key, one }
    }
    return undefined
  }

  takeAll(): Waiting[] {
    const all = [...this.#ofClients.values()].flat()
    this.#ofClients.clear()
    return all
  }
}
