import { maxClusteredValues, maxEmbeddedValues } from '#shared/clusters.ts'
import type { EntityType } from '#shared/entities.ts'
import { splitList } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { eachDocumentValue } from '../../store/tables/entities.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { allRows, type IdQuery, listIds } from '../../store/plan/list-ids.ts'
import { validationFailed } from '../errors.ts'
import type { ListedRows } from '../query/list-entities.ts'
import type { Spelling } from './group-values.ts'

/** What holds the values: all entities of the type, or those that a filter finds. */
export interface Holders {
  readonly type: EntityType
  readonly attribute: Attribute
  readonly rows: ListedRows
}

// A catalog's longest texts would otherwise fill the memory of the reader.
const maxLetters = 60_000_000

/**
 * The exact spellings that entities hold themselves, of a multi select its items, and how many hold each. Without a filter the options
 * that nobody holds are among them. Throws validation_failed where there are more than clusters are made of.
 */
export function readSpellings(db: ReadableDb, holders: Holders): Spelling[] {
  const { attribute, rows } = holders
  const counts = new Map<string, number>(isWhole(rows) ? attribute.options.map((option) => [option, 0]) : [])
  let letters = 0
  for (const [, value] of eachHeldValue(db, holders)) {
    for (const spelling of spellingsIn(attribute, value)) {
      const known = counts.get(spelling)
      if (known === undefined) letters += spelling.length
      counts.set(spelling, (known ?? 0) + 1)
    }
    if (counts.size > maxClusteredValues || letters > maxLetters) throw tooManyValues()
  }
  return Array.from(counts, ([value, count]) => ({ value, count }))
}

/** What an entity holds, as clusters see it: a value, or each item of a multi select once. */
export function spellingsIn({ traits }: Attribute, value: string): readonly string[] {
  return traits.hasTokens ? [...new Set(splitList(value))] : [value]
}

/** The entities with a value of their own, oldest first, by their internal ids. */
export function* eachHeldValue(
  db: ReadableDb,
  { type, attribute, rows }: Holders,
  behind = 0,
): Generator<[entity: number, value: string]> {
  const { key } = attribute
  const all: IdQuery = { type, ...rows, terms: [], limit: allRows, offset: 0, after: undefined }
  const among = isWhole(rows)
    ? { type, key, behind }
    : { key, ids: listIds(db, all).ids.filter((id) => id > behind) }
  yield* eachDocumentValue(db, among)
}

/** Whether all entities of a type are meant. */
export function isWhole({ clauses, tree, search }: ListedRows): boolean {
  return clauses.length === 0 && tree === undefined && search === undefined
}

/** What is said where there are more values than a model makes vectors of. */
export function tooManyToEmbed(count: number) {
  const sentence = message('similar_values.too_many_to_embed', { count, most: maxEmbeddedValues })
  return validationFailed([
    { field: 'filter', issue: 'too_many_values', ...sentence, expected: { max_items: maxEmbeddedValues } },
  ])
}

function tooManyValues() {
  const sentence = message('similar_values.too_many', { count: maxClusteredValues })
  return validationFailed([
    { field: 'filter', issue: 'too_many_values', ...sentence, expected: { max_items: maxClusteredValues } },
  ])
}
