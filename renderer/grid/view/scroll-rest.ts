/** Runs a task once nothing has moved for a while, counted in time and in frames: a busy machine may take long for one frame. */
export class ScrollRest {
  readonly #delayMs: number
  readonly #task: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #frame = 0

  constructor(delayMs: number, task: () => void) {
    this.#delayMs = delayMs
    this.#task = task
  }

  /** Something has moved: the waiting begins anew. */
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
