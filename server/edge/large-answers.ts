import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rateLimited } from '../catalog/errors.ts'

const MiB = 1024 * 1024
/** Smaller answers are not counted: as many as there are connections take little. */
const large = MiB
/** What clients have not fetched yet of large answers, taken together. */
const mostUnfetched = 128 * MiB
const stalledMs = 30_000

/** The surfaces of a server share one bound. */
const unfetchedOf = new WeakMap<Server, { bytes: number }>()

/**
 * Bounds the memory of large answers that clients are slow to fetch: beyond 128 MiB the next one is 429 `rate_limited`, and a
 * client that fetches nothing for half a minute is cut off (RATE-05).
 */
export function boundLargeAnswers(app: FastifyInstance): void {
  const unfetched = unfetchedOf.get(app.server) ?? { bytes: 0 }
  unfetchedOf.set(app.server, unfetched)
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const size = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0
    if (size < large) return done(null, payload)
    if (unfetched.bytes + size > mostUnfetched) return done(tooMuchUnfetched())
    unfetched.bytes += size
    raw.setTimeout(stalledMs, () => raw.destroy())
    raw.once('close', () => (unfetched.bytes -= size))
    done(null, payload)
  })
}

function tooMuchUnfetched(): Error {
  return rateLimited(
    'More than 128 MiB of earlier answers have not been fetched yet. Read them to their end, then ask again.',
    1,
    'Ask for one page at a time, and only for the attributes that you need in `fields`.',
  )
}
