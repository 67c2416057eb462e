import { afterAll } from 'vitest'
import { cpuSecondsOfEnded } from './cpu.ts'

declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number
  }
}

/** Set-up of every file of unit tests: counts its processor time for the list of the slowest. */
const before = cpuSecondsOfEnded()

// oxlint-disable-next-line no-empty-pattern -- vitest asks for a destructured first parameter
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSecondsOfEnded() - before
})
