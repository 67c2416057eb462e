import { ApiError } from './api-error.ts'
import { untilSignedIn } from './session.ts'

const longestPauseMs = 8_000
const maxAttempts = 6
const longestWaitMs = 2_000
/** The retries against a busy server; together they take a minute. */
const maxWaits = 32

/**
 * Sends a request again: with growing pauses while the server is busy, once it answers again, or once
 * somebody has signed in. `onFailed` is called with the error of each try that another one follows.
 */
export async function sendAgain<T>(
  send: (attempt: number) => Promise<T>,
  pause: (milliseconds: number) => Promise<void>,
  onFailed: (error: ApiError) => void = () => undefined,
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
      onFailed(error)
      const longest = isAway(error) || isBusy(error) ? longestWaitMs : longestPauseMs
      await pause(Math.min(250 * 2 ** attempt, longest))
    }
  }
}

function mayRetry(error: unknown, attempt: number): error is ApiError {
  if (!(error instanceof ApiError) || !error.isRetriable) return false
  return isAway(error) || attempt < (isBusy(error) ? maxWaits : maxAttempts)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether nothing answers; requests then wait in their order. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}

/** Whether the server answered without doing anything: it is closing, or a backup is being restored. */
function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503
}
