/**
 * The nearness of an entity to a search, as a number to sort by. It uses the primary attribute and the two
 * short texts after it, since it is computed for every match.
 */
import type { EntityType } from '#shared/entities.ts'
import { withoutMarks } from '#shared/text.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { type Attribute, attributesOf, isComputed, isSearched } from '../tables/attributes.ts'
import type { Search, TermSearch } from './clause.ts'
import { sortKey } from './compile-computed.ts'
import { nearWords } from '../search/near-words.ts'

const maxTexts = 3
// Characters that may precede a word; any other is part of the word.
const separators = ['-', '/', '(', ',', '.']

export function nearness(
  db: ReadableDb,
  type: EntityType,
  { text, terms }: Search,
): (entity: Fragment) => Fragment {
  const words = terms.flatMap((term) =>
    typeof term.sought === 'string' && !term.isExcluded
      ? [{ word: spaced(term.sought), meant: meantWords(db, type, term) }]
      : [],
  )
  const looked = lookedAt(db, type)
  // An integer in ORDER BY would be a column number.
  if (words.length === 0 || looked.length === 0) return () => raw('0.0')
  const whole = `| ${spaced(withoutMarks(text))} |`
  const sum = join(words.map(distanceOf), ' + ')
  // The texts are joined once per entity, with bars between; the LIMIT keeps SQLite from joining them for
  // every test.
  return (entity) => {
    const texts = looked.map((attribute) => sql`${spacedSql(valueOf(db, attribute, entity))} || ' |'`)
    return sql`(SELECT CASE instr(v, ${whole}) WHEN 1 THEN 0 WHEN 0 THEN 2 + ${sum} ELSE 1 END
      FROM (SELECT iif(octet_length(t) > length(t), without_marks(t), t) AS v
        FROM (SELECT '| ' || ${join(texts, " || ' ' || ")} AS t LIMIT 1) LIMIT 1))`
  }
}

interface WordSearch {
  readonly word: string
  readonly meant: readonly string[]
}

/**
 * The rank of a word: a whole text, the first word, any word, begins a text, begins a word, inside a word;
 * then corrections that begin a word; else no match.
 */
function distanceOf({ word, meant }: WordSearch): Fragment {
  const own = [`| ${word} |`, `| ${word} `, ` ${word} `, `| ${word}`, ` ${word}`, word]
  const places = own.concat(meant.map((one) => ` ${one}`))
  const cases = places.map((place, index) => sql`WHEN instr(v, ${place}) THEN ${raw(String(index))}`)
  return sql`(CASE ${join(cases, ' ')} ELSE ${raw(String(places.length))} END)`
}

function lookedAt(db: ReadableDb, type: EntityType): Attribute[] {
  const { list, primary } = attributesOf(db, type)
  const short = list.filter((one) => isSearched(one) && !one.traits.isLong && one !== primary)
  return [...(primary && isSearched(primary) ? [primary] : []), ...short].slice(0, maxTexts)
}

function valueOf(db: ReadableDb, attribute: Attribute, entity: Fragment): Fragment {
  if (isComputed(attribute)) return sortKey(getValuePlan(db, attribute), entity)
  return sql`(SELECT norm FROM ${raw(`value_${attribute.id}`)} WHERE entity = ${entity})`
}

function spaced(text: string): string {
  return separators.reduce((rest, separator) => rest.replaceAll(separator, ' '), text)
}

function spacedSql(value: Fragment): Fragment {
  return separators.reduce(
    (rest, separator) => sql`replace(${rest}, ${raw(`'${separator}'`)}, ' ')`,
    sql`ifnull(${value}, '')`,
  )
}

export function meantWords(
  db: ReadableDb,
  type: EntityType,
  { sought, isExcluded, isPhrase }: TermSearch,
): readonly string[] {
  return typeof sought === 'string' && !isExcluded && !isPhrase ? nearWords(db, type, sought) : []
}
