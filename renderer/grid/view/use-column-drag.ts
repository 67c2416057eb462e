import { useRef, useState, type PointerEvent } from 'react'
import { followDrag } from '../../ui/follow-drag.ts'
import type { PlacedColumn } from '../model/geometry.ts'
import { useGrid } from '../data/grid-context.ts'
import { dropColumn } from '../actions/column-actions.ts'

/** A press that moves less than this is a press. */
const slackPx = 5

interface DropPlace {
  readonly id: string
  readonly side: 'before' | 'behind'
}

/** Drags a column by its header to another place among those that scroll, or among those that are pinned to the same side; Escape leaves it. */
export function useColumnDrag({ column, pin }: PlacedColumn) {
  const { session, look } = useGrid()
  const [isDragged, setDragged] = useState(false)
  const hasMoved = useRef(false)

  const placeAt = (row: Element, clientX: number): DropPlace | undefined => {
    for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
      const { left, right } = cell.getBoundingClientRect()
      if (clientX < left || clientX >= right) continue
      const { placed, indexById } = session.geometry.get()
      const place = placed[indexById.get(cell.dataset['column'] ?? '') ?? -1]
      if (!place || place.pin !== pin || place.column.isPrimary) continue
      return { id: place.column.id, side: clientX < (left + right) / 2 ? 'before' : 'behind' }
    }
    return undefined
  }

  const start = (event: PointerEvent<HTMLElement>): void => {
    hasMoved.current = false
    const row = event.currentTarget.closest('[role="row"]')
    if (event.button !== 0 || column.isPrimary || row === null) return
    const from = event.clientX
    let target: DropPlace | undefined
    followDrag(event, {
      onMove({ clientX }) {
        if (!hasMoved.current && Math.abs(clientX - from) < slackPx) return
        hasMoved.current = true
        setDragged(true)
        target = placeAt(row, clientX)
        markPlace(row, target)
      },
      onEnd(isDropped) {
        // After Escape, the click that comes when the button is let go must not sort.
        hasMoved.current ||= !isDropped
        setDragged(false)
        markPlace(row, undefined)
        if (isDropped && target && target.id !== column.id) dropColumn(session, look, column.id, target)
      },
    })
  }
  return { start, isDragged, hasMoved: () => hasMoved.current }
}

// Written to the elements at once: a render of every header for each movement would be felt.
function markPlace(row: Element, target: DropPlace | undefined): void {
  for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
    if (cell.dataset['column'] === target?.id) cell.dataset['drop'] = target?.side
    else delete cell.dataset['drop']
  }
}
