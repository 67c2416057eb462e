import { test as base } from '@playwright/test'
import { cpuSeconds } from './cpu.ts'
import { cpuAnnotation } from './short-suite.ts'

interface CountedFixtures {
  readonly counted: undefined
}

let counted = 0

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
