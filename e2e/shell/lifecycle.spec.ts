import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import BetterSqlite3 from 'better-sqlite3'
import { test } from './fixtures.ts'

// Issue 2: "First start creates a sample workspace (about 200 products …)".
test('the first start makes the sample catalog and opens it; the next start opens it again and makes no other', async ({
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
  const again = await startShell().evaluate(async ({ page }) => {
    const window = await page()
    const answer = await window.evaluate(async () => (await fetch('/app/v1/workspaces')).json())
    return { url: window.url(), names: (answer as { data: { name: string }[] }).data.map(({ name }) => name) }
  })
  // The port may have been taken by another program meanwhile; the workspace is what opens again.
  expect({ ...again, url: new URL(again.url).search }).toEqual({
    url: new URL(seen.url).search,
    names: ['Sample catalog'],
  })
})

test('a first start whose sample cannot be made says why and shows the start page', async ({
  folder,
  startShell,
}) => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/workspaces'), 'a file where a folder is needed')
  const seen = await startShell().evaluate(async ({ page, record, until }) => {
    const window = await page()
    await until(() => record.dialogs.length > 0, 'the message')
    return { said: record.dialogs[0]!.options, url: window.url() }
  })
  expect(seen).toMatchObject({
    said: { message: 'The sample catalog could not be made.', detail: expect.stringContaining('workspaces') },
    url: expect.stringContaining('?view=start'),
  })
})

test('with nothing to open again a start shows what can be begun with; a choice there leads to a workspace in the same window', async ({
  folder,
  startShell,
}) => {
  makeFile(folder, 'data')
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
    ways: ['Create a workspace', 'Open a workspace file', 'Try the sample catalog', 'Import a file'],
    windows: 1,
  })
})

test('a file that the system hands over before the app is ready is the first thing shown', async ({
  folder,
  startShell,
}) => {
  const file = makeFile(folder)
  const app = startShell(['--stand-in-open-file', file])
  const url = await app.evaluate(async ({ page }) => (await page()).url())
  expect(url).toContain('?workspace=')
  expect(await app.evaluate(({ record }) => record.recentDocuments)).toEqual([file])
})

test('a window that is left on a screen that is gone comes back on one that is there', async ({
  folder,
  startShell,
}) => {
  const file = makeFile(folder)
  const first = startShell([file])
  const id = new URL(await first.evaluate(async ({ page }) => (await page()).url())).searchParams.get(
    'workspace',
  )!
  await first.quit()
  const state = join(folder, 'data/desktop/windows.json')
  const content = JSON.parse(readFileSync(state, 'utf8')) as { places: Record<string, object> }
  const place = { x: 3000, y: 40, width: 900, height: 700, maximized: false }
  writeFileSync(state, JSON.stringify({ ...content, places: { [id]: place } }))
  const bounds = await startShell().evaluate(async ({ page, BrowserWindow }) => {
    await page()
    return BrowserWindow.getAllWindows()[0]!.getNormalBounds()
  })
  expect(bounds.x).toBeLessThan(1920)
})

test('with the last window the app ends; with the tray it serves on, shows a window again, and quits from there', async ({
  ownShell: shell,
}) => {
  const origin = await shell.origin()
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
})

test('without the tray the last window takes the app along', async ({ ownShell: shell }) => {
  await shell.evaluate(
    ({ BrowserWindow }) => void setTimeout(() => BrowserWindow.getAllWindows()[0]!.close(), 10),
  )
  expect(await shell.exitCode).toBe(0)
})

test('quitting in the middle of writes loses nothing that was acknowledged', async ({
  ownShell: shell,
  startShell,
}) => {
  const acknowledged = await shell.evaluate(async ({ page, app }) => {
    const window = await page()
    const workspace = new URL(window.url()).searchParams.get('workspace')!
    const writing = window.evaluate(async (id) => {
      const done: string[] = []
      for (let index = 0; index < 200; index++) {
        const answer = await fetch('/api/v1/vendors', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'vitrine-workspace': id },
          body: JSON.stringify({ attributes: { vendor_name: `Quit ${index}` } }),
        }).catch(() => undefined)
        if (answer?.status !== 201) break
        done.push(((await answer.json()) as { data: { id: string } }).data.id)
        Object.assign(globalThis, { done })
      }
      return done
    }, workspace)
    await window.waitForFunction(() => ((globalThis as unknown as { done?: string[] }).done?.length ?? 0) > 5)
    const done = await window.evaluate(() => [...(globalThis as unknown as { done: string[] }).done])
    writing.catch(() => undefined)
    setTimeout(() => app.quit(), 0)
    return done
  })
  expect(await shell.exitCode).toBe(0)
  const statuses = await startShell().evaluate(async ({ page }, ids) => {
    const window = await page()
    const workspace = new URL(window.url()).searchParams.get('workspace')!
    return window.evaluate(
      async ([id, all]) =>
        Promise.all(
          all.map(
            async (one) =>
              (await fetch(`/api/v1/vendors/${one}`, { headers: { 'vitrine-workspace': id } })).status,
          ),
        ),
      [workspace, ids] as const,
    )
  }, acknowledged)
  expect(statuses).toEqual(acknowledged.map(() => 200))
})

test('quitting during a job ends in order; the next start takes it up, and tells of its end when nobody looks', async ({
  ownShell: shell,
  startShell,
}) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `JOB-${index},Row ${index}`)
  const job = await shell.evaluate(
    async ({ page, app }, csv) => {
      const window = await page()
      const workspace = new URL(window.url()).searchParams.get('workspace')!
      const id = await window.evaluate(
        async ([wanted, text]) => {
          const form = new FormData()
          for (const [name, value] of [
            ['type', 'product'],
            ['format', 'csv'],
            ['merge_key', 'sku'],
          ] as const)
            form.append(name, value)
          form.append('file', new Blob([text]), 'rows.csv')
          const headers = { 'vitrine-workspace': wanted }
          const answer = await fetch('/api/v1/imports', { method: 'POST', headers, body: form })
          return ((await answer.json()) as { data: { id: string } }).data.id
        },
        [workspace, csv] as const,
      )
      setTimeout(() => app.quit(), 300)
      return { id, workspace }
    },
    `sku,product_name\n${rows.join('\n')}\n`,
  )
  expect(await shell.exitCode).toBe(0)
  // A job counts as long after ten seconds from its start.
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const again = startShell()
  await again.evaluate(async ({ page, BrowserWindow }) => {
    await page()
    BrowserWindow.blurAll()
  })
  const status = () =>
    again.evaluate(async ({ page }, { id, workspace }) => {
      const window = await page()
      return window.evaluate(
        async ([path, wanted]) => {
          const answer = await fetch(path, { headers: { 'vitrine-workspace': wanted } })
          return ((await answer.json()) as { data: { status: string } }).data.status
        },
        [`/api/v1/jobs/${id}`, workspace] as const,
      )
    }, job)
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  await expect
    .poll(() => again.evaluate(({ record }) => record.notifications))
    .toEqual([{ title: 'Import is done', body: 'In “Sample catalog”.' }])
})

test('after a crash the next start says so, checks the workspace and finds nothing lost', async ({
  folder,
  startShell,
}) => {
  const crashing = startShell([makeFile(folder)])
  await crashing.origin()
  await expect.poll(() => markOf(folder)).toMatchObject({ phase: 'running' })
  await crashing.kill()
  const again = startShell()
  const told = await again.evaluate(async ({ page, record, until }) => {
    await page()
    await until(() => record.notifications.length > 0, 'the news of the check')
    return record.notifications
  })
  expect(told).toEqual([{ title: 'Nothing was lost', body: expect.stringContaining('is sound') }])
  await again.quit()
  expect(existsSync(join(folder, 'data/desktop/running.json'))).toBe(false)
  expect(readFileSync(join(folder, 'data/logs/server.log'), 'utf8')).toContain('the run before was cut short')
})

test('a run that was cut short while it started is not repeated: the start page comes first', async ({
  folder,
  startShell,
}) => {
  const first = startShell([makeFile(folder)])
  await first.origin()
  await first.quit()
  const mark = { pid: 1, phase: 'starting', started_at: '2026-01-01T00:00:00.000Z' }
  writeFileSync(join(folder, 'data/desktop/running.json'), JSON.stringify(mark))
  const url = await startShell().evaluate(async ({ page }) => (await page()).url())
  expect(url).toContain('?view=start')
})

test('a file of an older format is copied first and then brought to the newest', async ({
  folder,
  startShell,
}) => {
  const fixtures = join(import.meta.dirname, '../../server/store/file/migrations/fixtures')
  const [oldest = ''] = readdirSync(fixtures).sort()
  const file = join(folder, 'old.vitrine')
  const sqlite = new BetterSqlite3(file)
  sqlite.exec(readFileSync(join(fixtures, oldest), 'utf8'))
  sqlite.close()
  const url = await startShell([file]).evaluate(async ({ page }) => (await page()).url())
  expect(url).toContain('?workspace=')
  const backups = readdirSync(join(folder, 'data/backups'), { recursive: true }).map(String)
  expect(backups).toContainEqual(expect.stringMatching(/old version \d+ .*\.vitrine$/))
})

test('a file of a newer format is refused with the reason and left as it is', async ({
  folder,
  startShell,
}) => {
  const file = makeFile(folder)
  const bytes = readFileSync(file)
  // Where SQLite keeps the user_version.
  bytes.writeUInt32BE(999_999, 60)
  writeFileSync(file, bytes)
  const app = startShell([file])
  const told = await app.evaluate(async ({ record, until }) => {
    await until(() => record.dialogs.length > 0, 'the message')
    return record.dialogs[0]!.options
  })
  expect(told).toMatchObject({ detail: expect.stringContaining('newer Vitrine') })
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('called like the command line it opens no window: vitrine --version, key list, mcp beside the running app', async ({
  ownShell: shell,
  startShell,
  folder,
}) => {
  await shell.origin()
  const listed = startShell(['workspace', 'list', '--json', '--data', join(folder, 'data')], undefined, {
    isBare: true,
  })
  expect(await listed.exitCode).toBe(0)
  expect(listed.output).toContain('"name":"Sample catalog"')
})

function markOf(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, 'data/desktop/running.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** A workspace file made by the command line: in another data folder, where the app does not know it yet, or in its own. */
function makeFile(folder: string, dataFolder = 'other'): string {
  const program = join(import.meta.dirname, '../../server/cli/vitrine.mjs')
  const args = ['workspace', 'create', 'Strange', '--json', '--data', join(folder, dataFolder)]
  return (JSON.parse(String(execFileSync(process.execPath, [program, ...args]))) as { file: string }).file
}
