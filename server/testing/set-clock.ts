import type { Clock } from '../workspaces/clock.ts'

/** A clock that stands still until a test moves it; calls that are due are made in their order. */
export class SetClock implements Clock {
  #time: number
  #alarms: { readonly time: number; readonly act: () => void }[] = []

  constructor(time: number | string) {
    this.#time = typeof time === 'string' ? Date.parse(time) : time
  }

  readonly now = (): number => this.#time

  readonly at = (time: number, act: () => void): (() => void) => {
    const alarm = { time, act }
    this.#alarms.push(alarm)
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm)
    }
  }

  advance(ms: number): void {
    this.set(this.#time + ms)
  }

  set(time: number | string): void {
    const until = typeof time === 'string' ? Date.parse(time) : time
    for (;;) {
      const [next] = this.#alarms.filter((alarm) => alarm.time <= until).sort((a, b) => a.time - b.time)
      if (!next) break
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next)
      this.#time = Math.max(this.#time, next.time)
      next.act()
    }
    this.#time = until
  }
}
