import { keysOf } from '#shared/text.ts'
import { createAtom } from '@tanstack/react-store'
import { createContext, useContext } from 'react'
import type { GridSession } from '../data/grid-session.ts'
import {
  columnAt,
  columnsInView,
  cornerWidth,
  edgeSpeed,
  edgeStep,
  revealSpan,
  rowsInView,
  slotsFor,
  toCanvasX,
} from '../model/geometry.ts'
import { ScrollMap } from '../model/scroll-map.ts'
import type { CellPosition } from '../model/selection.ts'
import { toHalfRows } from '../model/row-plan.ts'
import type { Point } from './use-pointer.ts'

export interface ViewRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
  readonly baseRow: number
  /** The number of drawn rows: a row's remainder when divided by it determines its element. */
  readonly slots: number
  /** The row whose element comes first in the document: the topmost visible one, except while scrolling. */
  readonly originRow: number
  readonly isFlinging: boolean
}

export const headerHeight = 36
export const summaryHeight = 34
const flingRowsPerFrame = 10
const flingEndMs = 90
const restMs = 250
const farRows = 5_000
const defaultRowHeight = 34
const edgePx = 6

const nothing: ViewRange = {
  firstRow: 0,
  lastRow: -1,
  firstColumn: 0,
  lastColumn: -1,
  baseRow: 0,
  slots: 1,
  originRow: 0,
  isFlinging: false,
}

/**
 * Runs a task once nothing has moved for a while, measured in time and in frames, since a busy machine may
 * take long for one frame.
 */
class ScrollRest {
  readonly #delayMs: number
  readonly #task: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #frame = 0

  constructor(delayMs: number, task: () => void) {
    this.#delayMs = delayMs
    this.#task = task
  }

  moved(): void {
    this.cancel()
    this.#timer = setTimeout(() => this.#afterFrames(2), this.#delayMs)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
  }

  #afterFrames(frames: number): void {
    if (frames === 0) return this.#task()
    this.#frame = requestAnimationFrame(() => this.#afterFrames(frames - 1))
  }
}

export class Viewport {
  readonly range = createAtom<ViewRange>(nothing)
  readonly topRow = createAtom(0)
  readonly #session: GridSession
  readonly #scroller: HTMLElement
  readonly #rowHeight: number
  #footHeight = 0
  readonly #layers = new Set<HTMLElement>()
  #canvas: HTMLElement | undefined
  #map = new ScrollMap({ total: 0, view: 1, devicePixelRatio: 1 })
  #lastTop = 0
  #laidOutHeight = 0
  readonly #flingEnd = new ScrollRest(flingEndMs, () => this.#update(false))
  readonly #rest = new ScrollRest(restMs, () => this.#putElementsInOrder())
  #settleTimer: ReturnType<typeof setTimeout> | undefined

  constructor(session: GridSession, scroller: HTMLElement) {
    this.#session = session
    this.#scroller = scroller
    this.#rowHeight = rowHeightOf(scroller)
  }

  connect(): () => void {
    const resizes = new ResizeObserver(() => this.#resize())
    const scroll = (): void => this.#follow()
    const settle = (): void => this.#settleSoon()
    const wheel = (): void => clearTimeout(this.#settleTimer)
    resizes.observe(this.#scroller)
    this.#scroller.addEventListener('scroll', scroll, { passive: true })
    this.#scroller.addEventListener('scrollend', settle)
    this.#scroller.addEventListener('wheel', wheel, { passive: true })
    const stop = this.#followSession()
    this.layOut()
    return () => {
      this.#flingEnd.cancel()
      this.#rest.cancel()
      clearTimeout(this.#settleTimer)
      resizes.disconnect()
      stop()
      this.#scroller.removeEventListener('scroll', scroll)
      this.#scroller.removeEventListener('scrollend', settle)
      this.#scroller.removeEventListener('wheel', wheel)
    }
  }

  #followSession(): () => void {
    const { source, drafts, geometry } = this.#session
    const layOut = (): void => this.layOut()
    let rows = source.get()?.state.subscribe(layOut)
    const subscriptions = [
      geometry.subscribe(layOut),
      drafts.list.subscribe(layOut),
      source.subscribe((next) => {
        rows?.unsubscribe()
        rows = next?.state.subscribe(layOut)
        this.layOut()
      }),
    ]
    return () => {
      rows?.unsubscribe()
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }

  /** Sets the height of the scrolled element at once, since the next step may scroll to its new end. */
  setCanvas(canvas: HTMLElement): void {
    this.#canvas = canvas
    this.layOut()
  }

  setFootHeight(height: number): void {
    this.#footHeight = height
    this.layOut()
  }

  /** Keeps an element with rows at the right height of the canvas; returns the function that stops this. */
  addLayer(layer: HTMLElement): () => void {
    this.#layers.add(layer)
    this.#placeLayers(this.range.get().baseRow)
    return () => this.#layers.delete(layer)
  }

  get rowHeight(): number {
    return this.#rowHeight
  }

  pageRows(): number {
    return Math.max(1, Math.floor(this.#viewHeight / this.#rowHeight) - 1)
  }

  layOut(): void {
    const top = this.#map.top
    this.#laidOutHeight = this.#viewHeight
    this.#map = new ScrollMap({
      total: this.#session.rowCount * this.#rowHeight,
      view: this.#laidOutHeight,
      devicePixelRatio: window.devicePixelRatio,
    })
    if (this.#canvas) this.#canvas.style.height = `${headerHeight + this.#map.height + this.#footHeight}px`
    if (this.#map.isScaled) this.#scroller.scrollTop = this.#map.goTo(top)
    else this.#map.scrollTo(this.#scroller.scrollTop)
    this.#update(false)
  }

  reveal({ row, columnId }: CellPosition): void {
    this.#revealRow(row)
    const geometry = this.#session.geometry.get()
    const box = geometry.placed[geometry.indexById.get(columnId) ?? -1]
    if (!box || box.pin !== undefined) return
    const { pinnedWidth, pinnedRightWidth } = geometry
    const size = this.#scroller.clientWidth - pinnedWidth - pinnedRightWidth - cornerWidth
    const view = { start: this.#scroller.scrollLeft, size }
    const left = revealSpan({ start: box.left - pinnedWidth, size: box.width }, view)
    if (left !== view.start) this.#scroller.scrollLeft = left
  }

  /** Scrolls to the first columns, since a pinned column is always in view but its neighbours may not be. */
  revealStart(): void {
    this.#scroller.scrollLeft = 0
  }

  rowAtPoint(clientY: number): number {
    return Math.max(0, Math.min(this.#session.rowCount - 1, Math.floor(this.#rowsAbove(clientY))))
  }

  gapAtPoint(clientY: number): number {
    return Math.max(0, Math.min(this.#session.rowCount, Math.round(this.#rowsAbove(clientY))))
  }

  #rowsAbove(clientY: number): number {
    return (
      (clientY - this.#scroller.getBoundingClientRect().top - headerHeight + this.#map.top) / this.#rowHeight
    )
  }

  /** Returns the cell under a point of the window; beyond an edge of the grid the nearest visible one. */
  cellAtPoint({ clientX, clientY }: Point): CellPosition | undefined {
    const { left, right, top, bottom } = this.#cellArea()
    const geometry = this.#session.geometry.get()
    const isPinned = clientX < left
    const x = this.canvasX(isPinned ? clientX : Math.min(clientX, right - 1))
    const box =
      columnAt(geometry, Math.max(geometry.gutterWidth, x)) ??
      geometry.placed.at(x < geometry.gutterWidth ? 0 : -1)
    const y = Math.max(top, Math.min(bottom - 1, clientY))
    return box && { row: this.rowAtPoint(y), columnId: box.column.id }
  }

  isAtEdge(point: Point): boolean {
    const { x, y } = this.#edgeStep(point)
    return x !== 0 || y !== 0
  }

  /**
   * Scrolls towards a point at an edge, faster when farther, for the elapsed time; returns whether it
   * could scroll.
   */
  scrollAtEdge(point: Point, sinceMs: number): boolean {
    const { x, y } = this.#edgeStep(point)
    const { scrollLeft, scrollTop } = this.#scroller
    if (x !== 0) this.#scroller.scrollLeft = scrollLeft + edgeStep(x, sinceMs)
    if (y !== 0) this.#scroller.scrollTop = scrollTop + edgeStep(y, sinceMs)
    return x !== 0 || y !== 0
  }

  #edgeStep({ clientX, clientY }: Point): { x: number; y: number } {
    const { left, right, top, bottom } = this.#cellArea()
    const gutterEnd = left - this.#session.geometry.get().pinnedWidth
    return {
      x:
        clientX > right - edgePx
          ? edgeSpeed(clientX - right + edgePx)
          : clientX < gutterEnd
            ? -edgeSpeed(left - clientX)
            : 0,
      y:
        clientY > bottom - edgePx
          ? edgeSpeed(clientY - bottom + edgePx)
          : clientY < top
            ? -edgeSpeed(top - clientY)
            : 0,
    }
  }

  #cellArea(): { left: number; right: number; top: number; bottom: number } {
    const { left, top } = this.#scroller.getBoundingClientRect()
    return {
      left: left + this.#session.geometry.get().pinnedWidth,
      right: left + this.#scroller.clientWidth,
      top: top + headerHeight,
      bottom: top + this.#scroller.clientHeight - this.#footHeight,
    }
  }

  canvasX(clientX: number): number {
    const { scrollLeft, clientWidth: viewWidth } = this.#scroller
    const x = clientX - this.#scroller.getBoundingClientRect().left
    return toCanvasX(this.#session.geometry.get(), x, { scrollLeft, viewWidth })
  }

  /** After a panel opened or the window shrank, a visible cursor stays visible. */
  #resize(): void {
    const cursor = this.#session.selection.get()?.cursor
    const wasInView = cursor !== undefined && this.#isInView(cursor.row, this.#laidOutHeight)
    this.layOut()
    if (cursor && wasInView) this.#revealRow(cursor.row)
  }

  #isInView(row: number, viewHeight: number): boolean {
    const top = row * this.#rowHeight - this.#map.top
    return top + this.#rowHeight > 0 && top < viewHeight
  }

  get #viewHeight(): number {
    return Math.max(this.#rowHeight, this.#scroller.clientHeight - headerHeight - this.#footHeight)
  }

  #revealRow(row: number): void {
    const over = this.#session.rows.plan?.headsOver(row).filter((head) => head.row < row).length ?? 0
    const span = { start: (row - over) * this.#rowHeight, size: (1 + over) * this.#rowHeight }
    const top = revealSpan(span, { start: this.#map.top, size: this.#viewHeight })
    if (top === this.#map.top) return
    this.#scroller.scrollTop = this.#map.goTo(top)
    this.#update(false)
  }

  #follow(): void {
    clearTimeout(this.#settleTimer)
    const top = this.#map.scrollTo(this.#scroller.scrollTop)
    const isFlinging = Math.abs(top - this.#lastTop) > flingRowsPerFrame * this.#rowHeight
    this.#lastTop = top
    this.#update(isFlinging || this.range.get().isFlinging)
    if (this.range.get().isFlinging) this.#flingEnd.moved()
  }

  // Waits for rest: moving elements costs as much as making them, and screen readers read the page while it
  // rests.
  #putElementsInOrder(): void {
    // An element that moves between press and release gets no click.
    if (this.#scroller.matches(':active')) return this.#rest.moved()
    this.range.set((range) => ({ ...range, originRow: range.firstRow }))
  }

  // Writing the scroll position ends a smooth scroll that has just begun, so it waits until the wheel rests.
  #settleSoon(): void {
    clearTimeout(this.#settleTimer)
    if (!this.#map.isScaled) return
    this.#settleTimer = setTimeout(() => (this.#scroller.scrollTop = this.#map.settle()), restMs)
  }

  #update(isFlinging: boolean): void {
    const session = this.#session
    const rows = rowsInView(this.#map.top, this.#viewHeight, this.#rowHeight, session.rowCount)
    const geometry = session.geometry.get()
    const viewWidth = this.#scroller.clientWidth - geometry.gutterWidth
    const columns = columnsInView(geometry, this.#scroller.scrollLeft, viewWidth)
    const before = this.range.get()
    const isFar = this.#map.isScaled && Math.abs(rows.first - before.baseRow) > farRows
    const next: ViewRange = {
      firstRow: rows.first,
      lastRow: rows.last,
      firstColumn: columns.first,
      lastColumn: columns.last,
      baseRow: isFar ? rows.first : this.#map.isScaled ? before.baseRow : 0,
      slots: slotsFor(this.#viewHeight, this.#rowHeight),
      originRow: before.originRow,
      isFlinging,
    }
    this.#placeLayers(next.baseRow)
    this.topRow.set(toHalfRows(this.#map.top / this.#rowHeight))
    if (!isFlinging) {
      session.shown.want(rows)
      session.lookups.want(rows)
    }
    if (keysOf(next).some((key) => before[key] !== next[key])) this.range.set(next)
    if (next.originRow !== next.firstRow) this.#rest.moved()
  }

  // Rows are positioned relative to a base row, so that their offsets stay small; the layer compensates
  // scaled scrolling.
  #placeLayers(baseRow: number): void {
    const offset = this.#map.isScaled ? this.#scroller.scrollTop - this.#map.top : 0
    const top = `${headerHeight + offset + baseRow * this.#rowHeight}px`
    for (const layer of this.#layers) if (layer.style.top !== top) layer.style.top = top
  }
}

function rowHeightOf(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row-height')) || defaultRowHeight
}

export const ViewportContext = createContext<Viewport | undefined>(undefined)

export function useViewport(): Viewport {
  const viewport = useContext(ViewportContext)
  if (!viewport) throw new Error('This component belongs inside the scrolled part of a grid.')
  return viewport
}
