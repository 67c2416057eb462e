import { useRef, useState, type PointerEvent } from 'react'
import { endOnEscape } from '../../ui/end-on-escape.ts'
import type { PlacedColumn } from '../model/geometry.ts'
import { useGrid } from '../data/grid-context.ts'
import { dropColumn } from '../actions/column-actions.ts'

/** A press that moves less than this is a press. */
const slackPx = 5

interface Target {
  readonly id: string
  readonly side: 'before' | 'behind'
}

/** Drags a column by its header to another place among those that scroll, or among those that are pinned to the same side; Escape leaves it. */
export function useColumnDrag({ column, pin }: PlacedColumn) {
  const { session, look } = useGrid()
  const [isDragged, setDragged] = useState(false)
  const hasMoved = useRef(false)

  const targetAt = (row: Element, clientX: number): Target | undefined => {
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
    const button = event.currentTarget
    const row = button.closest('[role="row"]')
    if (event.button !== 0 || column.isPrimary || row === null) return
    const from = event.clientX
    let target: Target | undefined
    const follow = ({ clientX, pointerId }: globalThis.PointerEvent): void => {
      if (!hasMoved.current && Math.abs(clientX - from) < slackPx) return
      if (!hasMoved.current) button.setPointerCapture(pointerId)
      hasMoved.current = true
      setDragged(true)
      target = targetAt(row, clientX)
      markTarget(row, target)
    }
    const end = ({ type }: { readonly type: string }): void => {
      stopListening()
      button.removeEventListener('pointermove', follow)
      button.removeEventListener('pointerup', end)
      button.removeEventListener('pointercancel', end)
      setDragged(false)
      markTarget(row, undefined)
      if (type === 'pointerup' && target && target.id !== column.id)
        dropColumn(session, look, column.id, target)
    }
    const stopListening = endOnEscape(() => {
      // The click that comes when the button is let go must not sort.
      hasMoved.current = true
      end({ type: 'cancelled' })
    })
    button.addEventListener('pointermove', follow)
    button.addEventListener('pointerup', end)
    button.addEventListener('pointercancel', end)
  }
  return { start, isDragged, hasMoved: () => hasMoved.current }
}

// Written to the elements at once: a render of every header for each movement would be felt.
function markTarget(row: Element, target: Target | undefined): void {
  for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
    if (cell.dataset['column'] === target?.id) cell.dataset['drop'] = target?.side
    else delete cell.dataset['drop']
  }
}
