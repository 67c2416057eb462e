import { useEffect, useRef, type PointerEvent, type MouseEvent } from 'react'
import { beginEdit, toggle } from '../actions/editing.ts'
import { axesOf, checkRow, selectInPlace, selectRow } from '../actions/navigation.ts'
import { rankOrder } from '../actions/rank-order.ts'
import { moveRowsByRank } from '../actions/rank-rows.ts'
import { selectedBlocks } from '../actions/ranges.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { checkWidth } from '../model/geometry.ts'
import { addRange, extendTo, selectCell, type CellPosition, type Selection } from '../model/selection.ts'
import { rowDropOf } from './row-drop.tsx'
import type { Viewport } from './viewport.ts'
import { endOnEscape } from '../../ui/follow-drag.tsx'

export interface Point {
  readonly clientX: number
  readonly clientY: number
}

interface DragSteps {
  readonly onMove: (point: Point) => void
  readonly onCancel: () => void
}

/** Follows a drag over the cells until `stop`, and scrolls while the pointer is at or beyond an edge. */
export class EdgeDrag {
  readonly #viewport: Viewport
  readonly #onMove: DragSteps['onMove']
  readonly #stopListening: () => void
  #point: Point | undefined
  #frame = 0

  constructor(viewport: Viewport, { onMove, onCancel }: DragSteps) {
    this.#viewport = viewport
    this.#onMove = onMove
    this.#stopListening = endOnEscape(() => {
      this.stop()
      onCancel()
    })
  }

  move({ clientX, clientY }: Point): void {
    this.#point = { clientX, clientY }
    this.#onMove(this.#point)
    if (this.#frame === 0 && this.#viewport.isAtEdge(this.#point)) this.#scrollOn()
  }

  stop(): void {
    this.#stopListening()
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#point = undefined
  }

  #scrollOn(before = performance.now()): void {
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0
      if (!this.#point || !this.#viewport.scrollAtEdge(this.#point, now - before)) return
      this.#onMove(this.#point)
      this.#scrollOn(now)
    })
  }
}

/**
 * Selects cells by pointer: a drag selects a block (Escape cancels), Shift extends, Ctrl adds, a double
 * press edits; the right button opens the menu.
 */
export function usePointer(session: GridSession, viewport: Viewport) {
  const drag = useRef<EdgeDrag>(undefined)
  const end = (): void => {
    drag.current?.stop()
    drag.current = undefined
    rowDropOf(viewport).set({ before: undefined })
  }
  useEffect(() => () => drag.current?.stop(), [])

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isControl(event.target)) return
      event.preventDefault()
      session.screen.finishEditing('stay')
      session.screen.focusInput()
      const before = session.selection.get()
      const what = press(session, viewport, event)
      if (!what) return
      end()
      drag.current = new EdgeDrag(viewport, {
        onMove: (point) => dragOn(session, viewport, point, what),
        onCancel: () => {
          end()
          if (what !== 'move') selectInPlace(session, before)
        },
      })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      drag.current?.move(event)
    },
    onPointerUp: () => dropRows(session, viewport, end),
    onPointerCancel: end,
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (!isControl(event.target)) event.preventDefault()
    },
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('a')) return
      event.preventDefault()
      session.screen.finishEditing('stay')
      chooseForMenu(session, viewport, event)
      session.rowMenu.set({ isOpen: true, x: event.clientX, y: event.clientY })
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      if (!isControl(event.target) && !isCheckbox(event.target)) beginEdit(session)
    },
  }
}

function isInGutter(session: GridSession, viewport: Viewport, { clientX }: MouseEvent): boolean {
  return viewport.canvasX(clientX) < session.geometry.get().gutterWidth
}

function isOnBox(session: GridSession, viewport: Viewport, { clientX, clientY }: MouseEvent): boolean {
  const shown = session.rowAt(viewport.rowAtPoint(clientY))
  return viewport.canvasX(clientX) < checkWidth && shown !== undefined && !isDraftId(shown.id)
}

type DragSubject = 'cells' | 'rows' | 'move'

function press(session: GridSession, viewport: Viewport, event: PointerEvent): DragSubject | undefined {
  const isAdding = event.ctrlKey || event.metaKey
  if (isOnBox(session, viewport, event)) {
    checkRow(session, viewport.rowAtPoint(event.clientY), event.shiftKey)
    return undefined
  }
  if (isInGutter(session, viewport, event)) return pressNumber(session, viewport, event)
  const cell = viewport.cellAtPoint(event)
  if (!cell) return undefined
  selectInPlace(session, pressed(session.selection.get(), cell, event))
  if (event.shiftKey || isAdding || !isCheckbox(event.target)) return 'cells'
  toggle(session)
  return undefined
}

function pressNumber(session: GridSession, viewport: Viewport, event: PointerEvent): DragSubject {
  const isAdding = event.ctrlKey || event.metaKey
  if (rankOrder(session) && !event.shiftKey && !isAdding) return takeRows(session, viewport, event)
  selectRow(session, viewport.rowAtPoint(event.clientY), { extend: event.shiftKey, add: isAdding })
  return 'rows'
}

function dropRows(session: GridSession, viewport: Viewport, end: () => void): void {
  const { before } = rowDropOf(viewport).get()
  end()
  if (before !== undefined) void moveRowsByRank(session, before)
}

/**
 * Rows in the order of a rank are dragged by their numbers: the selected ones, or the one under the
 * pointer.
 */
function takeRows(session: GridSession, viewport: Viewport, { clientY }: PointerEvent): DragSubject {
  const row = viewport.rowAtPoint(clientY)
  const selection = session.selection.get()
  const areRows = selection?.span === 'rows'
  const isSelected = selectedBlocks(session).some(({ top, bottom }) => row >= top && row <= bottom)
  if (!areRows || !isSelected) selectRow(session, row)
  return 'move'
}

/**
 * A menu acts on the selection if it was opened inside it, otherwise on the cell or row under the pointer.
 */
function chooseForMenu(session: GridSession, viewport: Viewport, event: MouseEvent): void {
  session.screen.focusInput()
  const cell = viewport.cellAtPoint(event)
  if (!cell) return
  const { columnIds } = axesOf(session)
  const column = columnIds.indexOf(cell.columnId)
  const isGutter = isInGutter(session, viewport, event)
  const isSelected = selectedBlocks(session).some(
    ({ top, bottom, left, right }) =>
      cell.row >= top && cell.row <= bottom && (isGutter || (column >= left && column <= right)),
  )
  if (isSelected) return
  if (isGutter) selectRow(session, cell.row)
  else selectInPlace(session, selectCell(cell))
}

function pressed(present: Selection | undefined, cell: CellPosition, event: PointerEvent): Selection {
  if (present && event.shiftKey) return { ...extendTo(present, cell), span: 'cells' }
  return present && (event.ctrlKey || event.metaKey) ? addRange(present, cell) : selectCell(cell)
}

function dragOn(session: GridSession, viewport: Viewport, point: Point, what: DragSubject): void {
  if (what === 'move') showDrop(viewport, viewport.gapAtPoint(point.clientY))
  else extendSelection(session, viewport, point, what)
}

function showDrop(viewport: Viewport, before: number): void {
  const drop = rowDropOf(viewport)
  if (drop.get().before !== before) drop.set({ before })
}

function extendSelection(session: GridSession, viewport: Viewport, point: Point, what: DragSubject): void {
  const selection = session.selection.get()
  const cell = viewport.cellAtPoint(point)
  if (!selection || !cell) return
  const { row, columnId } = selection.focus
  const focus = what === 'rows' ? { row: cell.row, columnId } : cell
  if (focus.row !== row || focus.columnId !== columnId) selectInPlace(session, extendTo(selection, focus))
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}

function isCheckbox(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.grid-check') !== null
}
