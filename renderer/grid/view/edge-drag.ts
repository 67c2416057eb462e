import { endOnEscape } from '../../ui/follow-drag.ts'
import type { Viewport } from './viewport.ts'

export interface Point {
  readonly clientX: number
  readonly clientY: number
}

export interface DragSteps {
  readonly onMove: (point: Point) => void
  /** Escape was pressed: the drag has ended, and everything is to be as before. */
  readonly onCancel: () => void
}

/** Follows a drag over the cells from its making until `stop`, and scrolls on while the pointer is held at or beyond an edge. */
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
