import { test as base } from '@playwright/test'
import { cpuSeconds } from './cpu.ts'
import { cpuAnnotation } from './short-suite.ts'

interface CountedFixtures {
  /** Notes with each test what processor time it took with its browser and its server, their starts included. */
  readonly counted: undefined
}

let counted = 0

/** The test of Playwright, for the list of the slowest files. */
export const test = base.extend<CountedFixtures>({
  counted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
    async ({}, use, { annotations }) => {
      await use(undefined)
      const total = cpuSeconds()
      annotations.push({ type: cpuAnnotation, description: String(total - counted) })
      counted = total
    },
    { auto: true },
  ],
})
