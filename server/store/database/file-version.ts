import { type CacheBounds, ReadCache } from '#shared/read-cache.ts'
import type { ReadableDb } from './database.ts'
import type { Fragment } from './fragment.ts'

interface ReadVersion {
  readonly epoch: number
  readonly version: number
}

const versions = new WeakMap<ReadableDb, ReadVersion>()

/** Changes with every commit of another connection and every write of this one: what was computed under it still holds. */
export function fileVersion(db: ReadableDb): string | number {
  if (!db.isReadonly) return versionOfWriter(db)
  // One transaction reads one state of the file.
  const current = versions.get(db)
  if (current?.epoch === db.epoch) return current.version
  const version = dataVersion(db)
  versions.set(db, { epoch: db.epoch, version })
  return version
}

function versionOfWriter(db: ReadableDb): string {
  const [row] = db.tuples<[number, number]>('SELECT data_version, total_changes() FROM pragma_data_version')
  return `${row?.[0]}:${row?.[1]}`
}

function dataVersion(db: ReadableDb): number {
  return db.column<number>('PRAGMA data_version')[0] ?? 0
}

/**
 * A read cache of each connection, whose values hold until anybody has written to the file, and until midnight: formulas may
 * depend on what day it is.
 */
export function cacheUntilWritten<Key, Value>(
  bounds: CacheBounds<Value>,
): (db: ReadableDb) => ReadCache<Key, Value> {
  const caches = new WeakMap<ReadableDb, ReadCache<Key, Value>>()
  let midnight = 0
  return (db) => {
    const cache = caches.get(db) ?? new ReadCache<Key, Value>(bounds)
    caches.set(db, cache)
    if (Date.now() >= midnight) midnight = new Date().setHours(24, 0, 0, 0)
    return cache.renew(`${fileVersion(db)} ${midnight}`)
  }
}

const computed = cacheUntilWritten<string, unknown>({ maxSize: 500, sizeOf: () => 1 })

/** What `compute` gives, from the cache where it has been computed for this state of the file; the key must name it. */
export function remember<Value>(db: ReadableDb, key: string, compute: () => Value): Value {
  const cache = computed(db)
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
  return remember(db, text + JSON.stringify(params), count)
}
