import { rmSync } from 'node:fs'
import { readJsonFile, writeJsonFile, membersOf } from './json-file.ts'

export type RunPhase = 'starting' | 'running'

/** What a run that did not end in order left behind. */
export interface CrashedRun {
  /** A run that came no further than its start is not to be repeated as it was. */
  readonly phase: RunPhase
  readonly startedAt: string
}

/**
 * The mark of a run, `running.json`: there while the app runs, gone when it has ended in order. Who finds it at the start
 * knows that the run before was cut short; the lock of the data folder makes sure that it is not still running.
 */
export class RunningMark {
  readonly #file: string
  readonly #startedAt = new Date().toISOString()

  constructor(file: string) {
    this.#file = file
  }

  /** What the run before left, if it was cut short. */
  before(): CrashedRun | undefined {
    const left = readJsonFile(this.#file)
    if (left === undefined || left === null) return undefined
    const { phase, started_at: startedAt } = membersOf(left)
    return {
      phase: phase === 'starting' ? 'starting' : 'running',
      startedAt: typeof startedAt === 'string' ? startedAt : 'an unknown time',
    }
  }

  set(phase: RunPhase): void {
    writeJsonFile(this.#file, { pid: process.pid, phase, started_at: this.#startedAt })
  }

  remove(): void {
    try {
      rmSync(this.#file, { force: true })
    } catch {
      // A folder that cannot be used holds no mark.
    }
  }
}
