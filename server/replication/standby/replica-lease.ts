import { randomUUID } from 'node:crypto'
import { Check } from 'typebox/schema'
import { Type, type Static } from 'typebox'
import { placeInReplica, type ReplicaAddress } from '../replica-address.ts'

/** The holder renews the lease this often; with S3 each time is one request. */
export const beatMs = 2000
/** Without a renewal the holder writes no more, counted from before it asked for the last one. */
export const holdMs = 7000
/** Another server takes the lease no earlier than this after it has seen the last renewal. */
export const takeoverMs = 10_000

/** The changes that one holder has sent. Two servers never write into one place. */
const Series = Type.Object({ path: Type.String({ maxLength: 100 }), since: Type.String({ maxLength: 40 }) })
export type Series = Static<typeof Series>

const ReplicaLeaseSchema = Type.Object({
  /** How often the lease has changed hands. */
  term: Type.Integer({ minimum: 1 }),
  holder: Type.Object({ id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 300 }) }),
  /** Which start of the holder it was, of which there may be two where its folder was copied. */
  run: Type.String({ maxLength: 100 }),
  beat: Type.Integer(),
  at: Type.String({ maxLength: 40 }),
  /** Everything that was saved until this moment, by the clock of the holder, is in the replica; null where that is not known. */
  sent_until: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  /** Whether the holder has ended in order, with everything sent. */
  is_released: Type.Boolean(),
  series: Type.Array(Series, { minItems: 1, maxItems: 1000 }),
})

/** The lease of the server that may write. It lies in the replica itself, and is replaced only as it was read. */
export type ReplicaLease = Static<typeof ReplicaLeaseSchema>

export interface ServerIdentity {
  readonly id: string
  readonly name: string
}

/** Reads a stored lease; undefined where the text is another one, or half of one. */
export function parseLease(text: string): ReplicaLease | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Check(ReplicaLeaseSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}

export function firstLease(holder: ServerIdentity, at: string): ReplicaLease {
  // A replica that was begun without a lease is the first series.
  const series = [{ path: '', since: at }]
  return { term: 1, holder, ...fresh(at), series }
}

/** The lease as another server takes it: with a new series, since the former holder may still send into its own. */
export function takenBy(holder: ServerIdentity, { term, series }: ReplicaLease, at: string): ReplicaLease {
  const own = { path: `after-${term}`, since: at }
  return { term: term + 1, holder, ...fresh(at), series: [...series, own] }
}

function fresh(at: string) {
  return { run: randomUUID(), beat: 0, at, sent_until: null, is_released: false }
}

/** Where the changes of a moment lie; those of now without a moment. */
export function seriesAt({ series }: ReplicaLease, at: Date | undefined): Series {
  const begun = series.filter(({ since }, index) => index === 0 || !at || Date.parse(since) <= at.getTime())
  return begun.at(-1) as Series
}

export function addressOfSeries(address: ReplicaAddress, { path }: Series): ReplicaAddress {
  return path === '' ? address : placeInReplica(address, path)
}
