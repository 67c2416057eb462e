/**
 * V8 collects garbage while a program allocates, so what serving left behind stays in memory of an idle server. Once the
 * process has worked and then been idle for a while, every thread collects its garbage.
 */
import { collectGarbage } from './collect-garbage.ts'
import { postToThreads } from './thread.ts'

const lookEveryMs = 10_000
const idleCpuMs = 200
/** Less work than this since the last collection leaves little garbage. */
const worthCpuMs = 400

/** Decides when to collect, called at regular intervals with the CPU time of the process so far, in ms. */
export class IdleDetector {
  #lastMs = 0
  #collectedMs = 0

  isDue(usedMs: number): boolean {
    const isIdle = usedMs - this.#lastMs < idleCpuMs
    this.#lastMs = usedMs
    if (!isIdle || usedMs - this.#collectedMs < worthCpuMs) return false
    this.#collectedMs = usedMs
    return true
  }

  /** The CPU time of the collection itself does not count as work. */
  collected(usedMs: number): void {
    this.#collectedMs = this.#lastMs = usedMs
  }
}

/** Gives memory back to the system while the process is idle, where the process was started with `--expose-gc`. Returns the end. */
export function collectGarbageWhileIdle(): () => void {
  if (!globalThis.gc) return () => undefined
  const plan = new IdleDetector()
  let isCollecting = false
  const timer = setInterval(() => {
    if (isCollecting) plan.collected(cpuMs())
    isCollecting = plan.isDue(cpuMs())
    if (!isCollecting) return
    collectInAllThreads()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** What this thread and all others left behind goes, where a long task is about to need the memory. */
export function collectInAllThreads(): void {
  postToThreads({ kind: 'collect-garbage' })
  collectGarbage()
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
