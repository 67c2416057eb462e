import type { FieldError } from '#shared/errors.ts'
import type { Pagination } from '#shared/paging.ts'
import { Faults } from '../catalog/errors.ts'
import { decodeCursor, encodeCursor } from '../catalog/query/cursor.ts'
import type { Paging } from './list-params.ts'

/** Where a page begins in a list whose cursors are positions. Throws the faults found so far with that of the cursor. */
export function startOfPage(mark: string, { offset, cursor }: Paging, found: readonly FieldError[]): number {
  const faults = new Faults(found)
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  return cursor === undefined ? offset : (position?.entity ?? 0)
}

/** What is told of a page of such a list, which holds `count` entries from position `from` on. */
export function positionPage(
  mark: string,
  { limit, offset, cursor }: Paging,
  { from, count, total }: { readonly from: number; readonly count: number; readonly total: number },
): Pagination {
  return {
    total,
    limit,
    offset: cursor === undefined ? offset : 0,
    has_more: from + count < total,
    next_cursor: encodeCursor(mark, { entity: from + count, values: [] }),
  }
}
