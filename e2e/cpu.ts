import { readdirSync, readFileSync } from 'node:fs'

// Of `/proc`: what the kernel calls USER_HZ, a hundred on every Linux that Node runs on.
const ticksPerSecond = 100

interface ProcessTimes {
  readonly parent: number
  readonly seconds: number
}

/**
 * The processor time in seconds that this process has taken, with all that it started: what says what a test costs on a machine
 * that does other things too. Where there is no `/proc`, that of this process alone.
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

/** The same without the processes that still run, which one file tells: all of them are read for as long as many a test takes. */
export function cpuSecondsOfEnded(): number {
  return readTimesOf('self')?.seconds ?? cpuSecondsOfThisOne()
}

function cpuSecondsOfThisOne(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Of every process by its id. */
function readTimes(): Map<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const read = /^\d+$/.test(name) ? readTimesOf(name) : undefined
    if (read) times.set(Number(name), read)
  }
  return times
}

/** The time of children that have ended is part of what their parent has. */
function readTimesOf(name: string): ProcessTimes | undefined {
  const stat = readStat(name)
  if (stat === undefined) return undefined
  // The name of the program stands in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}

function readStat(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
