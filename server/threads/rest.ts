/**
 * A server waits most of its time, and V8 cleans up only while it is asked for more: what starting and serving left behind
 * would stay. So once the process has done something and then nothing for a while, every thread is told to clean up.
 */
import { cleanUp } from './clean-up.ts'
import { tellThreads } from './thread.ts'

const lookEveryMs = 10_000
/** As little as this in that time is no work. */
const idleCpuMs = 200
/** Less than this since the last rest leaves nothing worth cleaning up. */
const worthCpuMs = 400

/** Whether to rest now, asked at regular moments with the CPU time that the process has used since it began, in ms. */
export class RestPlan {
  #lastMs = 0
  #restedMs = 0

  isDue(usedMs: number): boolean {
    const isIdle = usedMs - this.#lastMs < idleCpuMs
    this.#lastMs = usedMs
    if (!isIdle || usedMs - this.#restedMs < worthCpuMs) return false
    this.#restedMs = usedMs
    return true
  }

  /** What the rest itself has cost is no work. */
  rested(usedMs: number): void {
    this.#restedMs = this.#lastMs = usedMs
  }
}

/** Gives memory back to the system while nobody asks, where the process was started with `--expose-gc`. Returns the end. */
export function restWhileIdle(): () => void {
  if (!globalThis.gc) return () => undefined
  const plan = new RestPlan()
  let isResting = false
  const timer = setInterval(() => {
    if (isResting) plan.rested(cpuMs())
    isResting = plan.isDue(cpuMs())
    if (!isResting) return
    tellThreads({ kind: 'rest' })
    cleanUp()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
