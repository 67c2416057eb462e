export interface LastUse {
  readonly id: string
  readonly lastUsedAt: number
}

/** Remembers last uses of credentials; one in heavy use is written once in a while only. */
export class LastUses {
  readonly #write: (uses: readonly LastUse[]) => Promise<void>
  readonly #flushAfterMs: number
  readonly #used = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (uses: readonly LastUse[]) => Promise<void>, flushAfterMs = 60_000) {
    this.#write = write
    this.#flushAfterMs = flushAfterMs
  }

  note(id: string, lastUsedAt: number): void {
    this.#used.set(id, lastUsedAt)
    // A use that cannot be written is not worth a failure; the next one tries again.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), this.#flushAfterMs).unref()
  }

  forget(id: string): void {
    this.#used.delete(id)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#used].map(([id, lastUsedAt]) => ({ id, lastUsedAt }))
    this.#used.clear()
    if (uses.length > 0) await this.#write(uses)
  }
}
