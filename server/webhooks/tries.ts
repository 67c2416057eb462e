/** The pauses between two tries of a delivery, in seconds; after the last one the webhook is off. */
export const defaultTries: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
]

const spread = 0.1
const maxRetryAfter = 3600

/**
 * When a delivery is tried again, in milliseconds from now; undefined where it has been tried often enough.
 * A server that says how long to wait is waited for, up to an hour.
 */
export function pauseBeforeTry(
  tries: number,
  retryAfter: number | undefined,
  { pauses, random }: { readonly pauses: readonly number[]; readonly random: () => number },
): number | undefined {
  const pause = pauses[tries - 1]
  if (pause === undefined) return undefined
  if (retryAfter !== undefined) return Math.max(1, Math.min(retryAfter, maxRetryAfter)) * 1000
  return Math.round(pause * (1 + spread * (2 * random() - 1)) * 1000)
}

/** The pauses that the host names, as in `5,300,1800`; undefined where it names none. Throws for other words. */
export function readTries(text: string | undefined): readonly number[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const pauses = text.split(',').map(Number)
  if (pauses.every((pause) => pause > 0 && pause <= 7 * 24 * 3600)) return pauses
  throw new Error('VITRINE_WEBHOOK_TRIES names seconds, separated by commas, such as 5,300,1800.')
}
