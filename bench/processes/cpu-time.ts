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

/**
 * CPU milliseconds of the process and of the children that it has waited for, threads that have ended included; in hundredths of a
 * second. Linux only.
 */
export function cpuOfTreeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold anything; the four times follow 11 other fields.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) * 10
}
