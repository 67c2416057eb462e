import type { FastifyReply } from 'fastify'
import { type CatalogError, rateLimited } from '../catalog/errors.ts'
import { type Caller, countedAs, personIdOf } from './caller.ts'
import { MinuteWindows } from './minute-windows.ts'
import { message } from '#shared/messages/message.ts'

/** Requests a minute of one key, unless `serve --rate-limit` says otherwise: beyond what a script on this computer reaches. */
export const defaultRateLimit = 600_000

/** Of a team each person is counted with all their keys, and none may starve the others. */
export const teamRateLimit = 60_000

/** What a key has left of its minute, as headers of the answer. */
export type RateHeaders = Readonly<
  Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', number>
>

/** Counts the requests of each API key, or of a team's person with all theirs, in windows of a minute that begin with the first; the owner is never counted. */
export class RateLimit {
  readonly #perMinute: number
  readonly #windows: MinuteWindows

  /** `perMinute` 0 means no limit. */
  constructor(perMinute: number, now?: () => number) {
    this.#perMinute = perMinute
    this.#windows = new MinuteWindows(now)
  }

  /** Counts one request of the caller, or those that another server has answered. Throws rate_limited when it has used up the minute; nothing is told of who is not counted. */
  count(caller: Caller, requests = 1): RateHeaders | undefined {
    if (caller.kind === 'owner' || this.#perMinute === 0) return undefined
    const { count, seconds } = this.#windows.add(countedAs(caller), this.#perMinute, requests)
    if (count > this.#perMinute) throw tooManyRequests(caller, this.#perMinute, seconds)
    return {
      'ratelimit-limit': this.#perMinute,
      'ratelimit-remaining': this.#perMinute - count,
      'ratelimit-reset': seconds,
    }
  }
}

/** Tells a caller what it has left, where it is counted. */
export function setRateHeaders(reply: FastifyReply, left: RateHeaders | undefined): void {
  if (left) reply.headers(left)
}

function tooManyRequests(caller: Caller, perMinute: number, seconds: number): CatalogError {
  const values = { count: perMinute, seconds }
  const isPerson = personIdOf(caller) !== undefined
  return rateLimited(
    isPerson ? message('rate_limit.person', values) : message('rate_limit.key', values),
    seconds,
    'Send many writes in one call of POST /{resource}/batch, and read lists with limit=200.',
  )
}
