import type { EntityType } from '#shared/entities.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { advanceSearchIndex } from '../../store/search/search-index.ts'

/** Builds the search index of a type, or brings it up to date, for as long as may pass between two writes; true for more. */
export function advanceSearch(tx: WritableDb, { type }: { readonly type: EntityType }): boolean {
  return advanceSearchIndex(tx, type)
}
