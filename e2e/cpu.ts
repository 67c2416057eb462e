import { readdirSync, readFileSync } from 'node:fs'

// The unit of times in `/proc`: USER_HZ of the kernel, a hundred on every Linux that Node runs on.
const ticksPerSecond = 100

interface ProcessTimes {
  readonly parent: number
  readonly seconds: number
}

/**
 * Returns the processor seconds of this process and its children, since wall time depends on other work on
 * the machine. Where there is no `/proc`, those of this process alone.
 */
export function cpuSeconds(): number {
  if (process.platform !== 'linux') return cpuSecondsOfThisOne()
  const times = readTimes()
  const isOurs = (pid: number): boolean => {
    if (pid === process.pid) return true
    const parent = times.get(pid)?.parent
    return parent !== undefined && isOurs(parent)
  }
  let total = 0
  for (const [pid, { seconds }] of times) if (isOurs(pid)) total += seconds
  return total
}

/**
 * The same from one file, without children that still run; reading all processes would take as long as
 * many a test.
 */
export function cpuSecondsOfEnded(): number {
  return readTimesOf('self')?.seconds ?? cpuSecondsOfThisOne()
}

function cpuSecondsOfThisOne(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function readTimes(): Map<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const read = /^\d+$/.test(name) ? readTimesOf(name) : undefined
    if (read) times.set(Number(name), read)
  }
  return times
}

/** The times of children that have ended are part of their parent's. */
function readTimesOf(name: string): ProcessTimes | undefined {
  const stat = readStat(name)
  if (stat === undefined) return undefined
  // The name of the program is in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}

function readStat(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}
