import { type Clause, clausesIn, type SortTerm } from '../../store/query/clause.ts'
import { InterruptedRead } from '#shared/interrupted.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { type ReadableDb, checkpointInSteps, type WritableDb } from '../../store/database/database.ts'
import type { IdQuery } from '../../store/plan/list-ids.ts'
import { compileClause } from '../../store/query/compile-clause.ts'
import { compileSearch } from '../../store/query/compile-word.ts'
import { hasOrderIndex } from '../../store/query/order.ts'
import { tooSlow } from '../errors.ts'
import type { ListRequest } from './list-request.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { advanceSearchIndex, entitiesInIndex, mergeRuns } from '../../store/search/search-index.ts'

interface SlowList {
  readonly type: EntityType
  readonly request: Pick<ListRequest, 'clauses' | 'tree'>
  readonly rows: Pick<IdQuery, 'clauses' | 'tree' | 'search'>
  readonly terms: readonly SortTerm[]
  readonly isCached?: boolean
}

/** Runs `read`. Past its deadline throws validation_failed with the slow parts of the list. */
export function readWithin<T>(db: ReadableDb, list: SlowList, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof InterruptedRead && error.reason === 'deadline')
      throw tooSlow(slowParts(db, list), list.isCached)
    throw error
  }
}

export interface SearchProgress {
  readonly isMore: boolean
  readonly done: number
  readonly total: number
}

// A waiting write waits for one slice at most.
const sliceMs = 6

/** Builds or updates the search index of a type, for the time allowed between two writes. */
export function advanceSearch(
  tx: WritableDb,
  { type, isBuilding }: { readonly type: EntityType; readonly isBuilding: boolean },
): SearchProgress {
  const isMerging = mergeRuns(tx, type)
  const end = performance.now() + (isMerging ? sliceMs / 2 : sliceMs)
  let isMore = true
  while (isMore && performance.now() < end) isMore = advanceSearchIndex(tx, type)
  checkpointInSteps(tx, isBuilding && (isMore || isMerging))
  const done = isMore ? entitiesInIndex(tx, type) : undefined
  return {
    isMore: isMore || isMerging,
    done: done ?? 0,
    total: done === undefined ? 0 : countEntities(tx, type),
  }
}

const isNotIndexed = message('list.every_value_read')
const isComputed =
  'It is computed for every entity. Add a condition on a stored attribute, such as an exact value, so that fewer are left.'
const isTooMuch = message('list.add_condition')

function slowParts(db: ReadableDb, { type, request, rows, terms }: SlowList): FieldError[] {
  const { search } = rows
  const sent = [...request.clauses, ...clausesIn(request.tree)]
  const slow = [
    ...[...rows.clauses, ...clausesIn(rows.tree)].flatMap((clause, index) => {
      const { field = 'filter' } = sent[index] ?? {}
      return compileClause(db, type, clause).stats.isIndexed
        ? []
        : [{ field, ...issueSentence(sentenceOn(clause.source)) }]
    }),
    ...(search === undefined || compileSearch(db, type, search).some(({ stats }) => stats.isIndexed)
      ? []
      : [{ field: 'q', ...issueSentence(isNotIndexed) }]),
    ...terms.flatMap(({ source }) =>
      isOrdered(db, source) ? [] : [{ field: 'sort', ...issueSentence(sentenceOn(source)) }],
    ),
  ]
  return slow.length > 0 ? slow : [{ field: 'filter', ...issueSentence(isTooMuch) }]
}

function sentenceOn({ kind }: SortTerm['source'] | Clause['source']): Sentence {
  if (kind === 'relation' || kind === 'path') return isTooMuch
  return kind === 'computed' ? isComputed : isNotIndexed
}

function isOrdered(db: ReadableDb, source: SortTerm['source']): boolean {
  if (source.kind === 'relevance') return true
  if (source.kind === 'attribute') return hasOrderIndex(db, source)
  return source.kind === 'system'
}
