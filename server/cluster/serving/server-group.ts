/**
 * The servers that share a vitrine.db in a cluster. One of them has its lease and serves; the others know where it is, and one of them takes
 * its place once it is silent.
 */
import type { DatabaseCluster } from '../database/cluster-file.ts'
import type { LeaseRow } from '../database/cluster-state.ts'
import { takenOver, unreachable } from '../database/cluster-faults.ts'
import {
  beatMs,
  type HeldLease,
  isForOthers,
  Lease,
  LeaseWatch,
  type LeaseRequest,
  silenceMs,
} from '../database/lease.ts'
import { RqliteClient } from '../database/rqlite-client.ts'
import { type FenceMoment, WriteFence } from '../../catalog/connections/write-fence.ts'

export type PeerStatus = 'answers' | 'silent' | 'gone'

export interface GroupEvents {
  readonly onHeld: (held: HeldLease) => Promise<void>
  readonly onLost: () => Promise<void>
  /**
   * The address of the serving server has changed or is unknown; pending requests to the old one will not
   * be answered.
   */
  readonly onAddress: (address: string | undefined) => void
  /** Asks the serving server, whose beat stands still: it may be slow and not gone. */
  readonly probe: (address: string, patienceMs: number) => Promise<PeerStatus>
  readonly onError: (error: unknown) => void
  /** Why this server could not serve if it took the lease; undefined where nothing stands in the way. */
  readonly findObstacle: () => Promise<string | undefined>
}

/** How a server stands to the others, for who watches it. */
export interface GroupStanding {
  readonly isHolder: boolean
  /** Whether the server that serves is known and was seen to be alive a moment ago. */
  readonly isServed: boolean
  readonly obstacle: string | undefined
  /** Since when the beat was confirmed, or seen to move by a server that stands by; Infinity before. */
  readonly beatAgeMs: number
}

const [lookMs, suspectedMs] = [400, 50]
const firstLookMs = 15_000
const [missedBeatMs, probeMs, maxSilentMs] = [800, 1000, 15_000]
const restMs = 5000
/** A read is answered only so long after the holder has asked for a beat that was confirmed: no other server can have the lease by then. */
const confirmedMs = silenceMs
// Another server may be able to serve everything; where none takes the lease, some of it is better than nothing.
const giveWayMs = 10_000
const servedMs = 3000

export class ServerGroup {
  readonly #client: RqliteClient
  readonly #lease: Lease
  readonly #wish: LeaseRequest
  readonly #events: GroupEvents
  #watch: LeaseWatch
  #held: HeldLease | undefined
  #address: string | undefined
  #serving: Promise<void> = Promise.resolve()
  #notBefore = 0
  /** A request could not reach the server that serves, which is probed without waiting for a missed beat. */
  #isSuspected = false
  #wake: (() => void) | undefined
  readonly #confirmed = new WriteFence()
  #obstacle: string | undefined
  #obstacleSince: number | undefined
  #servedAt = -Infinity
  #beatenAt = -Infinity
  #isClosed = false
  #running: Promise<void> | undefined

  constructor(cluster: DatabaseCluster, wish: LeaseRequest, events: GroupEvents) {
    this.#client = new RqliteClient(cluster)
    this.#lease = new Lease(this.#client, wish)
    this.#wish = wish
    this.#events = events
    this.#watch = new LeaseWatch(wish)
  }

  /** Resolves once it is known who serves, or after a while without an answer; rejects where this server has to serve and cannot. */
  async start(): Promise<void> {
    const until = performance.now() + firstLookMs
    const isKnown = () => this.#held !== undefined || this.#address !== undefined
    while (!isKnown() && performance.now() < until) {
      await this.#turn()
      if (!isKnown()) await this.#pause(lookMs)
    }
    this.#running = this.#run()
    await this.#serving
  }

  /** A request could not reach the server that serves: it is probed at once. */
  suspect(): void {
    if (this.#held || this.#isSuspected) return
    this.#isSuspected = true
    this.#wake?.()
  }

  get isHolder(): boolean {
    return this.#held !== undefined
  }

  /** Whether the cluster has confirmed within the last two seconds that this server holds the lease. */
  get isConfirmed(): boolean {
    return this.#held !== undefined && this.#confirmed.isOpen
  }

  get standing(): GroupStanding {
    const isServed = performance.now() - this.#servedAt < servedMs
    const beatAgeMs = performance.now() - (this.#held ? this.#beatenAt : this.#servedAt)
    return { isHolder: this.isHolder, isServed, obstacle: this.#obstacle, beatAgeMs }
  }

  /** Throws unless this server still holds the lease: asked before it starts something that another server may have started. */
  async confirm(): Promise<void> {
    const held = this.#held
    const isHeld = held && (await this.#lease.beat(held.term))
    if (isHeld === undefined && held) throw unreachable()
    if (!isHeld) throw takenOver()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake?.()
    await this.#running
    if (this.#held) await this.#lease.release(this.#held.term).catch(() => undefined)
    await this.#client.close()
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#turn().catch((error: unknown) => this.#events.onError(error))
      await this.#pause(this.#held ? beatMs : lookMs)
    }
  }

  #turn(): Promise<void> {
    return this.#held ? this.#beat(this.#held) : this.#look()
  }

  async #beat(held: HeldLease): Promise<void> {
    const askedAt = WriteFence.now()
    const isHeld = await this.#lease.beat(held.term)
    if (isHeld === true) this.#confirm(askedAt)
    // Without a majority it is not known who holds the lease: nothing is read here until it is.
    if (isHeld !== false || this.#held !== held) return
    this.#confirmed.close()
    this.#held = undefined
    this.#watch = new LeaseWatch(this.#wish)
    await this.#serving.catch(() => undefined)
    await this.#events.onLost()
  }

  #confirm(askedAt: FenceMoment): void {
    this.#confirmed.openFrom(askedAt, confirmedMs)
    this.#beatenAt = performance.now()
  }

  async #look(): Promise<void> {
    const isSuspected = this.#isSuspected
    this.#isSuspected = false
    const row = await this.#lease.read()
    if (!row) return
    const sight = this.#watch.see(row)
    this.#meet(row.door ?? undefined)
    if (sight === 'alive') this.#servedAt = performance.now()
    if (performance.now() < this.#notBefore || !(await this.#mayTake(row, sight, isSuspected))) return
    if (await this.#givesWay()) return
    const askedAt = WriteFence.now()
    const held = await this.#lease.take(row)
    if (!held || this.#isClosed) return
    this.#confirm(askedAt)
    this.#meet(undefined)
    this.#held = held
    // The beat goes on while the data folder is being opened.
    this.#serving = this.#events.onHeld(held)
    this.#serving.catch((error: unknown) => this.#giveUp(held, error))
  }

  /** Leaves the lease to another server where this one could not serve everything, but not for ever. */
  async #givesWay(): Promise<boolean> {
    const obstacle = await this.#events.findObstacle()
    if (obstacle !== this.#obstacle && obstacle !== undefined)
      this.#events.onError(new Error(`This server leaves the lease to others: ${obstacle}`))
    this.#obstacle = obstacle
    this.#obstacleSince = obstacle === undefined ? undefined : (this.#obstacleSince ?? performance.now())
    return this.#obstacleSince !== undefined && performance.now() - this.#obstacleSince < giveWayMs
  }

  /** A holder whose port is closed is replaced at once. One that still answers is given more time, but not for ever: it may have lost the cluster. */
  async #mayTake(
    row: LeaseRow,
    sight: ReturnType<LeaseWatch['see']>,
    isSuspected: boolean,
  ): Promise<boolean> {
    if (!isForOthers(row, this.#wish) || row.door === null) return sight === 'free'
    const missedMs = this.#watch.silentMs()
    if (missedMs < missedBeatMs && !isSuspected) return false
    // The probe lasts until the silence is long enough, so that the lease can be taken right after it.
    const sign = await this.#events.probe(row.door, Math.max(probeMs, silenceMs - missedMs))
    const silentMs = this.#watch.silentMs()
    return sign === 'gone' || (silentMs >= silenceMs && (sign === 'silent' || silentMs > maxSilentMs))
  }

  async #giveUp(held: HeldLease, error: unknown): Promise<void> {
    this.#events.onError(error)
    this.#notBefore = performance.now() + restMs
    if (this.#held === held) this.#held = undefined
    await this.#lease.release(held.term).catch(() => undefined)
  }

  #meet(address: string | undefined): void {
    if (address === this.#address) return
    this.#address = address
    this.#events.onAddress(address)
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#isSuspected ? Math.min(ms, suspectedMs) : ms)
    this.#wake = resolve
    if (this.#isClosed) resolve()
    await promise
    clearTimeout(timer)
  }
}
