/**
 * Tests of the real Electron, where its binary is installed. The stand-in (../shell) tests everything else
 * of the shell.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bridgeCalls } from '../shell/bridge-calls.ts'
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test'
import BetterSqlite3 from 'better-sqlite3'

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
    args: launchArgs(dataFolder),
  })
})

test.afterAll(async () => {
  await app?.close().catch(() => app.process().kill('SIGKILL'))
  if (dataFolder) await rm(dataFolder, { recursive: true, force: true })
})

test('the first start makes the sample catalog and opens it', async () => {
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
  const refused = await app.evaluateHandle(({ shell, BrowserWindow }) => {
    const opened = new Promise<string>((resolve) => {
      shell.openExternal = (url) => Promise.resolve(resolve(url))
    })
    const isPrevented = new Promise<boolean>((resolve) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.webContents.once('will-navigate', (event) => resolve(event.defaultPrevented))
    })
    return { both: Promise.all([opened, isPrevented]) }
  })
  const before = page.url()
  await page.evaluate(() => {
    window.open('https://example.invalid/')
    location.href = 'https://example.invalid/'
  })
  expect(await refused.evaluate(({ both }) => both)).toEqual(['https://example.invalid/', true])
  expect(page.url()).toBe(before)
  expect(app.windows()).toHaveLength(1)
})

test('permissions are refused, downloads of foreign pages too', async () => {
  const page = await app.firstWindow()
  const state = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera']
    const asked = names.map((name) => navigator.permissions.query({ name: name as PermissionName }))
    return (await Promise.all(asked)).map((answer) => answer.state)
  })
  expect(state).toEqual(['denied', 'denied', 'denied'])
})

test('a second instance hands its file over to the first and ends', async () => {
  const file = join(dataFolder, 'second.vitrine')
  cpSync(await fileOf(dataFolder), file)
  const second = spawn(electron!, [...launchArgs(dataFolder), file], { stdio: 'ignore' })
  const [code] = (await once(second, 'exit')) as [number | null]
  expect(code).toBe(0)
  await expect.poll(() => app.windows().length).toBe(2)
})

test('a file that the system hands over is opened', async () => {
  const file = join(dataFolder, 'handed.vitrine')
  cpSync(await fileOf(dataFolder), file)
  await app.evaluate((parts, path) => parts.app.emit('open-file', { preventDefault() {} }, path), file)
  await expect.poll(() => app.windows().length).toBe(3)
})

test('with the tray the app goes on when its last window has been closed', async () => {
  const page = await app.firstWindow()
  const origin = new URL(page.url()).origin
  await page.evaluate(() =>
    (
      globalThis as unknown as { desktop: { changeSettings(change: object): Promise<unknown> } }
    ).desktop.changeSettings({ keepServing: true }),
  )
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()))
  await expect.poll(() => app.windows().length).toBe(0)
  expect((await fetch(`${origin}/docs/openapi.json`)).status).toBe(200)
})

test('quitting leaves neither server.json nor a lock behind', async () => {
  const exited = new Promise((resolve) => app.process().once('exit', resolve))
  await app.evaluate((parts) => parts.app.quit())
  expect(await exited).toBe(0)
  expect(existsSync(join(dataFolder, 'server.json'))).toBe(false)
})

test('after a crash the next start finds the mark and everything that was saved', async () => {
  for (const isCrash of [true, false]) {
    const next = await _electron.launch({ executablePath: electron!, args: launchArgs(dataFolder) })
    const page = await next.firstWindow()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect.poll(() => existsSync(join(dataFolder, 'desktop/running.json'))).toBe(true)
    if (isCrash) next.process().kill('SIGKILL')
    else await next.evaluate((parts) => parts.app.quit())
    await next.waitForEvent('close').catch(() => undefined)
  }
  await expect.poll(() => existsSync(join(dataFolder, 'desktop/running.json'))).toBe(false)
  expect(await readFile(join(dataFolder, 'logs/server.log'), 'utf8')).toContain('was cut short')
})

test('quitting in the middle of writes loses nothing that was acknowledged', async () => {
  const { electron: running, page } = await startAgain()
  const acknowledged: string[] = []
  await page.exposeFunction('acknowledge', (id: string) => acknowledged.push(id))
  const writing = page.evaluate(async () => {
    const { acknowledge } = globalThis as unknown as { acknowledge: (id: string) => void }
    const headers = {
      'content-type': 'application/json',
      'vitrine-workspace': new URL(location.href).searchParams.get('workspace')!,
    }
    for (let count = 0; ; count++) {
      const body = JSON.stringify({ attributes: { vendor_name: `Vendor ${count}` } })
      const answer = await fetch('/api/v1/vendors', { method: 'POST', headers, body })
      if (answer.ok) acknowledge(((await answer.json()) as { data: { id: string } }).data.id)
    }
  })
  writing.catch(() => undefined)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
  await quit(running)

  const next = await startAgain()
  const statuses = await Promise.all(acknowledged.map((id) => read(next.page, `/api/v1/vendors/${id}`)))
  expect(statuses.map(({ status }) => status)).toEqual(acknowledged.map(() => 200))
  await quit(next.electron)
})

test('quitting during a job ends in order, and the next start takes the job up to its end', async () => {
  const { electron: running, page } = await startAgain()
  const id = await page.evaluate(async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `JOB-${index},Row ${index}`)
    const form = new FormData()
    form.append('type', 'product')
    form.append('format', 'csv')
    form.append('merge_key', 'sku')
    form.append('file', new Blob([`sku,product_name\n${rows.join('\n')}\n`]), 'rows.csv')
    const headers = { 'vitrine-workspace': new URL(location.href).searchParams.get('workspace')! }
    const answer = await fetch('/api/v1/imports', { method: 'POST', headers, body: form })
    return ((await answer.json()) as { data: { id: string } }).data.id
  })
  await quit(running)

  const next = await startAgain()
  const status = async () =>
    ((await read(next.page, `/api/v1/jobs/${id}`)).body as { data: { status: string } }).data.status
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  await quit(next.electron)
})

test('a file of an older format is copied first and then brought to the newest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-electron-old-'))
  const fixtures = join(root, 'server/store/file/migrations/fixtures')
  const [oldest = ''] = (await readdir(fixtures)).sort()
  const file = join(folder, 'old.vitrine')
  const sqlite = new BetterSqlite3(file)
  sqlite.exec(await readFile(join(fixtures, oldest), 'utf8'))
  sqlite.close()
  const data = join(folder, 'data')
  const running = await _electron.launch({ executablePath: electron!, args: [...launchArgs(data), file] })
  const page = await running.firstWindow()
  await expect(page.getByRole('grid')).toBeVisible()
  const backups = await readdir(join(data, 'backups'), { recursive: true })
  await quit(running)
  await rm(folder, { recursive: true, force: true })
  expect(backups).toContainEqual(expect.stringMatching(/old version \d+ .*\.vitrine$/))
})

async function startAgain(): Promise<{ electron: ElectronApplication; page: Page }> {
  const running = await _electron.launch({ executablePath: electron!, args: launchArgs(dataFolder) })
  const page = await running.firstWindow()
  await expect(page.getByRole('grid')).toBeVisible()
  return { electron: running, page }
}

async function quit(running: ElectronApplication): Promise<void> {
  const exited = new Promise((resolve) => running.process().once('exit', resolve))
  await running.evaluate((parts) => parts.app.quit()).catch(() => undefined)
  expect(await exited).toBe(0)
}

function read(page: Page, path: string): Promise<{ status: number; body: unknown }> {
  return page.evaluate(async (wanted) => {
    const headers = { 'vitrine-workspace': new URL(location.href).searchParams.get('workspace')! }
    const answer = await fetch(wanted, { headers })
    return { status: answer.status, body: await answer.json() }
  }, path)
}

function launchArgs(folder: string): string[] {
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, `--data=${folder}`]
}

async function fileOf(folder: string): Promise<string> {
  const [name = ''] = (await readdir(join(folder, 'workspaces'))).filter((file) => file.endsWith('.vitrine'))
  return join(folder, 'workspaces', name)
}

// Never requires 'electron': without its binary that would try to download it.
async function findElectron(): Promise<string | undefined> {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const path = await readFile(join(folder, 'path.txt'), 'utf8').catch(() => undefined)
  const program = override ? join(override, 'electron') : path && join(folder, 'dist', path)
  return program && existsSync(program) ? program : undefined
}
