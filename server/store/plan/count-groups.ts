/** How many matching entities share each value of one sort term, in its order. */
import { chooseDriver } from './choose-driver.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { countEntities } from '../tables/entities.ts'
import type { Clause, SortTerm } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import { raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'
import { conditionsOf, type IdQuery, matches } from './list-ids.ts'
import { joinTerms, sortValue, walkTable } from '../query/order.ts'

export interface CountedGroup {
  /** The internal id of the oldest entity with the value; 0 for the blanks of a whole type. */
  readonly entity: number
  readonly count: number
  readonly isBlank: boolean
}

interface GroupQuery extends Pick<
  IdQuery,
  'type' | 'clauses' | 'join' | 'tree' | 'search' | 'parent' | 'limit'
> {
  /** Holds beside the others, however these are joined. */
  readonly besides?: Clause | undefined
}

/** At most `limit` groups, the blanks last, as a list in the order of the term would show them one after the other. */
export function countGroups(db: ReadableDb, query: GroupQuery, term: SortTerm): CountedGroup[] {
  const { type, limit, besides } = query
  const more = besides ? [compileClause(db, type, besides)] : []
  const matching = chooseDriver(db, type, [...conditionsOf(db, query), ...more])
  if (matching.all.length === 0 && term.source.kind === 'attribute') return countWhole(db, query, term)
  const entity = raw('m.entity')
  const from = matches(type, matching, joinTerms([term], type, 0, entity))
  const { text, params } = sql`SELECT min(entity) AS entity, count(*) AS count, norm IS NULL AS blank
    FROM (SELECT m.entity AS entity, ${sortValue(term, 0, entity)} AS norm ${from})
    GROUP BY norm ORDER BY norm IS NULL, norm${raw(term.descending ? ' DESC' : '')} LIMIT ${limit}`
  const rows = db.all<{ entity: number; count: number; blank: 0 | 1 }>(text, ...params)
  return rows.map(({ blank, ...group }) => ({ ...group, isBlank: blank === 1 }))
}

/** Of a whole type the table of the values says everything, in order where it has its index; the blanks are what is left. */
function countWhole(
  db: ReadableDb,
  { type, limit }: { readonly type: EntityType; readonly limit: number },
  term: SortTerm,
): CountedGroup[] {
  const direction = raw(term.descending ? ' DESC' : '')
  const { text, params } =
    sql`SELECT min(entity) AS entity, count(*) AS count FROM ${walkTable(db, term, type).table}
    WHERE ${guardRow(raw('entity'))} GROUP BY norm ORDER BY norm${direction} LIMIT ${limit}`
  const groups = db
    .all<{ entity: number; count: number }>(text, ...params)
    .map((group) => ({ ...group, isBlank: false }))
  const count = countEntities(db, type) - groups.reduce((sum, group) => sum + group.count, 0)
  const isWhole = groups.length < limit
  return isWhole && count > 0 ? [...groups, { entity: 0, count, isBlank: true }] : groups
}
