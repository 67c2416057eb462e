/** What is chosen in facets: clauses as a filter has them, under the key of the facets that they do not narrow. */
import { maxFilterClauses } from '#shared/filters.ts'
import { clausesIn, type ClauseGroup, isGroup } from '../../store/query/clause.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Choice } from '../../store/facets/narrowed-rows.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { checkParts } from '../query/check-filter.ts'
import type { FilterClause } from '../query/list-request.ts'

/** The choices of a request, all of which hold. */
export interface SentChoices {
  readonly clauses: readonly FilterClause[]
  readonly tree?: ClauseGroup<FilterClause> | undefined
}

type Part = FilterClause | ClauseGroup<FilterClause>

/** The choices by key; every bad clause is a fault on its own place. */
export function checkChoices(
  db: ReadableDb,
  attributes: AttributeSet,
  { clauses, tree }: SentChoices,
  faults: Faults,
): Choice[] {
  if (clauses.length + clausesIn(tree).length > maxFilterClauses)
    faults.addExpected('choice', 'too_many_values', { max_items: maxFilterClauses })
  const parts: Part[] = [...clauses, ...(tree ? (tree.join === 'and' ? tree.parts : [tree]) : [])]
  const byKey = Map.groupBy(parts, keyOf)
  return [...byKey].map(([key, chosen]) => ({
    key,
    group: { join: 'and', parts: checkParts(db, attributes, chosen, faults) },
  }))
}

/** Groups over several keys narrow every facet. */
function keyOf(part: Part): string {
  if (!isGroup(part)) return part.key
  const keys = new Set(clausesIn(part).map(({ key }) => key))
  const [key = ''] = keys
  return keys.size === 1 ? key : ''
}
