/** A little less than who told the process to end may have the patience for. */
const limitMs = 4500

/**
 * Ends this process by force if it has not ended by itself soon after it was told to: a thread in the middle of a statement of
 * SQLite heeds neither `terminate` nor `process.exit`. What was acknowledged is on disk, and the next start goes on from there.
 */
export function forceEndSoon(afterMs = limitMs): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), afterMs).unref()
}
