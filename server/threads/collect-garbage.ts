/**
 * V8 collects garbage while a program allocates, so garbage stays in an idle server. Once the process has
 * worked and is idle, every thread collects.
 */
import { postToThreads } from './thread.ts'

const lookEveryMs = 10_000
const idleCpuMs = 200
/** Less work since the last collection leaves little garbage. */
const worthCpuMs = 400

/** Decides when to collect; called at regular intervals with the CPU time of the process in ms. */
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

  collected(usedMs: number): void {
    this.#collectedMs = this.#lastMs = usedMs
  }
}

/**
 * Returns memory to the system while the process is idle, if started with `--expose-gc`. Returns a function
 * that ends this.
 */
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

export function collectInAllThreads(): void {
  postToThreads({ kind: 'collect-garbage' })
  collectGarbage()
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
