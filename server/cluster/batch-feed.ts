/**
 * What a server has written to a cluster, for the others that answer reads from copies of their own. A write is answered once each of
 * them has it, or is not to answer from its copy any more: what one of the servers has acknowledged, none of them knows nothing of.
 */
import { type ClusterState, isSameState } from '../store/file/cluster-state.ts'

/** The state that a copy, or the cluster, is in. */
export type StepState = ClusterState

/** A step of the cluster, in the form in which it was sent there. */
export interface SentBatch {
  readonly from: ClusterState
  readonly to: ClusterState
  readonly body: string
}

/** What the writer tells of its cluster: where it begins, also where the copy was made anew, or a step that has been taken since. */
export type StepNews =
  | {
      readonly kind: 'begun'
      readonly state: ClusterState | undefined
      /** The step that has led there, where nothing else has since. */
      readonly step?: SentBatch | undefined
    }
  | { readonly kind: 'taken'; readonly batch: SentBatch }

/** Another server, which follows. */
export interface Follower {
  send(batch: SentBatch): void
  /** It is told no more, and what it has counts no more from one moment to the other. */
  drop(): void
}

/** For how long after it has heard of the server that writes another one answers from its copy. */
export const leaveMs = 1000
// Its clock may run a little slower.
const marginMs = 100
const mostKept = 2000
const mostKeptBytes = 16 * 1024 * 1024

interface Waiting {
  readonly sequence: number
  readonly go: () => void
}

export class BatchFeed {
  readonly #followers = new Map<Follower, number>()
  #kept: SentBatch[] = []
  #keptBytes = 0
  #last: ClusterState | undefined
  #waiting: Waiting[] = []
  #isEnded = false

  /** Passes on what the writer tells. Where it begins, who follows is dropped and comes again. */
  take(news: StepNews): void {
    if (news.kind === 'taken') return this.#add(news.batch)
    const { state, step } = news
    this.#kept = step ? [step] : []
    this.#keptBytes = step?.body.length ?? 0
    this.#last = state
    this.#dropAll()
  }

  #add(batch: SentBatch): void {
    this.#last = batch.to
    this.#kept.push(batch)
    this.#keptBytes += batch.body.length
    while (this.#kept.length > mostKept || this.#keptBytes > mostKeptBytes)
      this.#keptBytes -= this.#kept.shift()?.body.length ?? 0
    for (const follower of this.#followers.keys()) follower.send(batch)
  }

  /** Has a server follow from the state that its copy is in; false where what has come since is kept no more. */
  attach(follower: Follower, own: ClusterState): boolean {
    if (this.#isEnded || !this.#last) return false
    const missing = isSameState(own, this.#last) ? [] : this.#since(own)
    if (!missing) return false
    this.#followers.set(follower, own.sequence)
    for (const batch of missing) follower.send(batch)
    return true
  }

  /** A server has taken the steps up to this one. */
  applied(follower: Follower, sequence: number): void {
    if (!this.#followers.has(follower)) return
    this.#followers.set(follower, sequence)
    this.#letGo()
  }

  /** A server follows no more. Unless it has said so it may not know, and is waited for until it has to. */
  detach(follower: Follower, hasSaidSo = false): void {
    const forget = () => {
      this.#followers.delete(follower)
      this.#letGo()
    }
    if (hasSaidSo) forget()
    else if (this.#followers.has(follower)) setTimeout(forget, leaveMs + marginMs).unref()
  }

  /** Resolves once all who follow have what there is up to now; undefined where nobody is waited for. */
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

  /** Nobody follows any more. */
  end(): void {
    this.#isEnded = true
    this.#dropAll()
  }

  #since(own: ClusterState): SentBatch[] | undefined {
    const first = this.#kept.findIndex(({ from }) => isSameState(from, own))
    return first === -1 ? undefined : this.#kept.slice(first)
  }

  #areAllAt(sequence: number): boolean {
    return [...this.#followers.values()].every((applied) => applied >= sequence)
  }

  /** In the order in which they began to wait. */
  #letGo(): void {
    const waiting = this.#waiting
    const first = waiting.findIndex(({ sequence }) => !this.#areAllAt(sequence))
    this.#waiting = first === -1 ? [] : waiting.slice(first)
    for (const { go } of first === -1 ? waiting : waiting.slice(0, first)) go()
  }

  /** They have not answered for as long as they may go on without that. */
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
