import type { Axes, Block, CellPosition } from '../model/selection.ts'
import type { Size } from './clip-formats.ts'

export interface Placement {
  readonly cell: CellPosition
  readonly sourceRow: number
  readonly sourceColumn: number
}

export interface PastePlan {
  readonly placements: readonly Placement[]
  readonly overflow: readonly (readonly Placement[])[]
  readonly outsideColumns: number
}

/**
 * Places a block over the selected blocks as spreadsheets do: it fills a block that is a whole multiple of
 * it, otherwise it is written once from the top left cell of the last block.
 */
export function planPaste(selected: readonly Block[], size: Size, axes: Axes): PastePlan {
  const isOne = size.rows === 1 && size.columns === 1
  const blocks = isOne ? selected : selected.slice(-1)
  const plans = blocks.map((block) => planBlock(block, size, axes))
  return {
    placements: plans.flatMap(({ placements }) => placements),
    overflow: plans.flatMap(({ overflow }) => overflow),
    outsideColumns: Math.max(0, ...plans.map(({ outsideColumns }) => outsideColumns)),
  }
}

function planBlock(selected: Block, size: Size, axes: Axes): PastePlan {
  const high = selected.bottom - selected.top + 1
  const wide = selected.right - selected.left + 1
  const isTiled = high % size.rows === 0 && wide % size.columns === 0
  const rows = isTiled ? high : size.rows
  const columns = isTiled ? wide : size.columns
  const targets = axes.columnIds.slice(selected.left, selected.left + columns)
  const lines = Array.from({ length: rows }, (_, row) =>
    targets.map((columnId, column) => ({
      cell: { row: selected.top + row, columnId },
      sourceRow: row % size.rows,
      sourceColumn: column % size.columns,
    })),
  )
  const room = Math.max(0, axes.rowCount - selected.top)
  return {
    placements: lines.slice(0, room).flat(),
    overflow: lines.slice(room),
    outsideColumns: columns - targets.length,
  }
}
