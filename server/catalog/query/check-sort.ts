import type { EntityType } from '#shared/entities.ts'
import { labelSuffix } from '#shared/facets.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { refuseCompleteness } from '../channels/completeness-plans.ts'
import type { Faults } from '../errors.ts'
import type { Search, SortTerm, TermSearch } from '../../store/query/clause.ts'
import { nearness } from '../../store/query/compile-word.ts'
import { findPath, refusePath } from './reference-path.ts'
import { message } from '#shared/messages/message.ts'
import { refuseKey, familyOf, toComparable } from './check-filter.ts'
import { findSortSource, findSource } from './find-source.ts'
import type { SortKey } from './list-request.ts'
import type { Family } from '#shared/attributes.ts'
import type { Operator } from '#shared/filters.ts'
import { foldText, withoutMarks, parseSearch, type SearchTerm } from '#shared/text.ts'

// Every key is a join, and SQLite allows 64.
const maxSortKeys = 30

/** The sort keys of a request; a key that is named twice counts once (specification, Sort rules). An attribute called relevance comes before the relevance of a search. */
export function checkSort(
  db: ReadableDb,
  attributes: AttributeSet,
  requests: readonly SortKey[],
  faults: Faults,
  found?: SearchedType,
): SortTerm[] {
  const seen = new Set<string>()
  const terms = requests.flatMap(({ key, descending }) => {
    const source = findSortSource(db, attributes, key) ?? relevanceOf(db, key, found)
    if (!source) return refuseSortKey(db, attributes, key, faults) ?? []
    if (!isSortable(source))
      return faults.explain('sort', 'not_sortable', describeUnsortable(db, attributes, key)) ?? []
    if (seen.has(key)) return []
    seen.add(key)
    return [{ source, descending }]
  })
  if (terms.length > maxSortKeys) faults.addExpected('sort', 'too_many_values', { max_items: maxSortKeys })
  return terms
}

function refuseSortKey(db: ReadableDb, attributes: AttributeSet, key: string, faults: Faults): undefined {
  if (key === relevance) return faults.explain('sort', 'invalid_value', nothingSought)
  const named = { field: 'sort', key }
  if (refuseCompleteness(db, attributes, named, faults)) return undefined
  if (key.includes('.')) return refuseSortPath(db, attributes, key, faults)
  if (/[: ]/.test(key)) return faults.explain('sort', 'not_a_defined_attribute', formatDirection(key))
  return refuseKey(db, attributes, named, faults)
}

function refuseSortPath(db: ReadableDb, attributes: AttributeSet, key: string, faults: Faults): undefined {
  const path = findPath(db, attributes, key)
  if (!path || !findSource(db, path.end, path.key))
    return refusePath(db, attributes, { field: 'sort', key }, faults)
  return faults.explain('sort', 'not_sortable', noOrderAtEnd)
}

const noOrderAtEnd = message('sort.no_order_at_end')

function formatDirection(text: string): string {
  const [key = ''] = text.split(/[: ]/)
  return `Keys alone can be sorted by, with - in front for descending: ${key} or -${key}.`
}

function describeUnsortable(db: ReadableDb, attributes: AttributeSet, key: string): string {
  const byLabel = `${key}${labelSuffix}`
  if (findSortSource(db, attributes, byLabel))
    return `${key} cannot be sorted by, as it refers to others. Sort by their names with ${byLabel}.`
  return `${key} cannot be sorted by, as its values have no order. Sort by another attribute.`
}

const relevance = 'relevance'
const nothingSought = 'relevance sorts what a search finds. Send q with it, or leave it out.'

export interface SearchedType {
  readonly type: EntityType
  readonly search: Search | undefined
}

function relevanceOf(
  db: ReadableDb,
  key: string,
  found: SearchedType | undefined,
): SortTerm['source'] | undefined {
  if (key !== relevance || !found?.search) return undefined
  return { kind: 'relevance', nearness: nearness(db, found.type, found.search) }
}

function isSortable(source: SortTerm['source']): boolean {
  if (source.kind === 'relevance') return true
  if (source.kind === 'computed') return !source.plan.isReference
  return source.kind === 'system' || source.attribute.traits.sortable
}

/** Reads the search; undefined without one. No text is a fault: an unknown key is a word. */
export function checkSearch(
  db: ReadableDb,
  attributes: AttributeSet,
  q: string | undefined,
): Search | undefined {
  const text = foldText(q ?? '')
  if (text === '') return undefined
  const terms = parseSearch(text).map(({ isExcluded, isPhrase, ...term }) => ({
    sought: findClause(db, attributes, term) ?? withoutMarks(term.text),
    isExcluded,
    isPhrase,
  }))
  return { text, terms }
}

/** The operator of `key:value` per family: texts match by their parts, others as a whole. */
const operatorOf: Record<Family, Operator> = {
  text: 'contains',
  number: 'eq',
  date: 'eq',
  timestamp: 'gte',
  boolean: 'eq',
  id: 'eq',
}

function findClause(
  db: ReadableDb,
  attributes: AttributeSet,
  { keyed }: Pick<SearchTerm, 'keyed'>,
): Exclude<TermSearch['sought'], string> | undefined {
  const source = keyed && attributes.byKey.has(keyed.key) && findSource(db, attributes, keyed.key)
  if (!source) return undefined
  const family = familyOf(source)
  const value = toComparable[family](keyed.value)
  if (value === undefined && family === 'id') return { source, label: withoutMarks(keyed.value) }
  return value === undefined ? undefined : { source, operator: operatorOf[family], values: [value] }
}
