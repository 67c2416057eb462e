/** The real Electron, where its binary is there. Everything else about the shell is shown on the stand-in (../shell). */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bridgeCalls } from '../shell/bridge-calls.ts'
import { _electron, type ElectronApplication, expect, test } from '@playwright/test'

const root = join(import.meta.dirname, '../..')
const electron = await findElectron()

test.skip(
  !electron && !process.env['REQUIRE_ELECTRON'],
  'NO ELECTRON BINARY: the real-Electron suite did NOT run. Install one with "npx install-electron", or set REQUIRE_ELECTRON=1 to make this a failure.',
)

test.describe.configure({ mode: 'serial' })

let app: ElectronApplication
let dataFolder: string

test.beforeAll(async () => {
  if (!electron) throw new Error('REQUIRE_ELECTRON is set and there is no Electron binary.')
  dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-electron-'))
  app = await _electron.launch({
    executablePath: electron,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, `--data=${dataFolder}`],
  })
})

test.afterAll(async () => {
  await app?.close().catch(() => app.process().kill('SIGKILL'))
  if (dataFolder) await rm(dataFolder, { recursive: true, force: true })
})

test('the first start opens a window on the sample catalog', async () => {
  const page = await app.firstWindow()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('requests of the page carry the session, and the page cannot see it', async () => {
  const page = await app.firstWindow()
  const seen = await page.evaluate(async () => ({
    status: (await fetch('/app/v1/session')).status,
    cookie: document.cookie,
    hasNode: 'require' in globalThis || 'process' in globalThis,
    bridge: Object.keys((globalThis as unknown as { desktop: object }).desktop).sort(),
  }))
  expect(seen).toEqual({
    status: 200,
    cookie: '',
    hasNode: false,
    bridge: bridgeCalls,
  })
})

test('new windows and foreign pages are refused', async () => {
  const page = await app.firstWindow()
  await app.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.resolve()
  })
  const before = page.url()
  await page.evaluate(() => {
    window.open('https://example.invalid/')
    location.href = 'https://example.invalid/'
  })
  await page.waitForTimeout(300)
  expect(page.url()).toBe(before)
  expect(app.windows()).toHaveLength(1)
})

test('quitting leaves neither server.json nor a lock behind', async () => {
  const exited = new Promise((resolve) => app.process().once('exit', resolve))
  await app.evaluate((parts) => parts.app.quit())
  expect(await exited).toBe(0)
  expect(existsSync(join(dataFolder, 'server.json'))).toBe(false)
})

// Never requires 'electron': outside Electron that would try to download it.
async function findElectron(): Promise<string | undefined> {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const path = await readFile(join(folder, 'path.txt'), 'utf8').catch(() => undefined)
  const program = override ? join(override, 'electron') : path && join(folder, 'dist', path)
  return program && existsSync(program) ? program : undefined
}
