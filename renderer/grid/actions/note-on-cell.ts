import { askForNote } from '../data/detail-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { presenceId } from '../../api/team-messages.ts'
import { t } from '../../ui/text.ts'

/** Opens the notes beside the grid, ready for one on the cell under the cursor; says so where there is no saved row. */
export function noteOnCell(session: GridSession): void {
  const cursor = session.selection.get()?.cursor
  const row = cursor && session.rowAt(cursor.row)
  if (cursor && row && !isDraftId(row.id)) askForNote(session, cursor.columnId)
  else session.announce(t('Go to a saved row to leave a note.'))
}

/** Opens what is said about the row beside the grid: in a team its comments, elsewhere its notes. */
export function openRemarks(session: GridSession): void {
  if (presenceId() === undefined) noteOnCell(session)
  else commentOnCell(session)
}

/** Opens the comments beside the grid, ready for one on the cell under the cursor; on a desktop nobody would read it. */
export function commentOnCell(session: GridSession): void {
  if (presenceId() === undefined) return
  const cursor = session.selection.get()?.cursor
  const row = cursor && session.rowAt(cursor.row)
  if (cursor && row && !isDraftId(row.id)) askForNote(session, cursor.columnId, 'comments')
  else session.announce(t('Go to a saved row to comment on it.'))
}
