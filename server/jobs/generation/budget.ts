interface Waiting {
  readonly dollars: number
  readonly settle: (isGranted: boolean) => void
}

/**
 * What a run may still spend. A call is made when what it costs at most is left; where it is not, it waits for those on their way, in
 * the order in which they asked, and is refused once none of them is left to free anything.
 */
export class Budget {
  readonly #limit: number
  #spent: number
  #reserved = 0
  #isReached = false
  readonly #waiting: Waiting[] = []

  /** In dollars. */
  constructor(limit: number | null, spent: number) {
    this.#limit = limit ?? Number.POSITIVE_INFINITY
    this.#spent = spent
  }

  /** Whether a call has been refused; from then on all are. */
  get isReached(): boolean {
    return this.#isReached
  }

  /** Resolves with whether the call may be made. */
  take(dollars: number): Promise<boolean> {
    return new Promise((settle) => {
      this.#waiting.push({ dollars, settle })
      this.#grant()
    })
  }

  /** Says what a call that was granted has cost. */
  give({ reserved, cost }: { readonly reserved: number; readonly cost: number }): void {
    this.#reserved -= reserved
    this.#spent += cost
    this.#grant()
  }

  #grant(): void {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      // Sums of tenths leave crumbs.
      const isLeft = this.#spent + this.#reserved + next.dollars <= this.#limit + 1e-9
      if (!this.#isReached && !isLeft && this.#reserved > 1e-12) return
      this.#isReached ||= !isLeft
      this.#waiting.shift()
      if (!this.#isReached) this.#reserved += next.dollars
      next.settle(!this.#isReached)
    }
  }
}
