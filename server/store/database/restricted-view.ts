/**
 * A connection as it is read by a role that may not read some attributes. It has the same rows and caches of its own,
 * because cached results depend on the attributes that are there.
 */
import { type EntityType, entityTypes } from '#shared/entities.ts'
import type { Role } from '#shared/team.ts'
import { type Caches, cachePart, countedValues, VersionedCache } from './caches.ts'
import type { PendingTable, ReadableDb, SqlFunction, SqlFunctions } from './database.ts'
import type { WriterRequests } from './writer-requests.ts'

/** The attributes that a role may not read, and those that are computed from them. */
export interface HiddenAttributes {
  readonly role: Role
  readonly ids: ReadonlySet<number>
  readonly uuids: ReadonlySet<string>
  readonly keys: Readonly<Record<EntityType, ReadonlySet<string>>>
  /**
   * Until which event changes are hidden of attributes that are deleted since, by type and key: what was
   * closed does not become open by its end.
   */
  readonly deleted: ReadonlyMap<string, number>
  /** The types whose search index has texts of hidden attributes. */
  readonly searchedTypes: ReadonlySet<EntityType>
}

/** Whether something stored names a hidden attribute, such as a filter or a prompt. */
export function namesSome({ keys }: HiddenAttributes, stored: unknown): boolean {
  const text = JSON.stringify(stored) ?? ''
  const names = new Set(text.match(/[a-z][a-z0-9_]*/g))
  return entityTypes.some((type) => [...keys[type]].some((key) => names.has(key)))
}

class RestrictedView implements ReadableDb {
  readonly hidden: HiddenAttributes
  readonly caches: Caches
  readonly requests: WriterRequests
  readonly isReadonly: boolean
  readonly path: string
  readonly isReplicated: boolean
  readonly #db: ReadableDb
  readonly #defined = new Map<SqlFunctions, ReadonlyMap<string, SqlFunction>>()

  constructor(db: ReadableDb, hidden: HiddenAttributes) {
    this.#db = db
    this.hidden = hidden
    this.requests = db.requests
    this.isReadonly = db.isReadonly
    this.path = db.path
    this.isReplicated = db.isReplicated
    const followed = db.isReadonly ? () => new Date().toDateString() : () => db.dataVersion
    this.caches = {
      schema: new VersionedCache(() => db.schemaVersion),
      data: new VersionedCache(() => db.dataVersion),
      followed: new VersionedCache(followed),
    }
  }

  get dataVersion(): string {
    return this.#db.dataVersion
  }

  get schemaVersion(): string {
    return this.#db.schemaVersion
  }

  get<Row>(text: string, ...params: unknown[]): Row | undefined {
    return this.#db.get<Row>(text, ...params)
  }

  all<Row>(text: string, ...params: unknown[]): Row[] {
    return this.#db.all<Row>(text, ...params)
  }

  tuples<Row extends unknown[]>(text: string, ...params: unknown[]): Row[] {
    return this.#db.tuples<Row>(text, ...params)
  }

  column<Value>(text: string, ...params: unknown[]): Value[] {
    return this.#db.column<Value>(text, ...params)
  }

  throwIfInterrupted(): void {
    this.#db.throwIfInterrupted()
  }

  limitPageCache(): void {
    this.#db.limitPageCache()
  }

  /** Functions that read the caches read those of this view, so that their names must be its own. */
  defineFunctions(functions: SqlFunctions): void {
    if (typeof functions !== 'function') return this.#db.defineFunctions(functions)
    const own = this.#defined.get(functions) ?? functions(this)
    this.#defined.set(functions, own)
    this.#db.defineFunctions(own)
  }

  withFunction<T>(name: string, fn: SqlFunction, run: () => T): T {
    return this.#db.withFunction(name, fn, run)
  }

  collectedRows(table: PendingTable): unknown[] | undefined {
    return this.#db.collectedRows(table)
  }
}

const views = cachePart<Role, ReadableDb>(countedValues(8))

/** Returns the view of a role, which lasts until a definition changes. */
export function restrictedView(db: ReadableDb, hidden: HiddenAttributes): ReadableDb {
  const cache = db.caches.schema.part(views)
  const known = cache.get(hidden.role)
  if (known) return known
  const view = new RestrictedView(db, hidden)
  cache.add(hidden.role, view)
  return view
}
