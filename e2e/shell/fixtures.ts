import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { ShellApp } from './shell-app.ts'

interface Fixtures {
  /** A folder that goes away with the test. */
  readonly folder: string
  /** Starts the desktop program on a data folder inside `folder`; ended with the test. */
  readonly startShell: (
    args?: readonly string[],
    dataFolder?: string,
    options?: { isBare: boolean },
  ) => ShellApp
  /** A program of the test's own with its first window on the sample catalog. */
  readonly ownShell: ShellApp
}

interface SharedFixtures {
  /** Such a program for all tests that leave it as it was: a start takes longer than most tests. */
  readonly runningShell: ShellApp
}

interface RenewedFixtures {
  /** The shared program with its page loaded anew and nothing recorded yet. */
  readonly shell: ShellApp
}

export const test = base.extend<Fixtures & RenewedFixtures, SharedFixtures>({
  runningShell: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-shell-'))
      const app = new ShellApp({ dataFolder: folder })
      await openSample(app)
      await use(app)
      await app.quit()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  shell: async ({ runningShell }, use) => {
    await runningShell.evaluate(async ({ page, record }) => {
      await (await page()).reload()
      for (const list of Object.values(record)) list.length = 0
    })
    await use(runningShell)
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-shell-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  startShell: async ({ folder }, use) => {
    const started: ShellApp[] = []
    await use((args = [], dataFolder = join(folder, 'data'), options = { isBare: false }) => {
      const app = new ShellApp({ dataFolder, args, ...options })
      started.push(app)
      return app
    })
    for (const app of started) await app.quit()
  },

  ownShell: async ({ startShell }, use) => {
    const app = startShell()
    await openSample(app)
    await use(app)
  },
})

/** What a first start leads to: the sample catalog in the window. */
function openSample(app: ShellApp): Promise<void> {
  return app.evaluate(async ({ page }) => {
    await (await page()).getByRole('grid').waitFor()
  })
}
