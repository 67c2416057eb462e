import { setTimeout as pause } from 'node:timers/promises'
import { PlaceFault, type PlaceOptions } from './place.ts'

// A server that is busy says so at once; one that is gone for longer is asked again by the next run.
const defaultPausesMs = [500, 2000, 8000]
const longestPauseMs = 30_000

/** Does it again where the place is busy or has dropped the connection, after the pause that it asks for. */
export async function tryAgain<Value>(
  { signal, pausesMs = defaultPausesMs }: Pick<PlaceOptions, 'signal' | 'pausesMs'>,
  act: () => Promise<Value>,
): Promise<Value> {
  for (const pauseMs of pausesMs) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof PlaceFault) || !error.isPassing) throw error
      await pause(Math.min(error.retryAfterMs ?? pauseMs, longestPauseMs), undefined, { signal })
    }
  }
  return act()
}
