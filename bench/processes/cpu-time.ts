import { readFileSync, readdirSync } from 'node:fs'

/**
 * CPU milliseconds the process has used so far, over all of its living threads. Read from the scheduler's own counters,
 * which have nanoseconds where `stat` has hundredths of a second. Linux only.
 */
export function cpuTimeMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += threadNanoseconds(`/proc/${pid}/task/${thread}/schedstat`)
  }
  return nanoseconds / 1e6
}

function threadNanoseconds(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0])
  } catch (error) {
    // A thread that ended between the listing and the reading takes its figure along.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 0
    throw error
  }
}
