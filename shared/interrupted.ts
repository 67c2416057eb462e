/**
 * Why a read was ended early: it took too long, nobody waits for it any more, or other reads have
 * precedence.
 */
export type Interruption = 'deadline' | 'abandoned' | 'preempted'

export class InterruptedRead extends Error {
  readonly reason: Interruption

  constructor(reason: Interruption) {
    super('The read was interrupted.')
    this.name = 'InterruptedRead'
    this.reason = reason
  }
}

/** Checked from time to time during a read: a reason ends it. */
export type ReadGuard = () => Interruption | undefined

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Waits for the work, but no longer than `limitMs`; false when it was cut short. A failure of the work is the caller's. */
export async function withinTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), limitMs)))
  try {
    return await Promise.race([work.then(() => true), limit])
  } finally {
    clearTimeout(timer)
  }
}
