import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countGroups as countGroupsOf } from '../../store/plan/count-groups.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { tellSystem } from '../query/check-filter.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { spellGroups } from './spell-groups.ts'

export interface CountGroups {
  readonly type: EntityType
  /** The list that is grouped, by the first key of its order. */
  readonly request: ListRequest
  readonly faults: readonly FieldError[]
}

const tellRelevance = 'relevance is no attribute to group by. Name one that the rows share.'

/** More groups than this nobody reads. */
const maxGroups = 10_000

/**
 * The groups of a list by the first attribute of its order, with exact counts: 200. They follow each other as the rows of the
 * list do. An attribute with more than 10,000 values is refused.
 */
export function countGroups(db: ReadableDb, { type, request, faults: structural }: CountGroups): Answer {
  const faults = new Faults(structural)
  const { rows, terms } = checkList(db, { type, parent: undefined }, request, faults)
  const [term] = terms
  const key = request.sort[0]?.key
  if (key === undefined) faults.add('sort', 'required')
  else if (term?.source.kind === 'relevance') faults.explain('sort', 'invalid_value', tellRelevance)
  else if (term?.source.kind === 'system') faults.explain('sort', 'invalid_value', tellSystem(key))
  faults.settle()
  if (!term || key === undefined) return dataAnswer(200, JSON.stringify({ groups: [] }))
  const query = { type, ...rows, limit: maxGroups + 1 }
  const counted = readWithin(db, { type, rows, request, terms }, () => countGroupsOf(db, query, term))
  if (counted.length > maxGroups) faults.addExpected('sort', 'too_many_values', { max_items: maxGroups })
  faults.settle()
  return dataAnswer(200, JSON.stringify({ groups: spellGroups(db, key, counted) }))
}
