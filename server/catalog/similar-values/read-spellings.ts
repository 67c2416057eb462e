import { maxComparedValues, maxEmbeddedValues, type Cluster } from '#shared/similar-values.ts'
import type { EntityType } from '#shared/entities.ts'
import { splitList } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { eachDocumentValue } from '../../store/tables/entities.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { allRows, type IdQuery, listIds } from '../../store/plan/list-ids.ts'
import { validationFailed } from '../errors.ts'
import type { ListedRows } from '../query/list-entities.ts'

export interface Holders {
  readonly type: EntityType
  readonly attribute: Attribute
  readonly rows: ListedRows
}

// The longest texts of a catalog would otherwise exhaust the reader's memory.
const maxLetters = 60_000_000

/**
 * The exact own spellings of entities (for a multi select its items) with their number of holders. Without
 * a filter they include unused options. Throws validation_failed for more spellings than clusters may
 * have.
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
    if (counts.size > maxComparedValues || letters > maxLetters) throw tooManyValues()
  }
  return Array.from(counts, ([value, count]) => ({ value, count }))
}

export function spellingsIn({ traits }: Attribute, value: string): readonly string[] {
  return traits.hasTokens ? [...new Set(splitList(value))] : [value]
}

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

export function isWhole({ clauses, tree, search }: ListedRows): boolean {
  return clauses.length === 0 && tree === undefined && search === undefined
}

export function tooManyToEmbed(count: number) {
  const sentence = message('similar_values.too_many_to_embed', { count, most: maxEmbeddedValues })
  return validationFailed([
    { field: 'filter', issue: 'too_many_values', ...sentence, expected: { max_items: maxEmbeddedValues } },
  ])
}

function tooManyValues() {
  const sentence = message('similar_values.too_many', { count: maxComparedValues })
  return validationFailed([
    { field: 'filter', issue: 'too_many_values', ...sentence, expected: { max_items: maxComparedValues } },
  ])
}

export interface Spelling {
  readonly value: string
  readonly count: number
}

export type Neighbours = (index: number) => Iterable<number>

/** Sorts the most frequent value first; among equally frequent ones the most carefully written. */
export function inOrder(values: readonly Spelling[]): Spelling[] {
  return values.toSorted(
    (a, b) => b.count - a.count || carelessness(a.value) - carelessness(b.value) || compare(a.value, b.value),
  )
}

function carelessness(value: string): number {
  const isSpaced = value !== value.trim() || /\s{2}/u.test(value)
  const isOneCase = value === value.toLowerCase() || value === value.toUpperCase()
  return Number(isSpaced) * 2 + Number(isOneCase)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/**
 * Groups values: each group is the neighbourhood of its most frequent value, without values of earlier
 * groups, so no chain of small differences joins unrelated values.
 */
export function groupAround(values: readonly Spelling[], neighboursOf: Neighbours): Cluster[] {
  const taken = new Uint8Array(values.length)
  const groups: Cluster[] = []
  values.forEach((centre, index) => {
    if (taken[index]) return
    const members = [centre]
    taken[index] = 1
    for (const at of neighboursOf(index)) {
      const member = values[at]
      if (!member || taken[at]) continue
      taken[at] = 1
      members.push(member)
    }
    if (members.length > 1) groups.push(toGroup(members))
  })
  return groups.toSorted((a, b) => b.count - a.count || compare(a.suggested, b.suggested))
}

function toGroup(members: readonly Spelling[]): Cluster {
  const values = inOrder(members).map(({ value, count }) => ({ value, count }))
  const count = values.reduce((sum, one) => sum + one.count, 0)
  return { values, count, suggested: values[0]?.value ?? '' }
}

export function sharingKeys(
  values: readonly Spelling[],
  keysOf: (value: string) => readonly string[],
  throwIfInterrupted: () => void,
): Neighbours {
  const byKey = new Map<string, number[]>()
  const keys = values.map(({ value }, index) => {
    if (index % 1000 === 0) throwIfInterrupted()
    const own = keysOf(value)
    for (const key of own) {
      const sharing = byKey.get(key)
      if (sharing) sharing.push(index)
      else byKey.set(key, [index])
    }
    return own
  })
  return (index) => keys[index]?.flatMap((key) => byKey.get(key) ?? []) ?? []
}
