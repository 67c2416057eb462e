import type { FastifyReply } from 'fastify'
import { type CatalogError, rateLimited } from '../catalog/errors.ts'
import { type Caller, nameOfCaller } from './caller.ts'

/** Requests a minute of one key, unless `serve --rate-limit` says otherwise: beyond what a script on this computer reaches. */
export const defaultRateLimit = 600_000

const windowMs = 60_000

interface Window {
  readonly endsAt: number
  count: number
}

/** What a key has left of its minute, as headers of the answer. */
export type RateHeaders = Readonly<
  Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', number>
>

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

  /** Counts one request of the caller. Throws rate_limited when its key has used up the minute; nothing is told of who is not counted. */
  count(caller: Caller): RateHeaders | undefined {
    if (caller.kind === 'owner' || this.#perMinute === 0) return undefined
    const now = this.#now()
    const window = this.#windowOf(nameOfCaller(caller), now)
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    if (window.count >= this.#perMinute) throw tooManyRequests(this.#perMinute, seconds)
    window.count += 1
    return {
      'ratelimit-limit': this.#perMinute,
      'ratelimit-remaining': this.#perMinute - window.count,
      'ratelimit-reset': seconds,
    }
  }

  #windowOf(keyId: string, now: number): Window {
    const current = this.#windows.get(keyId)
    if (current && current.endsAt > now) return current
    // A key that rests leaves its window behind; there are never more than the keys in use.
    for (const [id, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(id)
    const window = { endsAt: now + windowMs, count: 0 }
    this.#windows.set(keyId, window)
    return window
  }
}

/** Tells a caller what it has left, where it is counted. */
export function tellRate(reply: FastifyReply, left: RateHeaders | undefined): void {
  if (left) reply.headers(left)
}

function tooManyRequests(perMinute: number, seconds: number): CatalogError {
  return rateLimited(
    `The key may make ${perMinute} requests a minute. Wait ${seconds} s, then go on.`,
    seconds,
    'Send many writes in one call of POST /{resource}/batch, and read lists with limit=200.',
  )
}
