import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { fillInto, fillToEnd } from '../actions/fill.ts'
import { axesOf, selectInPlace } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import { blockOf, type Block, type CellPosition, type Selection } from '../model/selection.ts'
import { BlockBoxes, CellBox } from './cell-box.tsx'
import { EdgeDrag, type Point } from './use-pointer.ts'
import { useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { t } from '../../ui/text.ts'

/** The corner of the selected block: a drag continues its values (Alt: copies them; Escape: nothing). */
export function FillHandle({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  const { target, begin, move, reset } = useFillDrag()
  const axes = axesOf(session)
  const source = blockOf(selection, axes)
  const columnId = axes.columnIds[source.right]
  if (selection.span !== 'cells' || selection.more.length > 0 || columnId === undefined) return null

  const end = (isCopy: boolean): void => {
    reset()
    if (!target) return
    selectInPlace(session, selectionOf(session, { ...selection, more: [] }, joined(source, target)))
    void fillInto(session, { source, target, isCopy })
  }
  return (
    <>
      {target && <BlockBoxes block={target} kind="fill" />}
      <CellBox cell={{ row: source.bottom, columnId }}>
        <div
          className="grid-fill-handle"
          title={t('Drag to fill, or double-click to fill down to the end (Alt: copy)')}
          onDoubleClick={(event) => void fillToEnd(session, event.altKey)}
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={(event) => end(event.altKey)}
          onPointerCancel={reset}
        />
      </CellBox>
    </>
  )
}

function useFillDrag() {
  const { session } = useGrid()
  const viewport = useViewport()
  const [target, setTarget] = useState<Block>()
  const drag = useRef<EdgeDrag>(undefined)
  useEffect(() => () => drag.current?.stop(), [])

  const reset = (): void => {
    drag.current?.stop()
    drag.current = undefined
    setTarget(undefined)
  }
  const begin = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = new EdgeDrag(viewport, {
      onMove: (point) => {
        const cell = viewport.cellAtPoint(point)
        setTarget(cell && targetOf(session, cell))
      },
      onCancel: reset,
    })
  }
  return { target, begin, move: (point: Point) => drag.current?.move(point), reset }
}

function targetOf(session: GridSession, { row, columnId }: CellPosition): Block | undefined {
  const selection = session.selection.get()
  if (!selection) return undefined
  const axes = axesOf(session)
  const block = blockOf(selection, axes)
  const column = axes.columnIds.indexOf(columnId)
  const rows = row > block.bottom ? row - block.bottom : Math.min(0, row - block.top)
  const columns = column > block.right ? column - block.right : Math.min(0, column - block.left)
  if (rows === 0 && columns === 0) return undefined
  if (Math.abs(rows) >= Math.abs(columns)) {
    return rows > 0
      ? { ...block, top: block.bottom + 1, bottom: row }
      : { ...block, top: row, bottom: block.top - 1 }
  }
  return columns > 0
    ? { ...block, left: block.right + 1, right: column }
    : { ...block, left: column, right: block.left - 1 }
}

function joined(a: Block, b: Block): Block {
  return {
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
  }
}

function selectionOf(session: GridSession, present: Selection, block: Block): Selection {
  const { columnIds } = axesOf(session)
  const at = (row: number, column: number): CellPosition => ({
    row,
    columnId: columnIds[column] ?? present.cursor.columnId,
  })
  const { span, more } = present
  return { cursor: at(block.top, block.left), focus: at(block.bottom, block.right), span, more }
}
