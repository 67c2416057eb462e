/**
 * No element may be higher than this many device pixels and stay exact (float32 transforms step by 2 px above
 * 2^24).
 */
const maxDevicePixels = 15_000_000
const exactZone = 1_000_000

export interface ScrollExtent {
  readonly total: number
  readonly view: number
  readonly devicePixelRatio: number
}

/**
 * Maps the scroll position of an element of limited height to rows of any height. Small movements are one to
 * one; only a jump of the thumb is scaled.
 */
export class ScrollMap {
  readonly height: number
  readonly #view: number
  readonly #maxVirtual: number
  readonly #maxReal: number
  readonly #zone: number
  readonly #factor: number
  #virtual = 0
  #real = 0

  constructor({ total, view, devicePixelRatio }: ScrollExtent) {
    this.height = Math.min(total, maxDevicePixels / devicePixelRatio)
    this.#view = view
    this.#maxVirtual = Math.max(0, total - view)
    this.#maxReal = Math.max(0, this.height - view)
    this.#zone = this.isScaled ? Math.min(exactZone, this.#maxReal / 4) : this.#maxReal / 2
    this.#factor = this.isScaled ? (this.#maxVirtual - 2 * this.#zone) / (this.#maxReal - 2 * this.#zone) : 1
  }

  get isScaled(): boolean {
    return this.#maxReal !== this.#maxVirtual
  }

  get top(): number {
    return this.#virtual
  }

  scrollTo(real: number): number {
    const delta = real - this.#real
    const isSmall = Math.abs(delta) <= 2 * this.#view
    this.#real = real
    this.#virtual = this.#clamp(this.isScaled && isSmall ? this.#virtual + delta : this.toVirtual(real))
    if (real <= 0) this.#virtual = 0
    if (real >= this.#maxReal) this.#virtual = this.#maxVirtual
    return this.#virtual
  }

  goTo(virtual: number): number {
    this.#virtual = this.#clamp(virtual)
    return this.settle()
  }

  /** Called after scrolling; returns the scroll position that puts the thumb right again. */
  settle(): number {
    this.#real = this.isScaled ? Math.round(this.toReal(this.#virtual)) : this.#virtual
    return this.#real
  }

  /** Converts a scroll position to a position in the rows. Monotone; exact inverse of `toReal`. */
  toVirtual(real: number): number {
    if (real <= this.#zone) return real
    if (real >= this.#maxReal - this.#zone) return this.#maxVirtual - (this.#maxReal - real)
    return this.#zone + (real - this.#zone) * this.#factor
  }

  toReal(virtual: number): number {
    if (virtual <= this.#zone) return virtual
    if (virtual >= this.#maxVirtual - this.#zone) return this.#maxReal - (this.#maxVirtual - virtual)
    return this.#zone + (virtual - this.#zone) / this.#factor
  }

  #clamp(virtual: number): number {
    return Math.max(0, Math.min(this.#maxVirtual, virtual))
  }
}
