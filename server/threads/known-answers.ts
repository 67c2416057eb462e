import type { Answer } from '../catalog/answer.ts'

// Characters or bytes: a page of 50 has some 60,000. What is larger costs by its bytes, not by the way to a thread.
const largestKept = 128 * 1024
const maxLength = 8 * 1024 * 1024
// Only for what another program writes into the file behind our back; every write of ours counts at once.
const maxAgeMs = 5000

/**
 * Answers of reads that were given lately and are not large, by what was asked. Clients that hear of one change ask for the same rows,
 * and so does an agent that looks again: they need not wait for a thread. All are forgotten with the next commit.
 */
export class KnownAnswers {
  readonly #commits: Int32Array
  readonly #answers = new Map<string, Answer>()
  /** Questions with a large answer, which is kept when it is asked for again: keeping all would cost more than it saves. */
  readonly #askedOnce = new Set<string>()
  #length = 0
  /** The last commit before the answers were asked for. */
  #commit = -1
  #until = 0

  /** `commits` is counted up by the writer after each commit and before its caller has its answer. */
  constructor(commits: Int32Array) {
    this.#commits = commits
  }

  /** The answer to a question, from memory or by asking; what fails is asked again next time. */
  recall(question: string, ask: () => Promise<Answer>): Answer | Promise<Answer> {
    const commit = Atomics.load(this.#commits, 0)
    if (commit !== this.#commit || Date.now() > this.#until) this.#forget(commit)
    return this.#answers.get(question) ?? this.#learn(question, ask, commit)
  }

  async #learn(question: string, ask: () => Promise<Answer>, commit: number): Promise<Answer> {
    const answer = await ask()
    // Another question may have met a commit meanwhile, which this answer does not know of.
    if (commit === this.#commit && this.#isWorthKeeping(question, answer)) this.#keep(question, answer)
    return answer
  }

  #isWorthKeeping(question: string, { body }: Answer): boolean {
    if (typeof body === 'string') return true
    if (body.length > largestKept) return false
    const isKnown = this.#askedOnce.has(question)
    this.#askedOnce.add(question)
    return isKnown
  }

  #keep(question: string, answer: Answer): void {
    if (this.#length > maxLength) this.#forget(this.#commit)
    this.#answers.set(question, answer)
    this.#length += question.length + answer.body.length
  }

  #forget(commit: number): void {
    this.#answers.clear()
    this.#askedOnce.clear()
    this.#length = 0
    this.#commit = commit
    this.#until = Date.now() + maxAgeMs
  }
}
