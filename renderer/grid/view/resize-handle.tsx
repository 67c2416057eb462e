import { useRef, type PointerEvent } from 'react'
import type { PlacedColumn } from '../model/geometry.ts'
import { fitColumn } from '../panels/column-actions.ts'
import { useGrid } from './grid-context.ts'

/** The right edge of a header: drag for another width, press twice to fit the content. Keyboard: Shift with the arrow keys. */
export function ResizeHandle({ place }: { place: PlacedColumn }) {
  const { session, table, look } = useGrid()
  const start = useRef<{ x: number; width: number }>(undefined)
  const { id } = place.column
  return (
    <div
      className="grid-resize"
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: place.width }
      }}
      onPointerMove={({ clientX }) => {
        if (!start.current) return
        const width = start.current.width + clientX - start.current.x
        table.setColumnSizing((sizes) => ({ ...sizes, [id]: width }))
      }}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
      onDoubleClick={() => fitColumn(session, look, place.column)}
    />
  )
}
