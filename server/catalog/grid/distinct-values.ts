import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { operators } from '#shared/filters.ts'
import type { DistinctValues } from '#shared/schemas/grid.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Clause, SortTerm, Source } from '../../store/query/clause.ts'
import { countGroups } from '../../store/plan/count-groups.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { familyOf, tellSystem } from '../query/check-filter.ts'
import { findSource } from '../query/find-source.ts'
import { checkSort } from '../query/check-sort.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { spellGroups } from './spell-groups.ts'

export interface ListDistinct {
  readonly type: EntityType
  /** The list whose values are meant; its limit bounds the values. */
  readonly request: ListRequest
  readonly key: string | undefined
  /** Only values with this text in them. */
  readonly text: string | undefined
  readonly faults: readonly FieldError[]
}

/** The values of an attribute in a list, in order with the blanks last, and how many rows have each: 200. */
export function distinctValues(db: ReadableDb, input: ListDistinct): Answer {
  const { type, request, key } = input
  const faults = new Faults(input.faults)
  const { rows } = checkList(db, { type, parent: undefined }, request, faults)
  const term = checkKey(db, input, faults)
  const besides = term && checkText(term, input, faults)
  faults.settle()
  if (!term || key === undefined) throw new Error('A missing key is a fault.')
  const { limit } = request
  const query = { type, ...rows, limit: limit + 1, ...(besides && { besides }) }
  const list = { type, rows, request, terms: [term] }
  const counted = readWithin(db, list, () => countGroups(db, query, term))
  const answer: DistinctValues = {
    values: spellGroups(db, key, counted.slice(0, limit)),
    is_complete: counted.length <= limit,
  }
  return dataAnswer(200, JSON.stringify(answer))
}

interface ValueTerm extends SortTerm {
  readonly source: Source
}

/** Told about the parameter that names the key, as it is no order here. */
function checkKey(db: ReadableDb, { type, key }: ListDistinct, faults: Faults): ValueTerm | undefined {
  if (key === undefined) return faults.add('key', 'required')
  const attributes = attributesOf(db, type)
  const source = findSource(db, attributes, key)
  if (!source) return faults.addUnknown('key', 'not_a_defined_attribute', key, attributes.byKey)
  if (source.kind === 'system') return faults.explain('key', 'invalid_value', tellSystem(key))
  const [term] = checkSort(db, attributes, [{ key, descending: false }], new Faults())
  return term ? { ...term, source } : faults.add('key', 'not_sortable')
}

function checkText({ source }: ValueTerm, { text }: ListDistinct, faults: Faults): Clause | undefined {
  const folded = foldText(text ?? '')
  if (folded.trim() === '') return undefined
  const families: readonly string[] = operators.contains.families
  if (!families.includes(familyOf(source)))
    return faults.explain(
      'text',
      'operator_not_supported_for_type',
      'Only values that are texts can be searched. Leave text out.',
    )
  return { source, operator: 'contains', values: [folded] }
}
