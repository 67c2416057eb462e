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
