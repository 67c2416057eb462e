import type { Axes, Block, CellPosition } from '../model/selection.ts'

/** Which cell of the clipboard goes where. */
export interface Placement {
  readonly cell: CellPosition
  readonly sourceRow: number
  readonly sourceColumn: number
}

export interface PastePlan {
  readonly placements: readonly Placement[]
  /** Cells that lie beyond the last row or column. */
  readonly outside: number
}

interface Size {
  readonly rows: number
  readonly columns: number
}

/**
 * Lays a block of `size` over the selection as spreadsheets do: it fills a selection that is a whole multiple of it (one
 * cell fills any), else it is written once from the top left cell on.
 */
export function planPaste(selected: Block, size: Size, axes: Axes): PastePlan {
  const high = selected.bottom - selected.top + 1
  const wide = selected.right - selected.left + 1
  const isTiled = high % size.rows === 0 && wide % size.columns === 0
  const rows = isTiled ? high : size.rows
  const columns = isTiled ? wide : size.columns
  const placements: Placement[] = []
  for (let row = 0; row < Math.min(rows, axes.rowCount - selected.top); row += 1) {
    for (const [column, columnId] of axes.columnIds.slice(selected.left, selected.left + columns).entries()) {
      placements.push({
        cell: { row: selected.top + row, columnId },
        sourceRow: row % size.rows,
        sourceColumn: column % size.columns,
      })
    }
  }
  return { placements, outside: rows * columns - placements.length }
}
