import { type CacheBounds, ReadCache } from '#shared/read-cache.ts'
import type { ReadableDb } from './database.ts'
import type { Fragment } from './fragment.ts'
import type BetterSqlite3 from 'better-sqlite3'

export interface CachePart<Key, Value> extends CacheBounds<Value> {
  readonly keys?: Key
}

export function cachePart<Key, Value>(bounds: CacheBounds<Value>): CachePart<Key, Value> {
  return bounds
}

export function countedValues(maxSize: number): CacheBounds<unknown> {
  return { maxSize, sizeOf: () => 1 }
}

interface FileState {
  /** SQLite's data version, which changes when another connection commits. */
  readonly commits: number
  /** The end of the day, because formulas may depend on the date. */
  readonly midnight: number
}

export class Versions {
  readonly #sqlite: BetterSqlite3.Database
  readonly #statements = new Map<string, BetterSqlite3.Statement>()
  #state: FileState | undefined
  #last: FileState = { commits: -1, midnight: 0 }
  #writes = 0
  #rollbacks = 0
  #data: string | undefined
  #schema: string | undefined

  constructor(sqlite: BetterSqlite3.Database) {
    this.#sqlite = sqlite
  }

  transactionBegins(): void {
    this.#state = undefined
    // Other copies of a file, and earlier versions of this program, change definitions by plain statements.
    if (!this.#sqlite.readonly) this.#schema = undefined
  }

  wrote(): void {
    this.#writes += 1
    this.#data = undefined
  }

  schemaChanged(): void {
    this.#schema = undefined
  }

  /** SQLite reuses the numbers of undone writes. */
  rolledBack(): void {
    if (this.#sqlite.readonly) return
    this.wrote()
    this.#rollbacks += 1
    this.#schema = undefined
  }

  get data(): string {
    const { commits, midnight } = this.#look()
    return (this.#data ??= `${commits} ${this.#writes} ${midnight}`)
  }

  get schema(): string {
    this.#look()
    return (this.#schema ??= this.#readSchema())
  }

  get day(): string {
    return String(this.#look().midnight)
  }

  #look(): FileState {
    if (this.#state) return this.#state
    const commits = this.#read<number>('PRAGMA data_version')
    const { midnight } = this.#last
    const state = { commits, midnight: Date.now() < midnight ? midnight : new Date().setHours(24, 0, 0, 0) }
    if (state.midnight !== midnight) this.#data = undefined
    if (commits !== this.#last.commits) [this.#data, this.#schema] = [undefined, undefined]
    this.#last = state
    return (this.#state = state)
  }

  /** SQLite counts the changes of tables and indexes, and every change of a definition leaves a new mark. */
  #readSchema(): string {
    const tables = this.#read<number>('PRAGMA schema_version')
    const hasMark = this.#read("SELECT 1 FROM sqlite_schema WHERE name = 'meta'") !== undefined
    const mark = hasMark ? this.#read<string>("SELECT value FROM meta WHERE key = 'schema_version'") : ''
    return `${tables} ${this.#rollbacks} ${mark}`
  }

  #read<Value>(text: string): Value {
    const known = this.#statements.get(text)
    const statement = known ?? this.#sqlite.prepare(text).pluck()
    if (!known) this.#statements.set(text, statement)
    return statement.get() as Value
  }
}

export class VersionedCache {
  readonly #version: () => string
  readonly #parts = new Map<object, ReadCache<unknown, unknown>>()

  constructor(version: () => string) {
    this.#version = version
  }

  part<Key, Value>(part: CachePart<Key, Value>): ReadCache<Key, Value> {
    let values = this.#parts.get(part)
    if (!values) {
      values = new ReadCache<unknown, Value>(part) as ReadCache<unknown, unknown>
      this.#parts.set(part, values)
    }
    return values.renew(this.#version()) as ReadCache<Key, Value>
  }
}

export interface Caches {
  readonly schema: VersionedCache
  /** Valid until any write to the file, and until midnight, because formulas may depend on the day. */
  readonly data: VersionedCache
  /**
   * Valid until midnight: the values follow writes from the newest event they include. A rollback may undo
   * such an event, so writes of the same connection empty it.
   */
  readonly followed: VersionedCache
}

const computedValues = cachePart<string, unknown>(countedValues(500))

/** Caches the result of `compute` in the data cache; the key must identify it. */
export function cacheUntilWritten<Value>(db: ReadableDb, key: string, compute: () => Value): Value {
  const cache = db.caches.data.part(computedValues)
  // A key always has values of the same type.
  if (cache.has(key)) return cache.get(key) as Value
  const value = compute()
  cache.add(key, value)
  return value
}

/**
 * Returns the cached count of the given `SELECT count(*) AS total …`, since every page of a filtered list
 * needs the same total.
 */
export function countCached(db: ReadableDb, { text, params }: Fragment): number {
  const count = () => db.get<{ total: number }>(text, ...params)?.total ?? 0
  return cacheUntilWritten(db, text + JSON.stringify(params), count)
}
