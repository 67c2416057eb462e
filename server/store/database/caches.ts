/**
 * What a connection has computed from its file. There are three caches, each with one version: a value of
 * another version is gone. A part of a cache holds values of one kind and is bounded by itself.
 */
import { type CacheBounds, ReadCache } from '#shared/read-cache.ts'
import type { ReadableDb } from './database.ts'
import type { Fragment } from './fragment.ts'

/** One kind of cached values and how large all of them may be together. */
export interface CachePart<Key, Value> extends CacheBounds<Value> {
  /** Only says the type of the keys. */
  readonly keys?: Key
}

/** Names a part of a cache: called once for each kind of values, and the result is kept as a constant. */
export function cachePart<Key, Value>(bounds: CacheBounds<Value>): CachePart<Key, Value> {
  return bounds
}

/** The bounds of a part that holds so many values, whatever their size. */
export function countedValues(maxSize: number): CacheBounds<unknown> {
  return { maxSize, sizeOf: () => 1 }
}

/** A cache of a connection: its parts are empty whenever its version is another one. */
export class VersionedCache {
  readonly #version: () => string
  readonly #parts = new Map<object, ReadCache<unknown, unknown>>()

  constructor(version: () => string) {
    this.#version = version
  }

  /** The values of one kind that hold for the present version. */
  part<Key, Value>(part: CachePart<Key, Value>): ReadCache<Key, Value> {
    let values = this.#parts.get(part)
    if (!values) {
      values = new ReadCache<unknown, Value>(part) as ReadCache<unknown, unknown>
      this.#parts.set(part, values)
    }
    return values.renew(this.#version()) as ReadCache<Key, Value>
  }
}

/** The caches of a connection, by what makes their values stale. */
export interface Caches {
  /** Until a table, an index or a definition of an attribute comes, changes or goes. */
  readonly schema: VersionedCache
  /** Until anybody writes to the file, and until midnight: formulas may depend on the day. */
  readonly data: VersionedCache
  /** Until midnight: the values follow what is written, from the newest event that they know of. A writer may take back what they know, so that its writes empty it. */
  readonly followed: VersionedCache
}

const computedValues = cachePart<string, unknown>(countedValues(500))

/** What `compute` gives, from the data cache where it has been computed since the last write; the key must name it. */
export function cacheUntilWritten<Value>(db: ReadableDb, key: string, compute: () => Value): Value {
  const cache = db.caches.data.part(computedValues)
  // One key always has values of one type.
  const known = cache.get(key) as Value | undefined
  if (known !== undefined) return known
  const value = compute()
  cache.add(key, value)
  return value
}

/** Counts with the given `SELECT count(*) AS total …`. Paging through a filtered list asks for the same total with every page. */
export function countCached(db: ReadableDb, { text, params }: Fragment): number {
  const count = () => db.get<{ total: number }>(text, ...params)?.total ?? 0
  return cacheUntilWritten(db, text + JSON.stringify(params), count)
}
