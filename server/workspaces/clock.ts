/** The time, and a call at a moment; tests set both. */
export interface Clock {
  readonly now: () => number
  /** Calls once the moment has come, and never at once. Returns what takes the call back. */
  readonly at: (time: number, act: () => void) => () => void
}

const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  at(time, act) {
    let timer: NodeJS.Timeout
    const wait = (): void => {
      const left = time - Date.now()
      // A timer may fire a little early, and holds at most 24 days.
      timer = setTimeout(
        () => (Date.now() < time ? wait() : act()),
        Math.min(Math.max(left, 0), longestTimerMs),
      )
      timer.unref()
    }
    wait()
    return () => clearTimeout(timer)
  },
}
