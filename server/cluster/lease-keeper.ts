import { beatMs, type HeldLease, Lease, type LeaseClaim, type LeaseWish } from './lease.ts'
import type { RqliteClient } from './rqlite-client.ts'

/** Takes the lease of one database and keeps its beat going until it is closed. */
export class LeaseKeeper {
  readonly #client: RqliteClient
  #held: { readonly lease: Lease; readonly term: number } | undefined
  #heart: NodeJS.Timeout | undefined

  constructor(client: RqliteClient) {
    this.#client = client
  }

  async claim(wish: LeaseWish, patienceMs: number): Promise<LeaseClaim> {
    const lease = new Lease(this.#client, wish)
    const claim = await lease.claim(patienceMs)
    if (claim.kind !== 'taken') return claim
    this.#held = { lease, term: claim.term }
    // Where servers share a vitrine.db, its lease decides who serves, and its beat is the only one.
    if (!wish.takesAtOnce) this.#beatLater()
    return claim
  }

  /** Keeps the beat going from this thread too: the thread that has taken the lease may be busy for seconds. */
  keep({ term, run }: HeldLease): void {
    this.#held = { lease: new Lease(this.#client, { holder: '' }, run), term }
    this.#beatLater()
  }

  /** Gives the lease back. */
  async close(): Promise<void> {
    clearTimeout(this.#heart)
    const held = this.#held
    this.#held = undefined
    await held?.lease.release(held.term).catch(() => undefined)
  }

  /** Stops where the lease is lost; the writer hears of that with its next write. */
  #beatLater(): void {
    this.#heart = setTimeout(() => void this.#beat(), beatMs)
    this.#heart.unref()
  }

  async #beat(): Promise<void> {
    const held = this.#held
    const isHeld = await held?.lease.beat(held.term).catch(() => undefined)
    if (isHeld !== false && this.#held) this.#beatLater()
  }
}
