/** The rows of a list under choices: each choice is looked at once, whatever facets it narrows. */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { cachePart } from '../database/caches.ts'
import { raw, sql } from '../database/fragment.ts'
import { conditionsOf, type IdQuery, matches } from '../plan/list-ids.ts'
import { chooseDriver, type Matching } from '../plan/choose-driver.ts'
import { compileGroup } from '../plan/group-conditions.ts'
import type { ClauseGroup } from '../query/clause.ts'
import { type Condition, makeCondition } from '../query/condition.ts'
import { EntitySet } from '../quality/entity-set.ts'
import { countEntities } from '../tables/entities.ts'
import { fewRows, RowSet } from './row-set.ts'

/** What narrows every facet but those of its own key; its parts all hold. */
export interface Choice {
  readonly key: string
  readonly group: ClauseGroup
}

type ListQuery = Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search'>

export class NarrowedRows {
  readonly #db: ReadableDb
  readonly #type: EntityType
  /** What the list leaves; undefined where that is every entity of the type. */
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

  /** The rows that the list and the choices leave, those of the given keys aside; undefined for all of the type. */
  without(isOwn: (key: string) => boolean = () => false): RowSet | undefined {
    const sets = [...this.#chosen].flatMap(([key, rows]) => (isOwn(key) ? [] : [rows]))
    const all = this.#listed ? [this.#listed, ...sets] : sets
    return all.length === 0 ? undefined : all.reduce((both, rows) => both.and(rows))
  }

  count(rows: RowSet | undefined): number {
    return rows ? rows.count : countEntities(this.#db, this.#type)
  }

  /** What meets conditions; where few rows are listed, only those are looked at. */
  #read(conditions: readonly Condition[], listed?: RowSet): RowSet {
    return readRows(this.#db, this.#type, this.#matching(conditions, listed))
  }

  #matching(conditions: readonly Condition[], listed: RowSet | undefined): Matching {
    const ids = fewRows(listed)
    if (!ids) return chooseDriver(this.#db, this.#type, conditions)
    const driver = makeCondition({
      members: sql`SELECT value AS entity FROM ${ids}`,
      test: () => raw('1'),
    })
    return { driver, residual: conditions, all: conditions }
  }
}

const cachedRows = cachePart<string, RowSet>({ maxSize: 8 * 2 ** 20, sizeOf: ({ bytes }) => bytes })

/** The rows of a set of entities of a type, from a cache; the key names the set. */
export function cacheRows(db: ReadableDb, type: EntityType, key: string, find: () => EntitySet): RowSet {
  const cache = db.caches.data.part(cachedRows)
  const name = `${type} ${key}`
  const known = cache.get(name)
  if (known) return known
  const rows = new RowSet(find(), countEntities(db, type))
  cache.add(name, rows)
  return rows
}

// A longer one names rows one by one; looking these up is quick.
const longestKey = 10_000

/** Each facet of a panel is asked for alone: what the list and the choices leave is read for the first of them. */
function readRows(db: ReadableDb, type: EntityType, matching: Matching): RowSet {
  const { text, params } = sql`SELECT m.entity ${matches(type, matching)}`
  const find = () => EntitySet.of(db.column<number>(text, ...params))
  const key = text + JSON.stringify(params)
  return key.length > longestKey
    ? new RowSet(find(), countEntities(db, type))
    : cacheRows(db, type, key, find)
}
