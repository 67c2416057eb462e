import { ReadCache } from '#shared/read-cache.ts'
import type { Answer } from '../catalog/answer.ts'
import type { EventRecord } from '#shared/events.ts'
import { sharedCounter } from './channel.ts'

// Characters or bytes: a page of 50 has some 60,000. The cost of a larger answer is in its bytes.
const maxCachedBytes = 128 * 1024
const maxSize = 8 * 1024 * 1024
// For writes of other programs, which the main thread does not see; our own empty the cache at once.
const maxAgeMs = 5000

export type CommittedListener = (events: readonly EventRecord[]) => void

export class CommitListeners {
  /**
   * The number of listeners to all events, shared with the writer, which sends only events of jobs while it
   * is 0.
   */
  readonly count = sharedCounter()
  readonly #ofAll = new Set<CommittedListener>()
  readonly #ofJobs = new Set<CommittedListener>()
  readonly #ofWrites = new Set<() => void>()

  add(listener: CommittedListener): () => void {
    this.#ofAll.add(listener)
    this.#recount()
    return () => {
      this.#ofAll.delete(listener)
      this.#recount()
    }
  }

  addToJobs(listener: CommittedListener): () => void {
    this.#ofJobs.add(listener)
    return () => void this.#ofJobs.delete(listener)
  }

  addToWrites(listener: () => void): void {
    this.#ofWrites.add(listener)
  }

  get hasListeners(): boolean {
    return this.#ofAll.size > 0
  }

  notify(events: readonly EventRecord[]): void {
    for (const listener of this.#ofAll) listener(events)
    const ofJobs = events.filter(({ event }) => event.startsWith('job.'))
    if (ofJobs.length > 0) for (const listener of this.#ofJobs) listener(ofJobs)
  }

  notifyWritten(): void {
    for (const listener of this.#ofWrites) listener()
  }

  #recount(): void {
    Atomics.store(this.count, 0, this.#ofAll.size)
  }
}

/**
 * Answers of recent reads on the main thread, emptied with each commit. Clients that are notified of one
 * change read the same rows. A page is cached at its second use, because caching every page costs more than
 * it saves.
 */
export class AnswerCache {
  readonly #commits: Int32Array
  readonly #answers = new ReadCache<string, Answer>({
    maxSize,
    sizeOf: ({ body }) => body.length,
  })
  #until = 0

  /** The writer counts `commits` up after each commit, before its caller has the answer. */
  constructor(commits: Int32Array) {
    this.#commits = commits
  }

  /** The answer from the cache or by asking; a failure is not cached. */
  getOrAsk(question: string, ask: () => Promise<Answer>): Answer | Promise<Answer> {
    const now = Date.now()
    if (now > this.#until) this.#until = now + maxAgeMs
    const version = `${Atomics.load(this.#commits, 0)} ${this.#until}`
    return this.#answers.renew(version).get(question) ?? this.#ask(question, ask, version)
  }

  async #ask(question: string, ask: () => Promise<Answer>, version: string): Promise<Answer> {
    const answer = await ask()
    // Another question may have seen a commit meanwhile, which this answer may not include.
    if (version !== this.#answers.version || answer.body.length > maxCachedBytes) return answer
    if (typeof answer.body === 'string') this.#answers.add(question, answer)
    else this.#answers.addWhenRepeated(question, () => answer)
    return answer
  }
}
