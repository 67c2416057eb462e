import { useRef, type PointerEvent } from 'react'
import { endOnEscape } from '../../ui/end-on-escape.ts'
import type { PlacedColumn } from '../model/geometry.ts'
import { fitColumn } from '../actions/column-actions.ts'
import { useGrid } from '../data/grid-context.ts'

/** The right edge of a header: drag for another width (Escape gives the old one back), press twice to fit the content. Keyboard: Shift with the arrow keys. */
export function ResizeHandle({ place }: { place: PlacedColumn }) {
  const { session, table, look } = useGrid()
  const start = useRef<{ x: number; width: number; stop: () => void }>(undefined)
  const { id } = place.column
  const end = (): void => {
    start.current?.stop()
    start.current = undefined
  }
  const begin = (x: number): void => {
    end()
    const before = look.columnSizing.get()[id]
    const stop = endOnEscape(() => {
      start.current = undefined
      table.setColumnSizing(({ [id]: _dragged, ...others }) =>
        before === undefined ? others : { ...others, [id]: before },
      )
    })
    start.current = { x, width: place.width, stop }
  }
  return (
    <div
      className="grid-resize"
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        begin(event.clientX)
      }}
      onPointerMove={({ clientX }) => {
        if (!start.current) return
        const width = start.current.width + clientX - start.current.x
        table.setColumnSizing((sizes) => ({ ...sizes, [id]: width }))
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => fitColumn(session, look, place.column)}
    />
  )
}
