import type { RunningServer } from '#server'
import { withinTime } from '#shared/within-time.ts'

const closeLimitMs = 4500

/** Closes a server; true once it is closed. One that takes too long takes the program along, since what was saved is on disk. */
export async function closeInTime(starting: Promise<RunningServer>): Promise<boolean> {
  const closing = starting.then((server) => server.close()).catch((error: unknown) => console.error(error))
  if (await withinTime(closing, closeLimitMs)) return true
  console.error('The server took too long to close and was ended.')
  // A thread in the middle of a statement would hold up every other way to quit.
  process.kill(process.pid, 'SIGKILL')
  return false
}
