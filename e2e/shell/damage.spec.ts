import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect } from '../expect.ts'
import { test } from './fixtures.ts'
import type { ShellApp } from './shell-app.ts'

// Issue: "restore in two clicks", "corrupt … files handled with a message that says what to do", "crash detection on start with an
// integrity check and an offer of the latest backup".
test(
  'damage: the message names the latest backup and its time, one click puts it back; what is not restored stays as it is',
  { tag: '@long' },
  async ({ copyFile, startShell }) => {
    const file = copyFile('Sample catalog', 'sample')
    const first = startShell([file])
    const sound = await readSkus(first)
    expect(sound).toMatchObject({ status: 200, total: expect.any(Number) })
    const { id, madeAt } = await backUp(first)
    const time = new Date(madeAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
    await first.quit()

    await test.step('a damaged file is told at the start; one click puts the backup back', async () => {
      damage(file)
      const again = startShell()
      const report = await again.evaluate(async ({ answers, page, record, until, BrowserWindow }) => {
        answers['message'] = [{ response: 0 }]
        await until(() => record.dialogs.length > 0, 'the message')
        await until(() => record.recentDocuments.length > 0, 'the workspace to be shown')
        const window = await page()
        await window.getByRole('gridcell').first().waitFor()
        return { dialogs: record.dialogs, url: window.url(), windows: BrowserWindow.getAllWindows().length }
      })
      const { message, detail, buttons } = report.dialogs[0]!.options as Record<string, unknown>
      expect(message).toContain(file)
      expect(detail).toContain(`The latest backup was made on ${time}.`)
      expect(buttons).toEqual(['Restore the Latest Backup', 'Show the Backups', 'Cancel'])
      expect(report).toMatchObject({ dialogs: { length: 1 }, windows: 1, url: expect.stringContaining(id) })
      expect(damagedCopies(file)).toHaveLength(1)
      await again.kill()
    })

    await test.step('a crash that left damaged pages: the check finds them behind the window, the latest backup brings the data back', async () => {
      damageTablesOfValues(file)
      const again = startShell()
      const report = await again.evaluate(async ({ answers, page, record, until }) => {
        const seen = Promise.withResolvers<{ response: number }>()
        answers['message'] = [seen.promise]
        await until(() => record.dialogs.length > 0, 'the message')
        await (await page()).getByRole('gridcell').first().waitFor()
        Object.assign(globalThis, { restore: () => seen.resolve({ response: 0 }) })
        return record.dialogs[0]!.options as { message: string; detail: string; buttons: string[] }
      })
      expect(report.message).toBe('“Sample catalog” is damaged.')
      expect(report.detail).toMatch(/a check of .*\.vitrine found: .+\. Restore the latest backup/)
      expect(report.detail).toContain(`The latest backup was made on ${time}.`)
      expect(report.buttons).toEqual(['Restore the Latest Backup', 'Show the Backups', 'Continue'])
      expect((await readSkus(again)).status).toBe(500)

      await again.evaluate(() => (globalThis as unknown as { restore(): void }).restore())
      // The window reloads its page once the backup is in place, which also aborts pending requests.
      await expect.poll(() => readSkus(again).catch(() => undefined)).toEqual(sound)
      const shown = await again.evaluate(async ({ page, BrowserWindow }) => {
        await (await page()).getByRole('gridcell').first().waitFor()
        return BrowserWindow.getAllWindows().length
      })
      expect(shown).toBe(1)
      expect(damagedCopies(file)).toHaveLength(2)
      await again.quit()
      const restored = new BetterSqlite3(file, { readonly: true })
      expect(restored.pragma('integrity_check', { simple: true })).toBe('ok')
      restored.close()
    })

    await test.step('a damaged file that is not restored stays as it is, and its window shows the start page', async () => {
      damage(file)
      const damaged = readFileSync(file)
      const report = await startShell().evaluate(async ({ answers, page, record, until }) => {
        answers['message'] = [{ response: 2 }]
        await until(() => record.dialogs.length > 0, 'the message')
        const window = await page()
        await window.getByRole('heading', { name: 'Recent workspaces' }).waitFor()
        return { dialogs: record.dialogs.length, url: window.url() }
      })
      expect(report).toEqual({ dialogs: 1, url: expect.stringContaining('?view=start') })
      expect(damagedCopies(file)).toHaveLength(2)
      expect(readFileSync(file).equals(damaged)).toBe(true)
    })
  },
)

function readSkus(app: ShellApp): Promise<{ status: number; total: unknown; first: unknown }> {
  return app.evaluate(async ({ page }) => {
    const window = await page()
    const id = new URL(window.url()).searchParams.get('workspace')!
    return window.evaluate(async (workspace) => {
      const headers = { 'vitrine-workspace': workspace }
      const answer = await fetch('/api/v1/products?sort=-sku&limit=1', { headers })
      const { data, pagination } = (await answer.json()) as {
        data?: [{ label: string }]
        pagination?: { total: number }
      }
      return { status: answer.status, total: pagination?.total, first: data?.[0].label }
    }, id)
  })
}

function backUp(shell: ShellApp): Promise<{ id: string; file: string; madeAt: string }> {
  return shell.evaluate(async ({ page }) => {
    const window = await page()
    const id = new URL(window.url()).searchParams.get('workspace')!
    return window.evaluate(async (workspaceId) => {
      const read = async (path: string, method = 'GET') =>
        (await (await fetch(path, { method })).json()) as { data: never }
      const { data: made } = await read(`/app/v1/workspaces/${workspaceId}/backups`, 'POST')
      const { data: session } = await read('/app/v1/session')
      const { workspaces } = session as { workspaces: { id: string; file: string }[] }
      const { file } = workspaces.find((each) => each.id === workspaceId)!
      return { id: workspaceId, file, madeAt: (made as { created_at: string }).created_at }
    }, id)
  })
}

/** Overwrites the first page after its header, as a bad disk would: SQLite can no longer read the schema. */
function damage(file: string): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(3900, 0xa5), 0, 3900, 110)
  closeSync(handle)
}

/**
 * Overwrites the first page of every value table. The file is too large for a full check when it is
 * opened: it opens, and cannot be sorted or filtered.
 */
function damageTablesOfValues(file: string): void {
  const sqlite = new BetterSqlite3(file)
  sqlite.exec(`CREATE TABLE filler AS SELECT zeroblob(${17 * 1024 * 1024}); DROP TABLE filler`)
  // Changes that the killed program had left in the WAL would hide the damage.
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const size = sqlite.pragma('page_size', { simple: true }) as number
  const roots = sqlite.prepare("SELECT rootpage FROM sqlite_schema WHERE name GLOB 'value_*'").pluck().all()
  sqlite.close()
  const handle = openSync(file, 'r+')
  for (const root of roots as number[])
    writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(handle)
}

function damagedCopies(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => /\.before-\d+$/.test(name))
}
