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
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
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

/** Of every process by its id; the time of children that have ended is part of what their parent has. */
function readTimes(): Map<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined
    if (stat === undefined) continue
    // The name of the program stands in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    times.set(Number(name), { parent: Number(fields[1]), seconds: ticks / ticksPerSecond })
  }
  return times
}

function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
