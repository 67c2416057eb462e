import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { DistinctValues } from '#shared/schemas/grid.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { NarrowedRows } from '../../store/facets/row-set.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { refuseKey, describeSystem } from '../query/check-filter.ts'
import { findSource } from '../query/find-source.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { isSearched, onlyTexts, type Facet } from './facet-names.ts'
import { readCounts } from './read-counts.ts'

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
