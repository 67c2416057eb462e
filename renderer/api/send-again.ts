import { ApiError } from './api-error.ts'
import { untilSignedIn } from './session-end.ts'

const longestPauseMs = 8_000
const maxAttempts = 6
/** How soon a server that has come back is noticed. */
const longestWaitMs = 2_000

/**
 * Sends again what a busy server has failed, with growing pauses; where nothing answers, until something does; where the session has ended,
 * once somebody is signed in again.
 */
export async function sendAgain<T>(
  send: (attempt: number) => Promise<T>,
  pause: (milliseconds: number) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(attempt)
    } catch (error) {
      if (isSignedOut(error)) {
        await untilSignedIn()
        continue
      }
      if (!mayRetry(error, attempt)) throw error
      const longest = isAway(error) ? longestWaitMs : longestPauseMs
      await pause(Math.min(250 * 2 ** attempt, longest))
    }
  }
}

function mayRetry(error: unknown, attempt: number): boolean {
  return error instanceof ApiError && error.isRetriable && (isAway(error) || attempt < maxAttempts)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Nothing answers: what is to be sent waits in its order. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}
