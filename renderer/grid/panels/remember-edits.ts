import { showSuccess } from '../../ui/toast.tsx'
import { offerUndo } from '../actions/history.ts'
import type { GridSession } from '../data/grid-session.ts'

export interface DoneEdits {
  readonly title: string
  readonly description?: string | undefined
  /** What it is called in the history, such as `replacing of oak`. */
  readonly label: string
  readonly editIds: readonly string[]
}

/** Tells what was changed, and puts it into the history as one step that Undo takes back. */
export function rememberEdits(session: GridSession, { title, description, label, editIds }: DoneEdits): void {
  session.log.add({ label, steps: editIds.map((editId) => ({ kind: 'edit', editId })) })
  session.announce(`${title}.`)
  if (editIds.length > 0) offerUndo(session, title, description)
  else showSuccess(title, description === undefined ? {} : { description })
}
