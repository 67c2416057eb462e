import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { ShellApp } from './shell-app.ts'

interface Fixtures {
  /** A folder that goes away with the test. */
  readonly folder: string
  /** Starts the desktop program on a data folder inside `folder`; ended with the test. */
  readonly startShell: (args?: readonly string[], dataFolder?: string) => ShellApp
  /** A started program with its first window on the sample catalog. */
  readonly shell: ShellApp
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-shell-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  startShell: async ({ folder }, use) => {
    const started: ShellApp[] = []
    await use((args = [], dataFolder = join(folder, 'data')) => {
      const app = new ShellApp({ dataFolder, args })
      started.push(app)
      return app
    })
    for (const app of started) await app.quit()
  },

  shell: async ({ startShell }, use) => {
    const app = startShell()
    await app.evaluate(({ page }) => page().then(() => undefined))
    await use(app)
  },
})
