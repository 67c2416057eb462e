import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { refuseCompleteness } from '../channels/completeness-plans.ts'
import type { Faults } from '../errors.ts'
import type { SortTerm, Source } from '../../store/query/clause.ts'
import { findSource, refuseKey } from './check-filter.ts'
import type { SortKey } from './list-request.ts'

// Every key is a join, of which SQLite takes 64.
const maxSortKeys = 30

/** The sort keys of a request; a key that is named twice counts once (specification, Sort rules). */
export function checkSort(
  db: ReadableDb,
  attributes: AttributeSet,
  requests: readonly SortKey[],
  faults: Faults,
): SortTerm[] {
  const seen = new Set<string>()
  const terms = requests.flatMap(({ key, descending }) => {
    const source = findSource(db, attributes, key)
    if (!source) return refuseSortKey(db, attributes, key, faults) ?? []
    if (!isSortable(source)) return faults.explain('sort', 'not_sortable', tellUnsortable(key)) ?? []
    if (seen.has(key)) return []
    seen.add(key)
    return [{ source, descending }]
  })
  if (terms.length > maxSortKeys) faults.addExpected('sort', 'too_many_values', { max_items: maxSortKeys })
  return terms
}

function refuseSortKey(db: ReadableDb, attributes: AttributeSet, key: string, faults: Faults): undefined {
  const named = { field: 'sort', key }
  if (refuseCompleteness(db, attributes, named, faults)) return undefined
  if (/[: ]/.test(key)) return faults.explain('sort', 'not_a_defined_attribute', tellDirection(key))
  return refuseKey(db, attributes, named, faults)
}

/** For `price:desc` and `price desc`. */
function tellDirection(text: string): string {
  const [key = ''] = text.split(/[: ]/)
  return `Keys alone can be sorted by, with - in front for descending: ${key} or -${key}.`
}

function tellUnsortable(key: string): string {
  return `${key} cannot be sorted by, as its values have no order. Sort by another attribute.`
}

function isSortable(source: Source): boolean {
  if (source.kind === 'computed') return !source.plan.isReference
  return source.kind === 'system' || source.attribute.traits.sortable
}
