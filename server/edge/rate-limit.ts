import { CatalogError } from '../catalog/errors.ts'
import type { Caller } from './caller.ts'

/** Requests a minute of one key, unless `serve --rate-limit` says otherwise: beyond what a script on this computer reaches. */
export const defaultRateLimit = 600_000

const windowMs = 60_000

interface Window {
  readonly endsAt: number
  count: number
}

/** Counts the requests of each API key in windows of a minute that begin with its first request; the owner is never counted. */
export class RateLimit {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()

  /** `perMinute` 0 means no limit. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Counts one request of the caller. Throws rate_limited when its key has used up the minute. */
  count(caller: Caller): void {
    if (caller.kind === 'owner' || this.#perMinute === 0) return
    const now = this.#now()
    const window = this.#windows.get(caller.access.id)
    if (window === undefined || window.endsAt <= now) this.#begin(caller.access.id, now)
    else if (window.count < this.#perMinute) window.count += 1
    else throw rateLimited(this.#perMinute, Math.ceil((window.endsAt - now) / 1000))
  }

  #begin(keyId: string, now: number): void {
    // A key that rests leaves its window behind; there are never more than the keys in use.
    for (const [id, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(id)
    this.#windows.set(keyId, { endsAt: now + windowMs, count: 1 })
  }
}

function rateLimited(perMinute: number, seconds: number): CatalogError {
  return new CatalogError(
    'rate_limited',
    `The key may make ${perMinute} requests a minute. Wait ${seconds} s, then go on.`,
    {
      retryAfterSeconds: seconds,
      alternativeAction:
        'Send many writes in one call of POST /{resource}/batch, and read lists with limit=200.',
    },
  )
}
