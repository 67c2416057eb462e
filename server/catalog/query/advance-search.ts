import type { EntityType } from '#shared/entities.ts'
import { checkpointInSteps, type WritableDb } from '../../store/database/database.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { advanceSearchIndex, entitiesInIndex, mergeRuns } from '../../store/search/search-index.ts'

/** How far a search index has come; without a total it only follows what has changed. */
export interface SearchProgress {
  readonly isMore: boolean
  readonly done: number
  readonly total: number
}

// Another write waits for a slice at most.
const sliceMs = 6

/** Builds the search index of a type, or brings it up to date, for as long as may pass between two writes. */
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
