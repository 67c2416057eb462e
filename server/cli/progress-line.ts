import type { Writable } from 'node:stream'

interface Progress {
  readonly current: number
  readonly total: number
  readonly unit: string
}

const barWidth = 20
const minRateMs = 1000
// In a log every line stays, so there is one now and then.
const linesEveryMs = 5000

/** How far a job has come: a bar that moves on a terminal, and a line now and then where there is none. */
export class ProgressLine {
  readonly #stream: Writable & { readonly isTTY?: boolean }
  readonly #now: () => number
  readonly #startedAt: number
  #first: number | undefined
  #lineAt: number
  #isShown = false

  constructor(stream: Writable & { readonly isTTY?: boolean }, now: () => number = Date.now) {
    this.#stream = stream
    this.#now = now
    this.#startedAt = now()
    this.#lineAt = this.#startedAt
  }

  show(progress: Progress): void {
    this.#first ??= progress.current
    const text = this.#describe(progress)
    if (this.#stream.isTTY) {
      this.#stream.write(`\r${barOf(progress)} ${text}\u001B[K`)
      this.#isShown = true
    } else if (this.#now() - this.#lineAt >= linesEveryMs) {
      this.#lineAt = this.#now()
      this.#stream.write(`${text}\n`)
    }
  }

  /** Clears the bar, so that what follows begins a line. */
  end(): void {
    if (this.#isShown) this.#stream.write('\r\u001B[K')
    this.#isShown = false
  }

  #describe({ current, total, unit }: Progress): string {
    const percent = Math.floor((current / total) * 100)
    const elapsed = this.#now() - this.#startedAt
    const rate = ((current - (this.#first ?? 0)) / elapsed) * 1000
    const counted = `${percent} %, ${current} of ${total} ${unit}`
    if (elapsed < minRateMs || !(rate > 0)) return counted
    const left = Math.ceil((total - current) / rate)
    return `${counted}, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s, ${describeTime(left)} left`
  }
}

function barOf({ current, total }: Progress): string {
  const full = Math.round((Math.min(current, total) / total) * barWidth)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`
}

function describeTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
