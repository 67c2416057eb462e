/**
 * A set of entities as bits: each condition is read once, and sets combine. Statements test a row by a
 * function of the connection.
 */
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'
import { EntitySet } from '../quality/entity-set.ts'
import type { EntityType } from '#shared/entities.ts'
import { cachePart } from '../database/caches.ts'
import { conditionsOf, type IdQuery, matches } from '../plan/list-ids.ts'
import { chooseDriver, type Matching, compileGroup } from '../plan/choose-driver.ts'
import type { ClauseGroup } from '../query/clause.ts'
import { type Condition, makeCondition } from '../query/condition.ts'
import { countEntities } from '../tables/entities.ts'

export class RowSet {
  readonly #entities: EntitySet
  readonly #total: number

  constructor(entities: EntitySet, total: number) {
    this.#entities = entities
    this.#total = total
  }

  get count(): number {
    return this.#entities.count
  }

  get bytes(): number {
    return this.#entities.bytes
  }

  get isSmall(): boolean {
    return this.count <= this.#total / 8
  }

  has(id: number): boolean {
    return this.#entities.has(id)
  }

  and(other: RowSet): RowSet {
    return new RowSet(this.#entities.within(other.#entities), this.#total)
  }

  or(other: RowSet): RowSet {
    return new RowSet(this.#entities.with([other.#entities]), this.#total)
  }

  ids(): number[] {
    return this.#entities.page(0, 0, Infinity)
  }
}

const functionName = 'in_row_set'

export function withRowSet<T>(db: ReadableDb, rows: RowSet | undefined, read: () => T): T {
  return rows ? db.withFunction(functionName, (id) => (rows.has(Number(id)) ? 1 : 0), read) : read()
}

/** Tests a row in a statement that `withRowSet` runs, and checks the guard. */
export function isInRowSet(rows: RowSet | undefined, entity: Fragment): Fragment {
  return rows ? sql`(${raw(functionName)}(${entity}) AND ${guardRow(entity)})` : guardRow(entity)
}

export function smallRowSetIds(rows: RowSet | undefined): Fragment | undefined {
  if (!rows?.isSmall) return undefined
  return rows.count === 0 ? raw('(SELECT 0 AS value WHERE 0)') : sql`json_each(${JSON.stringify(rows.ids())})`
}

export interface Choice {
  readonly key: string
  readonly group: ClauseGroup
}

type ListQuery = Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search'>

export class NarrowedRows {
  readonly #db: ReadableDb
  readonly #type: EntityType
  readonly #listed: RowSet | undefined
  readonly #chosen: ReadonlyMap<string, RowSet>

  constructor(db: ReadableDb, query: ListQuery, choices: readonly Choice[]) {
    this.#db = db
    this.#type = query.type
    const conditions = conditionsOf(db, query)
    this.#listed = conditions.length === 0 ? undefined : this.#read(conditions)
    this.#chosen = new Map(
      choices.map(({ key, group }) => [key, this.#read(compileGroup(db, query.type, group), this.#listed)]),
    )
  }

  without(isOwn: (key: string) => boolean = () => false): RowSet | undefined {
    const sets = [...this.#chosen].flatMap(([key, rows]) => (isOwn(key) ? [] : [rows]))
    const all = this.#listed ? [this.#listed, ...sets] : sets
    return all.length === 0 ? undefined : all.reduce((both, rows) => both.and(rows))
  }

  count(rows: RowSet | undefined): number {
    return rows ? rows.count : countEntities(this.#db, this.#type)
  }

  #read(conditions: readonly Condition[], listed?: RowSet): RowSet {
    return readRows(this.#db, this.#type, this.#matching(conditions, listed))
  }

  #matching(conditions: readonly Condition[], listed: RowSet | undefined): Matching {
    const ids = smallRowSetIds(listed)
    if (!ids) return chooseDriver(this.#db, this.#type, conditions)
    const driver = makeCondition({
      members: sql`SELECT value AS entity FROM ${ids}`,
      test: () => raw('1'),
    })
    return { driver, residual: conditions, all: conditions }
  }
}

const cachedRows = cachePart<string, RowSet>({ maxSize: 8 * 2 ** 20, sizeOf: ({ bytes }) => bytes })

export function cacheRows(db: ReadableDb, type: EntityType, key: string, find: () => EntitySet): RowSet {
  const cache = db.caches.data.part(cachedRows)
  const name = `${type} ${key}`
  const known = cache.get(name)
  if (known) return known
  const rows = new RowSet(find(), countEntities(db, type))
  cache.add(name, rows)
  return rows
}

// A longer key lists rows by id, which are quick to look up.
const longestKey = 10_000

/**
 * Facets of a panel are read one by one: the rows that match the list and the choices are read for the
 * first facet only.
 */
function readRows(db: ReadableDb, type: EntityType, matching: Matching): RowSet {
  const { text, params } = sql`SELECT m.entity ${matches(type, matching)}`
  const find = () => EntitySet.of(db.column<number>(text, ...params))
  const key = text + JSON.stringify(params)
  return key.length > longestKey
    ? new RowSet(find(), countEntities(db, type))
    : cacheRows(db, type, key, find)
}
