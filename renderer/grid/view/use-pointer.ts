import { useRef, type PointerEvent, type MouseEvent } from 'react'
import { beginEdit, toggle } from '../actions/editing.ts'
import { select, selectInPlace, selectRow } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import { columnAt, gutterWidth } from '../model/geometry.ts'
import { selectCell, type CellPosition } from '../model/selection.ts'
import type { Viewport } from './viewport.ts'

/** Choosing cells with the pointer: press and drag for a block, Shift for up to here, twice to edit. */
export function usePointer(session: GridSession, viewport: Viewport) {
  const isDragging = useRef(false)

  const cellUnder = ({
    clientX,
    clientY,
  }: {
    clientX: number
    clientY: number
  }): CellPosition | undefined => {
    const place = columnAt(session.geometry.get(), viewport.canvasX(clientX))
    return place && { row: viewport.rowAtPoint(clientY), columnId: place.column.id }
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isControl(event.target)) return
      // The input keeps the focus.
      event.preventDefault()
      session.view.finishEditing('stay')
      session.view.focusInput()
      const x = viewport.canvasX(event.clientX)
      if (x < gutterWidth) return selectRow(session, viewport.rowAtPoint(event.clientY))
      const cell = cellUnder(event)
      if (!cell) return
      const anchor = event.shiftKey ? session.selection.get()?.anchor : undefined
      selectInPlace(session, anchor ? { anchor, cursor: cell } : selectCell(cell))
      if (isCheckbox(event.target)) return toggle(session)
      isDragging.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const selection = session.selection.get()
      const cell = isDragging.current ? cellUnder(event) : undefined
      if (!cell || !selection) return
      if (cell.row === selection.cursor.row && cell.columnId === selection.cursor.columnId) return
      select(session, { anchor: selection.anchor, cursor: cell })
    },
    onPointerUp: () => {
      isDragging.current = false
    },
    onPointerCancel: () => {
      isDragging.current = false
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (!isControl(event.target)) event.preventDefault()
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      if (!isControl(event.target) && !isCheckbox(event.target)) beginEdit(session)
    },
  }
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}

function isCheckbox(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.grid-check') !== null
}
