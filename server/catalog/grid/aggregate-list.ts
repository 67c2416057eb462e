import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ColumnAggregate, ListAggregates } from '#shared/schemas/grid.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import {
  aggregateList as sumList,
  aggregateRows,
  type Measure,
  type MeasureSums,
  type Sums,
} from '../../store/plan/aggregate.ts'
import type { Source } from '../../store/query/clause.ts'
import { type IdQuery, listIds } from '../../store/plan/list-ids.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { familyOf, describeSystem } from '../query/check-filter.ts'
import { findSource } from '../query/find-source.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { type FrozenList, isOtherList, otherSnapshot } from '../query/snapshot-pages.ts'

export interface AggregateList {
  readonly type: EntityType
  readonly request: ListRequest
  readonly keys: readonly string[]
  /** The first and last position in a frozen list or the present one; undefined for the whole list. */
  readonly range?:
    | { readonly frozen: FrozenList | undefined; readonly rows: readonly [number, number] }
    | undefined
  readonly faults: readonly FieldError[]
}

const maxKeys = 30

/**
 * Sums of effective values over the rows of a list or a range of a frozen one: 200. References, texts and
 * lists are only counted. All faults are thrown together.
 */
export function aggregateList(db: ReadableDb, input: AggregateList): Answer {
  const { type, request, range } = input
  const faults = new Faults(input.faults)
  const { rows: wanted, terms } = checkList(db, { type, parent: undefined }, request, faults)
  if (range?.frozen && isOtherList(db, range.frozen, { type, request }))
    faults.explain('snapshot', 'invalid_value', otherSnapshot)
  if (input.keys.length === 0) faults.add('keys', 'required')
  const asked = checkKeys(db, input, faults)
  faults.throwIfAny()
  const list = { type, ...wanted }
  const { rows, sums } = range
    ? aggregateRows(db, type, idsOf(db, { ...list, terms }, range), asked)
    : sumList(db, list, asked)
  const answer: ListAggregates = { rows, columns: toColumns(asked, sums) }
  return dataAnswer(200, JSON.stringify(answer))
}

export function checkKeys(
  db: ReadableDb,
  { type, keys }: Pick<AggregateList, 'type' | 'keys'>,
  faults: Faults,
): readonly (MeasureSums & { readonly key: string })[] {
  if (keys.length > maxKeys) faults.addExpected('keys', 'too_many_values', { max_items: maxKeys })
  return [...new Set(keys)].flatMap((key) => {
    const attributes = attributesOf(db, type)
    const source = findSource(db, attributes, key)
    if (!source) return faults.addUnknown('keys', 'not_a_defined_attribute', key, attributes.byKey) ?? []
    if (source.kind === 'system') return faults.explain('keys', 'invalid_value', describeSystem(key)) ?? []
    return [{ key, source, measure: chooseMeasure(source) }]
  })
}

function chooseMeasure(source: Source): Measure | null {
  if (source.kind === 'computed' && (source.plan.isSeveral || source.plan.isReference)) return null
  const family = familyOf(source)
  return family === 'number' || family === 'date' ? family : null
}

function idsOf(
  db: ReadableDb,
  list: Omit<IdQuery, 'limit' | 'offset' | 'after'>,
  { frozen, rows: [first, last] }: NonNullable<AggregateList['range']>,
): Uint32Array {
  if (frozen) return new Uint32Array(frozen.ids).subarray(first, last + 1)
  const window = { offset: first, limit: Math.max(0, last - first + 1), after: undefined }
  return Uint32Array.from(listIds(db, { ...list, ...window }).ids)
}

export function toColumns(
  asked: readonly (MeasureSums & { readonly key: string })[],
  sums: readonly Sums[],
): ListAggregates['columns'] {
  return Object.fromEntries(
    asked.map(({ key, measure }, index) => [key, toColumn(measure, sums[index])] as const),
  )
}

function toColumn(measure: Measure | null, sums: Sums | undefined): ColumnAggregate {
  const { filled = 0, sum = null, least = null, greatest = null } = sums ?? {}
  return { filled, measure, sum, average: sum === null ? null : sum / filled, least, greatest }
}
