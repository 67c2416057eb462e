/** How many matching entities share each value of one sort term, in its order. */
import type { ReadableDb } from '../database.ts'
import type { SortTerm } from './clause.ts'
import { arrange } from './condition.ts'
import { raw, sql } from './fragment.ts'
import { conditionsOf, type IdQuery, matches } from './list-ids.ts'
import { joinTerms, valueOf } from './order.ts'

export interface CountedGroup {
  /** The internal id of the oldest entity with the value. */
  readonly entity: number
  readonly count: number
  readonly isBlank: boolean
}

/** At most `limit` groups, the blanks last, as a list in the order of the term would show them one after the other. */
export function countGroups(
  db: ReadableDb,
  query: Pick<IdQuery, 'type' | 'clauses' | 'join' | 'search' | 'parent' | 'limit'>,
  term: SortTerm,
): CountedGroup[] {
  const { type, limit } = query
  const entity = raw('m.entity')
  const from = matches(type, arrange(db, type, conditionsOf(db, query)), joinTerms([term], type, 0, entity))
  const { text, params } = sql`SELECT min(entity) AS entity, count(*) AS count, norm IS NULL AS blank
    FROM (SELECT m.entity AS entity, ${valueOf(term, 0, entity)} AS norm ${from})
    GROUP BY norm ORDER BY norm IS NULL, norm${raw(term.descending ? ' DESC' : '')} LIMIT ${limit}`
  const rows = db.all<{ entity: number; count: number; blank: 0 | 1 }>(text, ...params)
  return rows.map(({ blank, ...group }) => ({ ...group, isBlank: blank === 1 }))
}
