import type { GridColumn } from '../../query/columns.ts'
import type { GridSession } from '../data/grid-session.ts'

export interface RankOrder {
  readonly column: GridColumn
  readonly descending: boolean
}

/** Returns the rank attribute of the order where rows can be moved by it: not in groups or a tree. */
export function rankOrder(session: GridSession): RankOrder | undefined {
  const [first] = session.query.sort
  const column = first && session.columnOf(first.key)
  const { groupBy, isTree } = session.rows.state.get()
  const isFree = groupBy.length === 0 && !isTree && column?.readOnlyReason === undefined
  return first && column?.kind === 'rank' && isFree ? { column, descending: first.descending } : undefined
}
