import { type Atom, createAtom } from '@tanstack/react-store'
import type { GridColumn } from '../../query/columns.ts'
import type { GridSession } from '../data/grid-session.ts'
import { axesOf } from './navigation.ts'
import { selectedBlocks } from './ranges.ts'
import { t } from '../../ui/text.ts'

/** Whether the dialog of bulk edits is open, and on the attributes of which cells. */
interface BulkEditing {
  readonly isOpen: boolean
  readonly keys: readonly string[]
  /** The id of a saved action that it is opened with. */
  readonly action?: string | undefined
}

const dialogs = new WeakMap<GridSession, Atom<BulkEditing>>()

/** The dialog of bulk edits of a grid. */
export function bulkEditOf(session: GridSession): Atom<BulkEditing> {
  const dialog = dialogs.get(session) ?? createAtom<BulkEditing>({ isOpen: false, keys: [] })
  dialogs.set(session, dialog)
  return dialog
}

/** Opens the dialog of bulk edits on the selected cells: their rows, and a line for each of their attributes. */
export function editSelectedCells(session: GridSession): void {
  const keys = editableKeys(session)
  if (keys.length === 0) return session.announce(t('None of the selected columns can be edited.'))
  bulkEditOf(session).set({ isOpen: true, keys })
}

/** The attributes of the selected cells that can be edited. */
export function editableKeys(session: GridSession): string[] {
  const { columnIds } = axesOf(session)
  const blocks = selectedBlocks(session)
  const selected = columnIds.filter((_, place) =>
    blocks.some(({ left, right }) => left <= place && place <= right),
  )
  return editableColumns(selected.flatMap((id) => session.columnOf(id) ?? [])).map(({ id }) => id)
}

/** The columns that a bulk edit can change. */
export function editableColumns(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ isSystem, readOnlyReason }) => !isSystem && readOnlyReason === undefined)
}
