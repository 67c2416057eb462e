import { setTimeout as wait } from 'node:timers/promises'

/** Waits for the work, but no longer than `limitMs`; false when it was cut short. A failure of the work is the caller's. */
export async function withinTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const stop = new AbortController()
  const timer = wait(limitMs, false, { signal: stop.signal }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true), timer])
  } finally {
    stop.abort()
  }
}
