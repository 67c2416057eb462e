import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CatalogError, rateLimited } from '../catalog/errors.ts'
import { type Caller, countedAs, personIdOf } from './caller.ts'
import { type Message, message } from '#shared/messages/message.ts'

/**
 * Requests per minute of one key, unless `serve --rate-limit` sets another number: more than a script on
 * this computer can send.
 */
export const defaultRateLimit = 600_000

/** In a team each person is counted with all their keys, and none may starve the others. */
export const teamRateLimit = 60_000

/** The rest of a key's minute, as headers of the answer. */
export type RateHeaders = Readonly<
  Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', number>
>

/**
 * Requests per minute of one address without a valid credential: 200 people of one office open the app at
 * nine o'clock.
 */
const maxOfAddress = 12_000

const windowMs = 60_000

/**
 * With this many names in one minute all counts are reset: the memory must not grow with the number of
 * clients.
 */
const maxKnown = 50_000

interface Window {
  readonly endsAt: number
  count: number
}

interface WindowUsage {
  readonly count: number
  /** The seconds until the full rate is available again. */
  readonly seconds: number
}

/** Counts something for each of many in windows of a minute that begin with the first of it. */
class MinuteWindows {
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()
  #sweptAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Adds `more` to the count of `name`, up to `most`; the returned count may exceed it. */
  add(name: string, most: number, more = 1): WindowUsage {
    const now = this.#now()
    const window = this.#windowOf(name, now)
    const count = window.count + more
    window.count = Math.max(0, Math.min(count, most))
    return { count, seconds: Math.ceil((window.endsAt - now) / 1000) }
  }

  #windowOf(name: string, now: number): Window {
    const current = this.#windows.get(name)
    if (current && current.endsAt > now) return current
    this.#sweep(now)
    const window = { endsAt: now + windowMs, count: 0 }
    this.#windows.set(name, window)
    return window
  }

  #sweep(now: number): void {
    const isFull = this.#windows.size >= maxKnown
    if (!isFull && now < this.#sweptAt + windowMs) return
    this.#sweptAt = now
    for (const [name, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(name)
    if (this.#windows.size >= maxKnown) this.#windows.clear()
  }
}

/** Bounds the requests of an address to a team's server without signing in. */
export class AnonymousRateLimit {
  readonly #windows: MinuteWindows
  readonly #most: number

  constructor(most = maxOfAddress, now?: () => number) {
    this.#most = most
    this.#windows = new MinuteWindows(now)
  }

  /** Counts a request without a valid credential. Throws rate_limited beyond the bound. */
  count(address: string): void {
    const { count, seconds } = this.#windows.add(networkOf(address), this.#most)
    if (count <= this.#most) return
    throw rateLimited(
      `Too many requests came from your address without signing in. Wait ${seconds} s, then go on.`,
      seconds,
    )
  }
}

/** Counts IPv6 by its network, since the owner of one address has 2^64 of them. */
function networkOf(address: string): string {
  const isV6 = address.includes(':') && !address.toLowerCase().startsWith('::ffff:')
  return isV6 ? address.split('::')[0]!.split(':').slice(0, 4).join(':') : address
}

/** Counts the requests of each API key, or of a team's person with all theirs, in windows of a minute that begin with the first; the owner is never counted. */
export class RateLimit {
  readonly #perMinute: number
  readonly #windows: MinuteWindows

  constructor(perMinute: number, now?: () => number) {
    this.#perMinute = perMinute
    this.#windows = new MinuteWindows(now)
  }

  /**
   * Counts one request of the caller, or those that another server has answered. Throws rate_limited when
   * the minute is used up; undefined for a caller that is not counted.
   */
  count(caller: Caller, requests = 1): RateHeaders | undefined {
    const usage = this.#add(caller, requests)
    if (usage && usage.count > this.#perMinute) throw tooManyRequests(caller, this.#perMinute, usage.seconds)
    return this.#toHeaders(usage)
  }

  /** Takes one counted request back: what a cache has answered costs nothing. */
  uncount(caller: Caller): RateHeaders | undefined {
    return this.#toHeaders(this.#add(caller, -1))
  }

  #add(caller: Caller, requests: number): WindowUsage | undefined {
    if (caller.kind === 'owner' || this.#perMinute === 0) return undefined
    return this.#windows.add(countedAs(caller), this.#perMinute, requests)
  }

  #toHeaders(usage: WindowUsage | undefined): RateHeaders | undefined {
    return (
      usage && {
        'ratelimit-limit': this.#perMinute,
        'ratelimit-remaining': this.#perMinute - Math.max(0, usage.count),
        'ratelimit-reset': usage.seconds,
      }
    )
  }
}

function messageFor(caller: Caller, values: { readonly count: number; readonly seconds: number }): Message {
  if (personIdOf(caller) === undefined) return message('rate_limit.key', values)
  const isPerson = caller.kind !== 'access' || caller.access.serviceAccount === undefined
  return isPerson ? message('rate_limit.person', values) : message('rate_limit.service_account', values)
}

export function setRateHeaders(reply: FastifyReply, left: RateHeaders | undefined): void {
  if (left) reply.headers(left)
}

function tooManyRequests(caller: Caller, perMinute: number, seconds: number): CatalogError {
  const values = { count: perMinute, seconds }
  return rateLimited(
    messageFor(caller, values),
    seconds,
    'Send many writes in one call of POST /{resource}/batch, and read lists with limit=200.',
  )
}

/** Enough for 200 people, each with the connections of a browser and their streams. */
export const connectionsOfTeam = { served: 3000, open: 6000 }

/**
 * Each served connection takes up to 100 KB. Excess ones are asked to come again, and even more are closed
 * at once.
 */
const bounds = { served: 1000, open: 4000 }

/**
 * Bounds the connections of a server. The returned function refuses the requests of excess ones (RATE-06).
 */
export function boundConnections(
  server: Server,
  { served: maxServed, open }: { readonly served: number; readonly open: number } = bounds,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const refused = new WeakSet<Socket>()
  let served = 0
  server.maxConnections = open
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (served >= maxServed) {
      refused.add(socket)
      return
    }
    served += 1
    socket.once('close', () => (served -= 1))
  })
  return ({ raw }, reply) => {
    if (!refused.has(raw.socket)) return
    reply.header('connection', 'close')
    const most = maxServed.toLocaleString('en')
    throw rateLimited(
      `${most} connections are open already. Send several requests over one connection and fewer at once, then go on.`,
      1,
    )
  }
}
