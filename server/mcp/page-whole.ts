import { Faults } from '../catalog/errors.ts'
import { decodeCursor, encodeCursor, toFingerprint } from '../catalog/query/cursor.ts'
import type { Paging } from '../edge/list-params.ts'
import type { Agent } from './agent.ts'

/** A page of a list that the API answers whole, of `parts.workspace`; agents read everything page by page. */
export function pageWhole<Entry>(
  { parts }: Agent,
  list: 'attributes' | 'channels' | 'classes' | 'views',
  { data }: { readonly data: readonly Entry[] },
  { limit, offset, cursor }: Paging,
) {
  const mark = toFingerprint([parts.workspace.id, list])
  const faults = new Faults()
  const known = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.settle()
  const from = cursor === undefined ? offset : (known?.entity ?? 0)
  const page = data.slice(from, from + limit)
  return {
    data: page,
    pagination: {
      total: data.length,
      limit,
      offset: cursor === undefined ? offset : 0,
      has_more: from + page.length < data.length,
      next_cursor: encodeCursor(mark, { entity: from + page.length, values: [] }),
    },
  }
}
