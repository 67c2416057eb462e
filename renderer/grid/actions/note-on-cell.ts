import { askForNote } from '../data/detail-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { presenceId } from '../../api/event-stream.ts'
import { t } from '../../ui/text.ts'
import type { EntityResource } from '#shared/entities.ts'
import type { CellMark } from '#shared/schemas/grid.ts'
import { cellOriginOf } from '../data/cell-origin-state.ts'
import type { CellPosition } from '../model/selection.ts'
import { findMark, cellAt } from './cell-state.ts'

/** Opens the notes with a new one on the cell under the cursor; without a saved row it shows a message. */
export function noteOnCell(session: GridSession): void {
  const cursor = session.selection.get()?.cursor
  const row = cursor && session.rowAt(cursor.row)
  if (cursor && row && !isDraftId(row.id)) askForNote(session, cursor.columnId)
  else session.announce(t('Go to a saved row to leave a note.'))
}

/** Opens the remarks on the row: comments in a team, elsewhere notes. */
export function openRemarks(session: GridSession): void {
  if (presenceId() === undefined) noteOnCell(session)
  else commentOnCell(session)
}

/**
 * Opens the comments with a new one on the cell under the cursor; not on a desktop, where nobody would
 * read it.
 */
export function commentOnCell(session: GridSession): void {
  if (presenceId() === undefined) return
  const cursor = session.selection.get()?.cursor
  const row = cursor && session.rowAt(cursor.row)
  if (cursor && row && !isDraftId(row.id)) askForNote(session, cursor.columnId, 'comments')
  else session.announce(t('Go to a saved row to comment on it.'))
}

export function markAt(session: GridSession, cell: CellPosition): CellMark | undefined {
  const at = cellAt(session, cell)
  return at && findMark(session, at.entity, at.column)
}

export function askOrigin(session: GridSession): void {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (!cell || !at || isDraftId(at.entity.id) || at.column.isSystem) return
  if (markAt(session, cell)) return showOrigin(session, at.entity, at.column.id)
  const text = t('No model has made this value, and nothing is proposed for it.')
  session.note.set({ cell, text })
  session.announce(text)
}

export function showOrigin(session: GridSession, { id, label }: EntityResource, key: string): void {
  cellOriginOf(session).set({ id, label, key })
}
