import type { PointerEvent } from 'react'
import { followDrag } from '../../ui/follow-drag.ts'
import type { PlacedColumn } from '../model/geometry.ts'
import { fitColumn } from '../actions/column-actions.ts'
import { useGrid } from '../data/grid-context.ts'

/** The right edge of a header: drag for another width (Escape gives the old one back), press twice to fit the content. Keyboard: Shift with the arrow keys. */
export function ResizeHandle({ place }: { place: PlacedColumn }) {
  const { session, table, look } = useGrid()
  const { id } = place.column
  const begin = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault()
    const before = look.columnSizing.get()[id]
    const from = event.clientX - place.width
    followDrag(event, {
      onMove: ({ clientX }) => table.setColumnSizing((sizes) => ({ ...sizes, [id]: clientX - from })),
      onEnd(isDropped) {
        if (isDropped) return
        table.setColumnSizing(({ [id]: _dragged, ...others }) =>
          before === undefined ? others : { ...others, [id]: before },
        )
      },
    })
  }
  return (
    <div
      className="grid-resize"
      onPointerDown={begin}
      onDoubleClick={() => fitColumn(session, look, place.column)}
    />
  )
}
