import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import type { Referrers } from '#shared/schemas/grid.ts'
import { formatReferrers } from '../cells/referrer-chips.tsx'
import { formatCell } from '../cells/registry.ts'
import { isInverse } from '../data/cell-referrers.ts'
import type { CellEdit } from '../data/edit-overlay.ts'
import type { GridSession } from '../data/grid-session.ts'
import { valueOf, type GridColumn } from '../../query/columns.ts'
import type { CellPosition } from '../model/selection.ts'

/** Everything that is known about a cell; `value` is what the user sees. */
export interface Cell {
  readonly column: GridColumn
  readonly entity: EntityResource
  readonly edit: CellEdit | undefined
  readonly value: AttributeValue | null
}

/** The cell at a position; undefined while its row is not loaded. */
export function cellAt(session: GridSession, cell: CellPosition): Cell | undefined {
  const column = session.columnOf(cell.columnId)
  const entity = session.rowAt(cell.row)
  if (!column || !entity) return undefined
  return {
    column,
    entity,
    edit: session.overlay.get(entity.id, column.id),
    value: shownValue(session, entity, column),
  }
}

/** The value as the user sees it: an unsaved one before the stored one. */
export function shownValue(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
): AttributeValue | null {
  const edit = session.overlay.get(entity.id, column.id)
  return edit ? edit.write.shown : valueOf(entity, column)
}

/** What refers to the row of a cell by the inverse reference of its column; undefined where nothing does or it is not known. */
export function referrersOf(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
): Referrers | undefined {
  return isInverse(column) ? session.referrers.of(entity)?.[column.id] : undefined
}

/** Makes known what refers to some rows, where a column shows it. Returns whether all is known. */
export async function loadReferrers(session: GridSession, first: number, last: number): Promise<boolean> {
  if (!session.geometry.get().placed.some(({ column }) => isInverse(column))) return true
  return session.referrers.load(session.loadedBetween(first, last))
}

/** A cell as text, as the user sees it. */
export function shownText(session: GridSession, entity: EntityResource, column: GridColumn): string {
  const referrers = referrersOf(session, entity, column)
  if (referrers) return formatReferrers(referrers, session.context.formats)
  return formatCell(shownValue(session, entity, column), column, session.context)
}

/** What the server has for the cell as far as is known here: the value that a write replaces. */
export function storedValue({ entity, column, edit }: Cell): AttributeValue | null {
  const conflict = edit?.status === 'refused' ? edit.conflict : undefined
  return conflict ? conflict.current : valueOf(entity, column)
}
