import type { KeyboardEvent } from 'react'
import { select } from '../actions/navigation.ts'
import type { PlacedColumn } from '../model/geometry.ts'
import { selectCell } from '../model/selection.ts'
import { shiftColumn } from '../actions/column-actions.ts'
import { useGrid } from '../data/grid-context.ts'
import { toChord } from '../../ui/chord.ts'

interface HeaderCommands {
  readonly sortBy: (additive: boolean) => void
  readonly openMenu: () => void
}

const resizeStep = 16

/** The keys of a header: arrows walk, Shift with them changes the width, Ctrl moves the column, down goes to the cells, Alt with it opens the menu. */
export function useHeaderKeys({ column, width }: PlacedColumn, { sortBy, openMenu }: HeaderCommands) {
  const { session, table, look } = useGrid()
  const walk = (step: 1 | -1): void => {
    const { placed, indexById } = session.geometry.get()
    const next = placed[(indexById.get(column.id) ?? 0) + step]
    if (next) session.view.focusHeader(next.column.id)
  }
  const resize = (step: 1 | -1): void =>
    table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: width + step * resizeStep }))
  const shift = (step: 1 | -1): void => {
    shiftColumn(session, look, column.id, step)
    session.view.focusHeader(column.id)
  }
  const goToCells = (): void => {
    select(session, selectCell({ row: session.selection.get()?.cursor.row ?? 0, columnId: column.id }))
    session.view.focusInput()
  }
  const commands: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => walk(-1),
    ArrowRight: () => walk(1),
    'Ctrl+ArrowLeft': () => shift(-1),
    'Ctrl+ArrowRight': () => shift(1),
    'Shift+ArrowLeft': () => resize(-1),
    'Shift+ArrowRight': () => resize(1),
    ArrowDown: goToCells,
    'Alt+ArrowDown': openMenu,
    'Shift+Enter': () => sortBy(true),
  }
  return (event: KeyboardEvent): void => {
    const command = commands[toChord(event)]
    if (!command) return
    event.preventDefault()
    command()
  }
}
