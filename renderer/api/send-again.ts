import { ApiError } from './api-error.ts'
import { untilSignedIn } from './session-end.ts'

const longestPauseMs = 8_000
const maxAttempts = 6
const longestWaitMs = 2_000
/** A busy server is asked again so often: for a minute. */
const maxWaits = 32

/**
 * Sends a request again with growing pauses while the server is busy; without an answer until one comes;
 * without a session until somebody signs in.
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
      const longest = isAway(error) || isBusy(error) ? longestWaitMs : longestPauseMs
      await pause(Math.min(250 * 2 ** attempt, longest))
    }
  }
}

function mayRetry(error: unknown, attempt: number): boolean {
  if (!(error instanceof ApiError) || !error.isRetriable) return false
  return isAway(error) || attempt < (isBusy(error) ? maxWaits : maxAttempts)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Nothing answers: what is to be sent waits in its order. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}

/** The server is there and has done nothing: it is closing, or a backup is being put back. */
function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503
}
