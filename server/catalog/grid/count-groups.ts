import type { EntityType } from '#shared/entities.ts'
import { attributeOfSort } from '#shared/facets.ts'
import type { FieldError } from '#shared/errors.ts'
import type { RowGroup } from '#shared/schemas/grid.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type CountedLevels, countLevels } from '../../store/plan/group-levels.ts'
import type { SortTerm } from '../../store/query/clause.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { describeSystem } from '../query/check-filter.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { checkKeys, toColumns } from './aggregate-list.ts'
import { spellingOf } from './format-groups.ts'

export interface CountGroups {
  readonly type: EntityType
  /** The list that is grouped, by the first keys of its order. */
  readonly request: ListRequest
  /** By how many of them. */
  readonly levels: number
  /** The attributes to sum up in each group. */
  readonly keys: readonly string[]
  readonly faults: readonly FieldError[]
}

const relevanceIsNoKey = 'relevance is no attribute to group by. Name one that the rows share.'

/** More groups than this nobody reads. */
const maxGroups = 10_000

/**
 * The groups of a list by the first attributes of its order, with exact counts: 200. They follow each other as the rows of the
 * list do. More than 10,000 of them are refused.
 */
export function countGroups(db: ReadableDb, input: CountGroups): Answer {
  const { type, request, levels } = input
  const faults = new Faults(input.faults)
  const { rows, terms: order } = checkList(db, { type, parent: undefined }, request, faults)
  const keys = request.sort.slice(0, levels).map(({ key }) => attributeOfSort(key))
  const terms = order.slice(0, levels)
  if (keys.length < levels) faults.add('sort', 'required')
  keys.forEach((key, level) => refuseUngrouped(key, terms[level], faults))
  const asked = checkKeys(db, input, faults)
  faults.throwIfAny()
  const query = { type, ...rows, limit: maxGroups + 1 }
  const counted = readWithin(db, { type, rows, request, terms }, () =>
    countLevels(db, query, { terms, asked }),
  )
  if (counted.length > maxGroups) faults.addExpected('sort', 'too_many_values', { max_items: maxGroups })
  faults.throwIfAny()
  const groups = formatLevels(db, keys, counted).map((group, index): RowGroup =>
    asked.length === 0 ? group : { ...group, columns: toColumns(asked, counted[index]?.sums ?? []) },
  )
  return dataAnswer(200, JSON.stringify({ groups }))
}

function refuseUngrouped(key: string, term: SortTerm | undefined, faults: Faults): void {
  if (term?.source.kind === 'relevance') faults.explain('sort', 'invalid_value', relevanceIsNoKey)
  else if (term?.source.kind === 'system') faults.explain('sort', 'invalid_value', describeSystem(key))
}

function formatLevels(
  db: ReadableDb,
  keys: readonly string[],
  counted: readonly CountedLevels[],
): Pick<RowGroup, 'values' | 'count'>[] {
  const spell = spellingOf(
    db,
    keys,
    counted.map(({ entity }) => entity),
  )
  return counted.map(({ entity, count, blanks }) => ({
    values: keys.map((key, level) => (blanks[level] ? null : spell(entity, key))),
    count,
  }))
}
