import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { testSite } from '../../server/testing/test-site.ts'
import { expect } from '../expect.ts'
import { test } from './fixtures.ts'
import type { Bench } from './stand-in/driver.ts'

// Issue 2: "First start creates a sample workspace (about 200 products …)".
test('the first start makes the sample catalog and opens it; the next start opens it again, makes no other and ends with its last window', async ({
  startShell,
}) => {
  const app = startShell()
  const seen = await app.evaluate(async ({ page, BrowserWindow, record, until }) => {
    const window = await page()
    await window.getByRole('gridcell').first().waitFor()
    await until(() => record.recentDocuments.length > 0, 'the sample to be among the recent documents')
    const products = await window.evaluate(async () => {
      const workspace = new URL(location.href).searchParams.get('workspace')!
      const answer = await fetch('/api/v1/products?limit=1', { headers: { 'vitrine-workspace': workspace } })
      return ((await answer.json()) as { pagination: { total: number } }).pagination.total
    })
    const windows = BrowserWindow.getAllWindows().length
    return { products, windows, dialogs: record.dialogs, url: window.url() }
  })
  expect(seen).toMatchObject({ windows: 1, dialogs: [], url: expect.stringContaining('?workspace=') })
  expect(seen.products).toBeGreaterThanOrEqual(200)
  expect(await app.quit()).toBe(0)
  const next = startShell()
  const again = await next.evaluate(async ({ page }) => {
    const window = await page()
    const answer = await window.evaluate(async () => (await fetch('/app/v1/workspaces')).json())
    return { url: window.url(), names: (answer as { data: { name: string }[] }).data.map(({ name }) => name) }
  })
  // Another program may have taken the port meanwhile; the workspace must open again.
  expect({ ...again, url: new URL(again.url).search }).toEqual({
    url: new URL(seen.url).search,
    names: ['Sample catalog'],
  })

  await next.evaluate(
    ({ BrowserWindow }) => void setTimeout(() => BrowserWindow.getAllWindows()[0]!.close(), 10),
  )
  expect(await next.exitCode).toBe(0)
})

test(
  'a first start whose sample cannot be made says why and shows the start page',
  { tag: '@long' },
  async ({ folder, startShell }) => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/workspaces'), 'a file where a folder is needed')
    const seen = await startShell().evaluate(async ({ page, record, until }) => {
      const window = await page()
      await until(() => record.dialogs.length > 0, 'the message')
      return { said: record.dialogs[0]!.options, url: window.url() }
    })
    expect(seen).toMatchObject({
      said: {
        message: 'The sample catalog could not be created.',
        detail: expect.stringContaining('workspaces'),
      },
      url: expect.stringContaining('?view=start'),
    })
  },
)

test(
  'with nothing to open again a start shows what can be begun with; a choice there leads to a workspace in the same window',
  { tag: '@long' },
  async ({ folder, startShell }) => {
    const program = join(import.meta.dirname, '../../server/cli/vitrine.mjs')
    const args = ['workspace', 'create', 'Left alone', '--data', join(folder, 'data')]
    execFileSync(process.execPath, [program, ...args])
    const app = startShell()
    const seen = await app.evaluate(async ({ page, BrowserWindow }) => {
      const window = await page()
      await window.getByRole('heading', { name: 'Recent workspaces' }).waitFor()
      const ways = await window.getByRole('region', { name: 'Begin' }).getByRole('button').allInnerTexts()
      await window.getByRole('button', { name: 'Try the sample catalog' }).click()
      await window.getByRole('grid').waitFor()
      return { ways: ways.map((text) => text.split('\n')[0]), windows: BrowserWindow.getAllWindows().length }
    })
    expect(seen).toEqual({
      ways: [
        'Create a workspace',
        'Open a workspace file',
        'Try the sample catalog',
        'Import a file',
        'Open a package',
        'Open a team catalog…',
      ],
      windows: 1,
    })
  },
)

test(
  'what begins with a file that the system hands over goes on behind a crash, on another screen and behind a start that was cut short',
  { tag: '@long' },
  async ({ folder, copyFile, startShell }) => {
    const desktop = join(folder, 'data/desktop')
    const file = copyFile()

    const id =
      await test.step('a file that comes before the app is ready is the first thing shown', async () => {
        const app = startShell(['--stand-in-open-file', file])
        const url = await app.evaluate(async ({ page }) => (await page()).url())
        expect(url).toContain('?workspace=')
        expect(await app.evaluate(({ record }) => record.recentDocuments)).toEqual([file])
        await expect.poll(() => readJson(join(desktop, 'running.json'))).toMatchObject({ phase: 'running' })
        await app.kill()
        return new URL(url).searchParams.get('workspace')!
      })

    await test.step('after a crash the next start says so, checks the workspace and finds nothing lost', async () => {
      const app = startShell()
      const notices = await app.evaluate(async ({ page, record, until }) => {
        await page()
        await until(() => record.notifications.length > 0, 'the news of the check')
        return record.notifications
      })
      expect(notices).toEqual([{ title: 'Nothing was lost', body: expect.stringContaining('is sound') }])
      await app.quit()
      expect(existsSync(join(desktop, 'running.json'))).toBe(false)
      expect(readFileSync(join(folder, 'data/logs/server.log'), 'utf8')).toContain(
        'the run before was cut short',
      )
    })

    await test.step('a window that is left on a screen that is gone comes back on one that is there', async () => {
      const state = join(desktop, 'windows.json')
      const place = { x: 3000, y: 40, width: 900, height: 700, maximized: false }
      writeFileSync(state, JSON.stringify({ ...readJson(state), places: { [id]: place } }))
      const app = startShell()
      const bounds = await app.evaluate(async ({ page, BrowserWindow }) => {
        await page()
        return BrowserWindow.getAllWindows()[0]!.getNormalBounds()
      })
      expect(bounds.x).toBeLessThan(1920)
      await app.quit()
    })

    await test.step('a run that was cut short while it started is not repeated: the start page comes first', async () => {
      const mark = { pid: 1, phase: 'starting', started_at: '2026-01-01T00:00:00.000Z' }
      writeFileSync(join(desktop, 'running.json'), JSON.stringify(mark))
      const url = await startShell().evaluate(async ({ page }) => (await page()).url())
      expect(url).toContain('?view=start')
    })
  },
)

test(
  'with the tray the app serves on without windows, shows one again, and quits from there; called like the command line it opens none',
  { tag: '@long' },
  async ({ folder, copyFile, startShell }) => {
    const shell = startShell([copyFile('Kept open')])
    const origin = await shell.origin()
    await test.step('vitrine workspace list, beside the running app', async () => {
      const args = ['workspace', 'list', '--json', '--data', join(folder, 'data')]
      const listed = startShell(args, { isBare: true })
      expect(await listed.exitCode).toBe(0)
      expect(listed.output).toContain('"name":"Kept open"')
    })

    const trays = await shell.evaluate(async ({ page, trays, BrowserWindow, until }) => {
      const window = await page()
      await window.evaluate(() =>
        (
          globalThis as unknown as { desktop: { changeSettings(change: object): Promise<unknown> } }
        ).desktop.changeSettings({ keepServing: true }),
      )
      await until(() => trays.size === 1, 'the icon in the tray')
      BrowserWindow.getAllWindows()[0]!.close()
      return [...trays][0]!.items.map(({ id, label, type }) => id ?? label ?? type)
    })
    expect(trays).toContain('tray-quit')
    expect((await fetch(`${origin}/docs/openapi.json`)).status).toBe(200)
    const windows = await shell.evaluate(async ({ trays, page, BrowserWindow }) => {
      const click = [...trays][0]!.items.find(({ id }) => id === 'tray-open')!.click as () => void
      click()
      await page()
      return BrowserWindow.getAllWindows().length
    })
    expect(windows).toBe(1)
    await shell
      .evaluate(({ trays }) => {
        const click = [...trays][0]!.items.find(({ id }) => id === 'tray-quit')!.click as () => void
        setTimeout(click, 10)
      })
      .catch(() => undefined)
    expect(await shell.exitCode).toBe(0)
  },
)

test(
  'quitting in the middle of writes and of a job loses nothing; the next start takes the job up, and tells of its end when nobody looks',
  { tag: '@long' },
  async ({ copyFile, startShell }) => {
    const file = copyFile('Sample catalog', 'sample')
    const env = { VITRINE_ALLOW_PRIVATE_SOURCES: '1' }
    const asked = Promise.withResolvers<void>()
    let answer: RequestListener = () => asked.resolve()
    using site = await testSite({ '/page': (request, response) => answer(request, response) })
    const shell = startShell([file], { env })
    const job = await shell.evaluate(beginWriting, `${site.origin}/page`)
    await asked.promise
    const acknowledged = await shell.evaluate(quitAndListSaved)
    expect(await shell.exitCode).toBe(0)
    answer = (_request, response) =>
      response.setHeader('content-type', 'text/plain').end('Oak is hard and durable.')
    const sqlite = new BetterSqlite3(file)
    // A job that has lasted ten seconds counts as long.
    const begun = 'UPDATE job SET created_at = created_at - 10000 WHERE uuid = ? AND completed_at IS NULL'
    expect(sqlite.prepare(begun).run(job).changes, 'the job is in the middle').toBe(1)
    sqlite.close()

    const again = startShell(['--stand-in-away'], { env })
    const ask = (paths: readonly string[]) =>
      again.evaluate(async ({ page }, wanted) => {
        const window = await page()
        const workspace = new URL(window.url()).searchParams.get('workspace')!
        return window.evaluate(
          ([id, all]) => {
            const headers = { 'vitrine-workspace': id }
            return Promise.all(
              all.map(async (path) => {
                const answer = await fetch(`/api/v1${path}`, { headers })
                const { data } = (await answer.json()) as { data?: { status?: string } }
                return data?.status ?? answer.status
              }),
            )
          },
          [workspace, wanted] as const,
        )
      }, paths)
    expect(await ask(acknowledged.map((id) => `/vendors/${id}`))).toEqual(acknowledged.map(() => 200))
    await expect.poll(() => ask([`/jobs/${job}`])).toEqual(['completed'])
    await expect
      .poll(() => again.evaluate(({ record }) => record.notifications))
      .toEqual([{ title: 'Source finished', body: 'In “Sample catalog”.' }])
  },
)

test(
  'a file of a newer format is refused with the reason and left as it is; one of an older format is copied first and then brought to the newest',
  { tag: '@long' },
  async ({ folder, copyFile, startShell }) => {
    const newer = copyFile()
    const bytes = readFileSync(newer)
    // The offset of SQLite's user_version.
    bytes.writeUInt32BE(999_999, 60)
    writeFileSync(newer, bytes)
    const app = startShell([newer])
    const dialog = await app.evaluate(async ({ record, until }) => {
      await until(() => record.dialogs.length > 0, 'the message')
      return record.dialogs[0]!.options
    })
    expect(dialog).toMatchObject({ detail: expect.stringContaining('newer Vitrine') })
    expect(readFileSync(newer).equals(bytes)).toBe(true)

    const fixtures = join(import.meta.dirname, '../../server/store/file/migrations/fixtures')
    const [oldest = ''] = readdirSync(fixtures).sort()
    const older = join(folder, 'old.vitrine')
    const sqlite = new BetterSqlite3(older)
    sqlite.exec(readFileSync(join(fixtures, oldest), 'utf8'))
    sqlite.close()
    expect(await startShell([older]).exitCode).toBe(0)
    await app.evaluate(async ({ record, until }, file) => {
      await until(() => record.recentDocuments.includes(file), 'the file to be opened')
    }, older)
    const backups = readdirSync(join(folder, 'data/backups'), { recursive: true }).map(String)
    expect(backups).toContainEqual(expect.stringMatching(/old version \d+ .*\.vitrine$/))
  },
)

interface Writing {
  written: string[]
}

async function beginWriting({ page }: Bench, url: string): Promise<string> {
  return (await page()).evaluate(async (address) => {
    const workspace = new URL(location.href).searchParams.get('workspace')!
    const post = async (path: string, body: object): Promise<string> => {
      const headers = { 'content-type': 'application/json', 'vitrine-workspace': workspace }
      const answer = await fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
      return ((await answer.json()) as { data: { id: string } }).data.id
    }
    const written: string[] = []
    Object.assign(globalThis, { written } satisfies Writing)
    void (async () => {
      for (;;) written.push(await post('/vendors', { attributes: { vendor_name: `Quit ${written.length}` } }))
    })().catch(() => undefined)
    return post('/sources', { url: address })
  }, url)
}

async function quitAndListSaved({ page, app }: Bench): Promise<string[]> {
  const window = await page()
  await window.waitForFunction(() => (globalThis as unknown as Writing).written.length > 5)
  const written = await window.evaluate(() => [...(globalThis as unknown as Writing).written])
  setTimeout(() => app.quit(), 0)
  return written
}

function readJson(file: string): object | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch {
    return undefined
  }
}
