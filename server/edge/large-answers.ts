import type { Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rateLimited } from '../catalog/errors.ts'
import { collectGarbage } from '../threads/collect-garbage.ts'

const MiB = 1024 * 1024
/** Smaller answers are not counted: all connections together take little memory for them. */
const large = MiB
/** The bytes of large answers that clients have not fetched yet, together with those in the making. */
const maxUnfetched = 128 * MiB
// The texts that answers were made of would stay until the main thread has made several times as much.
const leavesGarbageBytes = 64 * MiB
const stalledMs = 30_000

/** The surfaces of a server share one bound. */
const rooms = new WeakMap<Server, AnswerRoom>()

/**
 * Bounds the memory of large answers that clients are slow to fetch: beyond 128 MiB the next read is 429
 * `rate_limited`, and a client that fetches nothing for half a minute is cut off (RATE-05). The answer to
 * a write is counted and never refused: the write has happened.
 */
export function boundLargeAnswers(app: FastifyInstance): AnswerRoom {
  const room = rooms.get(app.server) ?? new AnswerRoom()
  rooms.set(app.server, room)
  app.addHook('onSend', ({ method }, { raw }, payload, done) => {
    const size = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0
    const isRefused = room.takeRefusal(raw) || (method === 'GET' && !room.has(size))
    room.hold(raw, isRefused ? 0 : size)
    if (isRefused) return done(tooMuchUnfetched())
    if (size >= large) raw.setTimeout(stalledMs, () => raw.destroy())
    done(null, payload)
  })
  return room
}

export class AnswerRoom {
  readonly #held = new Map<ServerResponse, number>()
  readonly #refused = new WeakSet<ServerResponse>()
  #bytes = 0
  #made = 0

  has(bytes: number): boolean {
    return bytes < large || this.#bytes === 0 || this.#bytes + bytes <= maxUnfetched
  }

  /**
   * Reserves memory before an answer is made. Throws where there is too little, and the request is
   * answered with 429.
   */
  reserve(response: ServerResponse, bytes: number): void {
    if (!this.has(bytes)) {
      this.#refused.add(response)
      throw tooMuchUnfetched()
    }
    this.#made += bytes
    this.hold(response, bytes + (this.#held.get(response) ?? 0))
  }

  takeRefusal(response: ServerResponse): boolean {
    return this.#refused.delete(response)
  }

  hold(response: ServerResponse, bytes: number): void {
    const before = this.#held.get(response)
    const counted = bytes < large ? 0 : bytes
    if (before === undefined && (counted === 0 || response.destroyed)) return
    if (before === undefined) response.once('close', () => this.#release(response))
    this.#held.set(response, counted)
    this.#bytes += counted - (before ?? 0)
  }

  #release(response: ServerResponse): void {
    this.#bytes -= this.#held.get(response) ?? 0
    this.#held.delete(response)
    if (this.#made < leavesGarbageBytes) return
    this.#made = 0
    collectGarbage()
  }
}

function tooMuchUnfetched(): Error {
  return rateLimited(
    'More than 128 MiB of earlier answers have not been fetched yet. Read them to their end, then ask again.',
    1,
    'Ask for one page at a time, and only for the attributes that you need in `fields`.',
  )
}
