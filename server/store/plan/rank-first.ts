import { cacheUntilWritten } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { attributesOf, isComputed } from '../tables/attributes.ts'
import type { Relevance, SortTerm } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import { chooseDriver } from './choose-driver.ts'
import { conditionsOf, type IdQuery, matches } from './list-ids.ts'

type RankedList = Omit<IdQuery, 'terms' | 'limit' | 'offset' | 'after'>

// Comparing so many rows takes 20 ms.
const maxCompared = 5000
const maxNamed = 1000
const farthest = raw('1e9')

export function rankFirst(
  db: ReadableDb,
  listed: RankedList,
  terms: readonly SortTerm[],
): readonly SortTerm[] {
  return terms.map((term) =>
    term.source.kind === 'relevance' ? { ...term, source: bounded(db, listed, term.source) } : term,
  )
}

function bounded(db: ReadableDb, listed: RankedList, { kind, nearness }: Relevance): Relevance {
  // Computed on first use, within the time limit of a list.
  let isBeyond: ((entity: Fragment) => Fragment) | undefined
  return {
    kind,
    nearness: (entity) => {
      isBeyond ??= beyond(db, listed)
      return sql`CASE WHEN ${isBeyond(entity)} THEN ${farthest} ELSE ${nearness(entity)} END`
    },
  }
}

function beyond(db: ReadableDb, listed: RankedList): (entity: Fragment) => Fragment {
  const { type } = listed
  const matching = chooseDriver(db, type, conditionsOf(db, listed))
  const { text, params } =
    sql`SELECT m.entity ${matches(type, matching)} ORDER BY m.entity LIMIT 1 OFFSET ${maxCompared}`
  const [first] = cacheUntilWritten(db, text + JSON.stringify(params), () =>
    db.column<number>(text, ...params),
  )
  if (first === undefined) return () => raw('0')
  const named = calledSo(db, listed)
  return (entity) => sql`${entity} >= ${first}${named ? sql` AND ${entity} NOT IN (${named})` : raw('')}`
}

function calledSo(db: ReadableDb, { type, search }: RankedList): Fragment | undefined {
  const { primary: attribute } = attributesOf(db, type)
  if (!search || !attribute || isComputed(attribute)) return undefined
  const clause = {
    source: { kind: 'attribute', attribute },
    operator: 'starts_with',
    values: [search.text],
  } as const
  const { members } = compileClause(db, type, clause).sql
  return members && sql`SELECT entity FROM (${members}) LIMIT ${maxNamed}`
}
