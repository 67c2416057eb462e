import type { FenceMoment } from '../catalog/connections/write-fence.ts'
import type { LitestreamLine } from './litestream-process.ts'
import type { WalEnd } from './wal-end.ts'

export type DatabaseCondition = 'current' | 'behind' | 'copying' | 'missing'

/** An end of the log that the replica is not known to hold: when it was first and when it was last found. */
interface PendingEnd {
  readonly end: WalEnd
  readonly since: number
  seenAt: FenceMoment
}

// While a replica cannot be reached, the newest of these ends moves on instead.
const maxPending = 1000

/**
 * The progress of one database's replica. Ends of the log are noted with the moment at which they were found; what Litestream says to
 * have sent covers those up to its position, and so everything that was committed until then.
 *
 *     observe(10:00:00.0, 4152)  →  observe(10:00:00.1, 8272)  →  "sent until 4152"  →  settled until 10:00:00.0
 */
export class DatabaseState {
  position: string | null = null
  fault: string | undefined
  isCopying = false
  #pending: PendingEnd[] = []
  #last: WalEnd | undefined
  #settled: FenceMoment | undefined
  #isKnown = false
  #isMissing = false

  /** `sentSalts` are those of the log that a line "sent" is about, where that could still be read. */
  note(line: LitestreamLine, sentSalts?: string): void {
    if (line.kind === 'fault') this.fault = line.message
    else if (line.kind === 'new-generation') this.#beginCopy()
    else if (line.kind === 'copied') this.isCopying = false
    else if (line.kind === 'sent') {
      this.position = line.position
      this.fault = undefined
      if (sentSalts !== undefined) this.#cover({ salts: sentSalts, offset: offsetOf(line.position) })
    }
  }

  /** `end` was read at `at` or later; undefined where the database is gone. */
  observe(at: FenceMoment, end: WalEnd | undefined): void {
    this.#isMissing = end === undefined
    if (!end) return this.#forget()
    const newest = this.#pending.at(-1)
    if (this.#last && isSame(this.#last, end)) {
      if (newest) newest.seenAt = at
      else this.#settled = at
    } else if (newest && this.#pending.length >= maxPending) {
      this.#pending.splice(-1, 1, { end, since: newest.since, seenAt: at })
    } else this.#pending.push({ end, since: at.wall, seenAt: at })
    this.#last = end
    // Nothing is known of what was there before: it may be in the replica or missing there.
    if (!this.#isKnown && this.#pending.length <= 1) this.#settled = at
  }

  /** Takes the content of the replica, which holds all that was there when this server began to look. */
  noteFound(position: string): void {
    this.#isKnown = true
    this.position ??= position
    const found = this.#pending.shift()
    if (found) this.#settled = found.seenAt
  }

  /** The moment until which everything is in the replica; undefined while that is not known. */
  get sentUntil(): FenceMoment | undefined {
    return this.#isKnown && !this.isCopying ? this.#settled : undefined
  }

  /** As sentUntil, where what was there before this server began and what is being copied does not count. */
  get sentSinceStart(): FenceMoment | undefined {
    return this.isCopying ? undefined : this.#settled
  }

  lagMs(now: number): number {
    return Math.max(0, now - (this.#pending[0]?.since ?? now))
  }

  get isUnknown(): boolean {
    return !this.#isKnown && !this.isCopying && !this.#isMissing
  }

  get condition(): DatabaseCondition {
    if (this.#isMissing) return 'missing'
    if (this.isCopying || !this.#isKnown) return 'copying'
    return this.#pending.length === 0 ? 'current' : 'behind'
  }

  #beginCopy(): void {
    this.isCopying = true
    // Everything is sent once more.
    if (this.#last && this.#settled && this.#pending.length === 0)
      this.#pending.push({ end: this.#last, since: this.#settled.wall, seenAt: this.#settled })
  }

  #cover(sent: WalEnd): void {
    const ofLog = this.#pending.findIndex(({ end }) => end.salts === sent.salts)
    // Ends of earlier logs are sent before any of this one.
    let count = Math.max(0, ofLog)
    while (this.#pending[count]?.end.salts === sent.salts && isWithin(this.#pending[count], sent)) count++
    const covered = this.#pending.splice(0, count).at(-1)
    if (!covered) return
    this.#settled = covered.seenAt
    this.#isKnown = true
  }

  #forget(): void {
    this.#pending = []
    this.#last = undefined
    this.#settled = undefined
  }
}

function isWithin(pending: PendingEnd | undefined, { offset }: WalEnd): boolean {
  return pending !== undefined && pending.end.offset <= offset
}

function isSame(one: WalEnd, other: WalEnd): boolean {
  return one.salts === other.salts && one.offset === other.offset
}

function offsetOf(position: string): number {
  return Number(position.slice(position.lastIndexOf(':') + 1))
}
