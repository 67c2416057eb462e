/**
 * The batches that this server has written to a cluster, for other servers (followers) that answer reads from copies of their own. A write
 * is answered once every follower has applied it or has stopped answering from its copy, so that no server answers what is older than an acknowledged write.
 */
import type { WriteFeed } from '../../catalog/connections/cluster-seam.ts'
import { isSameState } from './cluster-state.ts'
import type { ClusterState } from '../../store/file/cluster-tables.ts'

export type StepState = ClusterState

/** A transaction as it was sent to the cluster, with the states before and after it. */
export interface SentBatch {
  readonly from: ClusterState
  readonly to: ClusterState
  readonly body: string
}

/**
 * Reports of the writer: the state that it starts from, at first and after its copy was fetched again, and
 * each batch since.
 */
export type StepNews =
  | {
      readonly kind: 'begun'
      readonly state: ClusterState | undefined
      /** The batch that led to this state, such as the one that took the lease; followers in the state before need only that. */
      readonly step?: SentBatch | undefined
    }
  | { readonly kind: 'taken'; readonly batch: SentBatch }

export interface Follower {
  send(batch: SentBatch): void
  /** Ends the connection: the follower is sent no more and stops answering from its copy. */
  drop(): void
}

/** How long a follower answers from its copy after the last message of the server that writes. */
export const leaveMs = 1000
const marginMs = 100
const maxCached = 2000
const maxCachedBytes = 16 * 1024 * 1024

interface Waiting {
  readonly sequence: number
  readonly go: () => void
}

export class BatchFeed implements WriteFeed {
  readonly #followers = new Map<Follower, number>()
  #cached: SentBatch[] = []
  #cachedBytes = 0
  #last: ClusterState | undefined
  #waiting: Waiting[] = []
  #isEnded = false

  /** Passes a batch on. A new start drops all followers, which connect again. */
  take(news: StepNews): void {
    if (news.kind === 'taken') return this.#add(news.batch)
    const { state, step } = news
    this.#cached = step ? [step] : []
    this.#cachedBytes = step?.body.length ?? 0
    this.#last = state
    this.#dropAll()
  }

  #add(batch: SentBatch): void {
    this.#last = batch.to
    this.#cached.push(batch)
    this.#cachedBytes += batch.body.length
    while (this.#cached.length > maxCached || this.#cachedBytes > maxCachedBytes)
      this.#cachedBytes -= this.#cached.shift()?.body.length ?? 0
    for (const follower of this.#followers.keys()) follower.send(batch)
  }

  /** Sends a follower what its copy lacks, and all later batches; false where those are not cached any more and it must fetch the whole copy. */
  attach(follower: Follower, own: ClusterState): boolean {
    if (this.#isEnded || !this.#last) return false
    const missing = isSameState(own, this.#last) ? [] : this.#since(own)
    if (!missing) return false
    this.#followers.set(follower, own.sequence)
    for (const batch of missing) follower.send(batch)
    return true
  }

  applied(follower: Follower, sequence: number): void {
    if (!this.#followers.has(follower)) return
    this.#followers.set(follower, sequence)
    this.#letGo()
  }

  /** Removes a follower. Unless it has signed off itself it may still answer from its copy, so writes wait for it until it must have stopped. */
  detach(follower: Follower, hasSaidSo = false): void {
    const forget = () => {
      this.#followers.delete(follower)
      this.#letGo()
    }
    if (hasSaidSo) forget()
    else if (this.#followers.has(follower)) setTimeout(forget, leaveMs + marginMs).unref()
  }

  /** Resolves once every follower has applied all batches up to now; undefined where none lacks any. */
  held(): Promise<void> | undefined {
    const sequence = this.#last?.sequence ?? 0
    if (this.#areAllAt(sequence)) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#dropBehind(sequence), leaveMs + marginMs)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#waiting.push({ sequence, go })
    return promise
  }

  end(): void {
    this.#isEnded = true
    this.#dropAll()
  }

  #since(own: ClusterState): SentBatch[] | undefined {
    const first = this.#cached.findIndex(({ from }) => isSameState(from, own))
    return first === -1 ? undefined : this.#cached.slice(first)
  }

  #areAllAt(sequence: number): boolean {
    return [...this.#followers.values()].every((applied) => applied >= sequence)
  }

  #letGo(): void {
    const waiting = this.#waiting
    const first = waiting.findIndex(({ sequence }) => !this.#areAllAt(sequence))
    this.#waiting = first === -1 ? [] : waiting.slice(first)
    for (const { go } of first === -1 ? waiting : waiting.slice(0, first)) go()
  }

  /** Drops followers that have not confirmed in time; they have stopped answering from their copies. */
  #dropBehind(sequence: number): void {
    for (const [follower, applied] of this.#followers) {
      if (applied >= sequence) continue
      this.#followers.delete(follower)
      follower.drop()
    }
    this.#letGo()
  }

  #dropAll(): void {
    for (const follower of this.#followers.keys()) {
      this.detach(follower)
      follower.drop()
    }
  }
}
