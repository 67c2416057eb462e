import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'

/**
 * The ids of the rows from one position to another as the grid shows them: an edit may have given the list another order
 * since. Undefined where they could not all be loaded.
 */
export async function selectedIds(
  session: GridSession,
  [first, last]: readonly [number, number],
): Promise<ReadonlySet<string> | undefined> {
  if (!(await session.source.get()?.load({ first, last }))) return undefined
  const ids = new Set<string>()
  for (let row = first; row <= last && row < session.rowCount; row += 1) {
    const entity = session.rowAt(row)
    if (entity !== undefined && !isDraftId(entity.id)) ids.add(entity.id)
  }
  return ids
}
