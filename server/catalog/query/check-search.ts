import type { Family } from '#shared/attributes.ts'
import type { Operator } from '#shared/filters.ts'
import { parseSearch, type SearchTerm } from '#shared/search-terms.ts'
import { foldText } from '#shared/text.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Search, SoughtTerm } from '../../store/query/clause.ts'
import { familyOf, toComparable } from './check-filter.ts'
import { findSource } from './find-source.ts'

/** What a search asks for; undefined where nothing is searched. No text is a fault: what is no key is a word. */
export function checkSearch(
  db: ReadableDb,
  attributes: AttributeSet,
  q: string | undefined,
): Search | undefined {
  const text = foldText(q ?? '')
  if (text === '') return undefined
  const terms = parseSearch(text).map(({ isExcluded, isPhrase, ...term }) => ({
    sought: findClause(db, attributes, term) ?? term.text,
    isExcluded,
    isPhrase,
  }))
  return { text, terms }
}

/** How `key:value` asks for values of a family: texts by their parts, what has a whole value by that. */
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
): Exclude<SoughtTerm['sought'], string> | undefined {
  const source = keyed && attributes.byKey.has(keyed.key) && findSource(db, attributes, keyed.key)
  if (!source) return undefined
  const family = familyOf(source)
  const value = toComparable[family](keyed.value)
  if (value === undefined && family === 'id') return { source, label: keyed.value }
  return value === undefined ? undefined : { source, operator: operatorOf[family], values: [value] }
}
