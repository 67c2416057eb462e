import type { Viewport } from './viewport.ts'

export interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** Follows a drag over the cells and scrolls on while the pointer is held at or beyond an edge. */
export class EdgeDrag {
  readonly #viewport: Viewport
  readonly #onMove: (point: Point) => void
  #point: Point | undefined
  #frame = 0

  constructor(viewport: Viewport, onMove: (point: Point) => void) {
    this.#viewport = viewport
    this.#onMove = onMove
  }

  move({ clientX, clientY }: Point): void {
    this.#point = { clientX, clientY }
    this.#onMove(this.#point)
    if (this.#frame === 0 && this.#viewport.isAtEdge(this.#point)) this.#scrollOn()
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#point = undefined
  }

  #scrollOn(): void {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (!this.#point || !this.#viewport.scrollAtEdge(this.#point)) return
      this.#onMove(this.#point)
      this.#scrollOn()
    })
  }
}
