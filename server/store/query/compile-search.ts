/**
 * Entities with a text in any attribute or in one. The search index gives candidates, whose values are
 * rechecked; without it, or with too many, value tables are scanned. Pairs of words find parts of long texts
 * without reading them.
 */
import type { EntityType } from '#shared/entities.ts'
import { withoutMarks } from '#shared/text.ts'
import { type Attribute, attributesOf, isSearched } from '../tables/attributes.ts'
import type { ReadableDb } from '../database/database.ts'
import { countEntities } from '../tables/entities.ts'
import { gramQuery } from '../search/search-grams.ts'
import { hasSeveralWords, matchPairs } from '../search/search-words.ts'
import { matchGrams, type SearchIndex, findSearchIndex, isWorthFollowing } from '../search/search-index.ts'
import {
  anyOf,
  type Condition,
  type ConditionSql,
  type ConditionStats,
  makeCondition,
  nothing,
  onValues,
} from './condition.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'
import { requestSearchIndex } from '../tables/indexes.ts'
import { countCached } from '../database/caches.ts'
import { comparableColumn, operatorSql, type Test } from './predicates.ts'

/** Entities with the folded text in any text value (decisions, `q`). */
export function compileText(db: ReadableDb, type: EntityType, text: string): Condition {
  const searched = attributesOf(db, type).list.filter(isSearched)
  if (searched.length === 0) return nothing
  const index = usableIndex(db, type)
  const predicate = operatorSql.finds.test(comparableColumn, [withoutMarks(text)])
  if (!index) return anyOf(searched.map(({ id }) => onValues(db, id, predicate, false)))
  const { grams, isExact: isWhole } = gramQuery(text)
  // The index has the texts of all attributes, so that a match may be in one that the reader may not read.
  const isExact = isWhole && db.hidden?.searchedTypes.has(type) !== true
  const match = matchGrams(db, index, grams)
  const likely = isExact ? searched : likeliestFirst(db, searched, withGrams(index, match), predicate)
  const {
    sql: { test },
    stats,
  } = anyOf(likely.map(({ id }) => onValues(db, id, predicate, false)))
  const { testCost } = stats
  return found({ index, match, test, verify: isExact ? () => raw('1') : test }, { testCost })
}

export function compilePart(db: ReadableDb, attribute: Attribute, asked: Test): Condition {
  const condition = onValues(db, attribute.id, asked.test(comparableColumn, asked.values), false)
  return attribute.traits.isLong
    ? compileLongPart(db, attribute, asked, condition)
    : compileShortPart(db, attribute, asked, condition)
}

// Looking up a short value costs about as much as reading so many sequentially.
const readsPerLookUp = 8

function compileShortPart(
  db: ReadableDb,
  { entityType: type }: Attribute,
  { values }: Test,
  condition: Condition,
): Condition {
  const index = findSearchIndex(db, type)
  if (!index) return condition
  const match = matchGrams(db, index, gramQuery(String(values[0])).grams)
  const candidates = countBelowShare(db, type, withGrams(index, match), 1 / readsPerLookUp)
  if (candidates === undefined) return condition
  const { test } = condition.sql
  return found({ index, match, test, verify: test }, { maxMembers: candidates + index.changed.length })
}

// Finding the words with a part costs as much as scanning this share of the texts.
const shareOfWords = 1 / 32

function compileLongPart(
  db: ReadableDb,
  attribute: Attribute,
  { test, values }: Test,
  condition: Condition,
): Condition {
  const type = attribute.entityType
  const index = usableIndex(db, type)
  if (!index) return condition
  const text = String(values[0])
  const byPairs = () =>
    test === operatorSql.contains.test ? compilePairs(db, attribute, text, { index, condition }) : undefined
  const isPhrase = hasSeveralWords(text)
  const phrase = isPhrase ? byPairs() : undefined
  if (phrase) return phrase
  const match = matchGrams(db, index, gramQuery(text).grams)
  const isWord = !isPhrase && countBelowShare(db, type, withGrams(index, match), shareOfWords) === undefined
  return (
    (isWord ? byPairs() : undefined) ??
    found({ index, match, test: condition.sql.test, verify: condition.sql.test })
  )
}

interface IndexedText {
  readonly index: SearchIndex
  readonly condition: Condition
}

function compilePairs(
  db: ReadableDb,
  attribute: Attribute,
  text: string,
  { index, condition }: IndexedText,
): Condition | undefined {
  const pairs = matchPairs(db, attribute, text)
  if (!pairs) return undefined
  const { table, match, untold } = pairs
  const changed = [...new Set([...index.changed, ...untold])]
  const { test } = condition.sql
  return found({ index: { ...index, table, changed }, match, test, verify: () => raw('1') })
}

function usableIndex(db: ReadableDb, type: EntityType): SearchIndex | undefined {
  const index = findSearchIndex(db, type)
  if (!index || isWorthFollowing(index)) requestSearchIndex(db, type)
  return index
}

function withGrams({ table }: SearchIndex, match: string): Fragment {
  const name = raw(table)
  return sql`SELECT rowid AS entity FROM ${name} WHERE ${name} MATCH ${match}`
}

interface IndexMatch {
  readonly index: SearchIndex
  readonly match: string
  readonly test: ConditionSql['test']
  readonly verify: ConditionSql['test']
}

/** Members by the index, and entities changed since, which are tested one by one. */
function found({ index, match, test, verify }: IndexMatch, stats: Partial<ConditionStats> = {}): Condition {
  const changed = sql`SELECT value AS entity FROM json_each(${JSON.stringify(index.changed)}) c`
  const hasChanged = index.changed.length > 0
  const named = hasChanged
    ? sql`${withGrams(index, match)} AND rowid NOT IN (${changed})`
    : withGrams(index, match)
  const row = raw(`${index.table}.rowid`)
  const members = sql`${named} AND ${guardRow(row)} AND ${verify(row)}`
  return makeCondition(
    {
      // The brackets keep a UNION with other members from reading some twice.
      members: hasChanged
        ? sql`SELECT entity FROM (${members} UNION ALL ${changed} WHERE ${test(raw('c.value'))})`
        : members,
      superset: withGrams(index, match),
      ...(verify === test && { indexCandidates: hasChanged ? sql`${named} UNION ALL ${changed}` : named }),
      test,
    },
    { isIndexed: true, ...stats },
  )
}

function countBelowShare(
  db: ReadableDb,
  type: EntityType,
  candidates: Fragment,
  share: number,
): number | undefined {
  const bound = Math.ceil(countEntities(db, type) * share)
  const count = countCached(db, sql`SELECT count(*) AS total FROM (${candidates} LIMIT ${bound})`)
  return count < bound ? count : undefined
}

const sampleSize = 100

/** Attributes with the text in some candidates come first, so that most need one look-up. */
function likeliestFirst(
  db: ReadableDb,
  attributes: readonly Attribute[],
  candidates: Fragment,
  predicate: Fragment,
): Attribute[] {
  const { text, params } = sql`${candidates} LIMIT ${sampleSize}`
  const sample = JSON.stringify(db.column<number>(text, ...params))
  const hits = new Map(attributes.map((attribute) => [attribute, countIn(db, attribute, sample, predicate)]))
  return attributes.toSorted((a, b) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0))
}

function countIn(db: ReadableDb, { id }: Attribute, sample: string, predicate: Fragment): number {
  const { text, params } = sql`SELECT count(*) FROM json_each(${sample}) j CROSS JOIN ${raw(`value_${id}`)} v
    ON v.entity = j.value WHERE ${predicate}`
  return db.column<number>(text, ...params)[0] ?? 0
}
