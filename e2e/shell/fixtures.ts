import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '../counted-test.ts'
import { ShellApp, type ShellStart } from './shell-app.ts'
import type { Bench } from './stand-in/driver.ts'

interface Templates {
  readonly empty: string
  readonly sample: string
}

interface Fixtures {
  readonly folder: string
  /**
   * Copies a workspace file into `folder` that no program has opened yet; empty unless `template` names
   * the sample catalog.
   */
  readonly copyFile: (name?: string, template?: keyof Templates) => string
  /** Starts the desktop program, on a data folder inside `folder` unless another is named; ended with the test. */
  readonly startShell: (args?: readonly string[], options?: Partial<ShellStart>) => ShellApp
}

interface SharedFixtures {
  /**
   * A program with its first window on the sample catalog, for all tests that leave it unchanged, since a
   * start takes longer than most tests.
   */
  readonly runningShell: ShellApp
  readonly templates: Templates
}

interface RenewedFixtures {
  /** The shared program with its first window alone, its page reloaded and nothing recorded yet. */
  readonly shell: ShellApp
}

export const test = base.extend<Fixtures & RenewedFixtures, SharedFixtures>({
  runningShell: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-shell-'))
      const app = new ShellApp({ dataFolder: folder })
      await app.evaluate(async ({ page }) => (await page()).getByRole('grid').waitFor())
      await use(app)
      await app.quit()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  templates: [
    async ({ runningShell }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-shell-'))
      const files = { empty: join(folder, 'empty.vitrine'), sample: join(folder, 'sample.vitrine') }
      await runningShell.evaluate(copyWorkspaces, files)
      await use(files)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  shell: async ({ runningShell }, use) => {
    await runningShell.evaluate(async ({ page, record, BrowserWindow, until }) => {
      for (const other of BrowserWindow.getAllWindows().slice(1)) other.close()
      await until(() => BrowserWindow.getAllWindows().length === 1, 'one window to be left')
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

  copyFile: async ({ folder, templates }, use) => {
    await use((name = 'Strange', template = 'empty') => {
      const file = join(folder, `${name}.vitrine`)
      copyFileSync(templates[template], file)
      return file
    })
  },

  startShell: async ({ folder }, use) => {
    const started: ShellApp[] = []
    await use((args = [], options = {}) => {
      const app = new ShellApp({ dataFolder: join(folder, 'data'), args, ...options })
      started.push(app)
      return app
    })
    for (const app of started) await app.quit()
  },
})

async function copyWorkspaces({ page }: Bench, files: Templates): Promise<void> {
  const window = await page()
  await window.evaluate(async ({ empty, sample }) => {
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/app/v1/workspaces${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: { id: string } }).data
    }
    const shown = new URL(location.href).searchParams.get('workspace')!
    await send(`/${shown}/backup`, { file: sample })
    const { id } = await send('', { name: 'Empty', sample: false })
    await send(`/${id}/backup`, { file: empty })
  }, files)
}
