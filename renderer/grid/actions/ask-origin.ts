import type { EntityResource } from '#shared/entities.ts'
import type { CellMark } from '#shared/schemas/grid.ts'
import { cellOriginOf } from '../data/cell-origin-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { CellPosition } from '../model/selection.ts'
import { cellAt } from './cell-state.ts'
import { findMark } from './cell-texts.ts'
import { t } from '../../ui/text.ts'

/** What models, agents and scripts have to do with the cell at a position, as far as it is known. */
export function markAt(session: GridSession, cell: CellPosition): CellMark | undefined {
  const at = cellAt(session, cell)
  return at && findMark(session, at.entity, at.column)
}

/** Shows what was proposed for the cursor's cell, and what its value was made of; says so where there is nothing. */
export function askOrigin(session: GridSession): void {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (!cell || !at || isDraftId(at.entity.id) || at.column.isSystem) return
  if (markAt(session, cell)) return showOrigin(session, at.entity, at.column.id)
  const text = t('No model has made this value, and nothing is proposed for it.')
  session.note.set({ cell, text })
  session.announce(text)
}

/** The same of a value that is shown elsewhere. */
export function showOrigin(session: GridSession, { id, label }: EntityResource, key: string): void {
  cellOriginOf(session).set({ id, label, key })
}
