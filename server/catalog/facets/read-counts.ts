import type { ValueCounts } from '#shared/schemas/views.ts'
import { splitList, foldText } from '#shared/text.ts'
import { compareTexts } from '#shared/text-order.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Fragment, sql } from '../../store/database/fragment.ts'
import {
  countFilled,
  type CountedSource,
  type CountedValue,
  countValues,
  readValues,
  holdsSeveralRows,
} from '../../store/facets/count-values.ts'
import { familyOf, refuseKey, describeSystem } from '../query/check-filter.ts'
import { type Facet, isSearched, onlyTexts } from './facet-names.ts'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import { readLists } from '../../store/computed/reads.ts'
import { parseJson } from '../../store/database/json.ts'
import type { Source } from '../../store/query/clause.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { spellingOf } from '../grid/count-groups.ts'
import type { FieldError } from '#shared/errors.ts'
import type { DistinctValues } from '#shared/schemas/grid.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { NarrowedRows } from '../../store/facets/row-set.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { findSource } from '../query/find-source.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'

interface AskedCounts {
  readonly asked: CountedSource
  readonly total: number
  readonly shown: { readonly limit: number; readonly text: string | undefined }
}

export function readCounts(db: ReadableDb, facet: Facet, { asked, total, shown }: AskedCounts): ValueCounts {
  const { limit } = shown
  const found = hasTokens(facet.source)
    ? countTokens(db, asked, shown.text).slice(0, limit + 1)
    : countValues(db, asked, { limit: limit + 1, ...matching(facet, shown.text) })
  const isComplete = found.length <= limit
  const isSum = isComplete && shown.text === undefined && !holdsSeveralRows(facet.source)
  const filled =
    isSum && !hasTokens(facet.source)
      ? found.reduce((sum, { count }) => sum + count, 0)
      : countFilled(db, asked)
  const values = describeValues(db, facet, found.slice(0, limit))
  return {
    values,
    ...(values.length < found.length && { is_complete: false as const }),
    blank: total - filled,
  }
}

function matching(
  { source }: Facet,
  text: string | undefined,
): { only?: (comparable: Fragment) => Fragment } {
  if (text === undefined) return {}
  if (familyOf(source) !== 'id') return { only: (comparable) => sql`instr(${comparable}, ${text}) > 0` }
  return {
    only: (comparable) =>
      sql`EXISTS (SELECT 1 FROM entity t WHERE t.id = ${comparable} AND instr(fold_text(t.label), ${text}) > 0)`,
  }
}

// Long texts fill an answer before the limit on their number does.
const maxCharacters = 1_000_000

function describeValues(
  db: ReadableDb,
  facet: Facet,
  counted: readonly CountedValue[],
): ValueCounts['values'] {
  const toValue = formatValues(db, facet, counted)
  const values: ValueCounts['values'] = []
  let characters = 0
  for (const one of counted) {
    const value = toValue(one)
    characters += JSON.stringify(value).length
    if (characters > maxCharacters) break
    values.push({ value, count: one.count })
  }
  return values
}

function countTokens(db: ReadableDb, asked: CountedSource, text: string | undefined): CountedValue[] {
  const counts = new Map<string, CountedValue>()
  for (const { norm: comparable, count, entity } of combinationsOf(db, asked)) {
    for (const token of new Set(splitList(String(comparable)))) {
      const known = counts.get(token)
      counts.set(token, {
        norm: token,
        count: count + (known?.count ?? 0),
        entity: Math.min(entity, known?.entity ?? entity),
      })
    }
  }
  return [...counts.values()]
    .filter(({ norm: comparable }) => text === undefined || String(comparable).includes(text))
    .toSorted((a, b) => b.count - a.count || compareTexts(String(a.norm), String(b.norm)))
}

const all = 0xffff_ffff

function combinationsOf(db: ReadableDb, asked: CountedSource): CountedValue[] {
  if (!holdsSeveralRows(asked.source)) return countValues(db, asked, { limit: all })
  // Each entity counts once, whichever of its values has the token.
  const byEntity = new Map<number, string[]>()
  const { comparables, entities = [] } = readValues(db, asked)
  comparables.forEach((comparable, index) => {
    const entity = entities[index] ?? 0
    byEntity.set(entity, [...(byEntity.get(entity) ?? []), String(comparable)])
  })
  return [...byEntity].map(([entity, texts]) => ({ norm: texts.join(', '), count: 1, entity }))
}

type ToValue = (value: CountedValue) => AttributeValue | null

function formatValues(
  db: ReadableDb,
  { key, source }: { readonly key: string; readonly source: Source },
  counted: readonly CountedValue[],
): ToValue {
  if (familyOf(source) === 'id') return formatReferences(db, counted)
  if (familyOf(source) === 'boolean') return ({ norm: comparable }) => comparable === 1
  if (source.kind === 'computed' && source.plan.base.kind === 'file')
    return ({ norm: comparable }) => comparable
  if (source.kind === 'computed' && source.plan.isSeveral) return formatMembers(db, source, counted)
  const entities = counted.map(({ entity }) => entity)
  const toValue = spellingOf(db, [key], entities)
  if (!hasTokens(source)) return ({ entity }) => toValue(entity, key)
  return ({ entity, norm: comparable }) => findToken(toValue(entity, key), comparable)
}

function hasTokens(source: Source): boolean {
  if (source.kind === 'system') return false
  return source.kind === 'computed' ? source.plan.hasTokens : source.attribute.traits.hasTokens
}

function formatReferences(db: ReadableDb, counted: readonly CountedValue[]): ToValue {
  const stubs = stubsJson(
    db,
    counted.map(({ norm: comparable }) => Number(comparable)),
  )
  return ({ norm: comparable }) => {
    const stub = stubs.get(Number(comparable))
    return stub === undefined ? null : JSON.parse(stub)
  }
}

function findToken(text: AttributeValue | null, comparable: CountedValue['norm']): string {
  const tokens = typeof text === 'string' ? splitList(text) : []
  return tokens.find((token) => foldText(token) === comparable) ?? String(comparable)
}

function formatMembers(
  db: ReadableDb,
  source: Source & { readonly kind: 'computed' },
  counted: readonly CountedValue[],
): ToValue {
  const { plan } = source
  const entities = [...new Set(counted.map(({ entity }) => entity))]
  const lists = readLists(db, plan, entities)
  return ({ entity, norm: comparable }) => {
    const json = lists.get(entity)
    const members = json === undefined ? [] : parseJson(json)
    const texts = members.flatMap((member) => (plan.hasTokens ? splitList(String(member)) : [member]))
    return texts.find((member) => foldText(String(member)) === String(comparable)) ?? comparable
  }
}

export interface ListDistinct {
  readonly type: EntityType
  readonly request: ListRequest
  readonly key: string | undefined
  readonly text: string | undefined
  readonly faults: readonly FieldError[]
}

/** The values of one facet to choose from, numbers and dates too: the most frequent first, the blanks last. 200. */
export function distinctValues(db: ReadableDb, input: ListDistinct): Answer {
  const { type, request } = input
  const faults = new Faults(input.faults)
  const { rows: listed } = checkList(db, { type, parent: undefined }, request, faults)
  const facet = faults.settled(checkKey(db, input, faults))
  const text = checkText(facet, input, faults)
  faults.throwIfAny()
  const answer = readWithin(db, { type, rows: listed, request, terms: [] }, (): DistinctValues => {
    const all = new NarrowedRows(db, { type, ...listed }, [])
    const rows = all.without()
    const asked = { type, source: facet.source, rows }
    const shown = { limit: request.limit, text }
    const counted = readCounts(db, facet, { asked, total: all.count(rows), shown })
    const isComplete = counted.is_complete !== false
    const hasBlanks = isComplete && text === undefined && counted.blank > 0
    return {
      values: [...counted.values, ...(hasBlanks ? [{ value: null, count: counted.blank }] : [])],
      is_complete: isComplete,
    }
  })
  return dataAnswer(200, JSON.stringify(answer))
}

function checkKey(db: ReadableDb, { type, key }: ListDistinct, faults: Faults): Facet | undefined {
  if (key === undefined) return faults.add('key', 'required')
  const attributes = attributesOf(db, type)
  const source = findSource(db, attributes, key)
  if (!source) return refuseKey(db, attributes, { field: 'key', key }, faults)
  if (source.kind === 'system') return faults.explain('key', 'invalid_value', describeSystem(key))
  return { name: key, key, source, form: 'values' }
}

function checkText(facet: Facet, { text }: ListDistinct, faults: Faults): string | undefined {
  const folded = foldText(text ?? '')
  if (folded === '') return undefined
  return isSearched(facet) ? folded : faults.explain('text', 'operator_not_supported_for_type', onlyTexts)
}
