/** A little less than the usual time that a supervisor waits before it kills a process. */
const limitMs = 4500

/**
 * Ends this process by force if it has not ended soon after its signal: a thread within a statement of
 * SQLite heeds neither `terminate` nor `process.exit`. Acknowledged writes are on disk, and the next start
 * goes on from there.
 */
export function forceEndSoon(afterMs = limitMs): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), afterMs).unref()
}
