import { expect } from '@playwright/test'
import { importBombs } from '../../server/testing/bombs.ts'
import { test } from './fixtures.ts'

test('workbooks are read in a process that the desktop program starts [IMPORT-13]', async ({
  startShell,
}) => {
  const app = startShell()
  const bytesOf = (name: string) => [
    ...(importBombs.find((bomb) => bomb.name === name)?.make() ?? Buffer.alloc(0)),
  ]
  const files = [bytesOf('thirty million shared texts'), bytesOf('a billion laughs')]
  const ends = await app.evaluate(async ({ page }, workbooks) => {
    const window = await page()
    await window.getByRole('gridcell').first().waitFor()
    return window.evaluate(async (wanted) => {
      const headers = { 'vitrine-workspace': new URL(location.href).searchParams.get('workspace')! }
      const call = async (path: string, options: RequestInit = {}) =>
        (await (await fetch(`/api/v1${path}`, { ...options, headers })).json()) as {
          data: { id: string; status: string; completed_at: string | null; result: unknown }
        }
      const ended = async (bytes: number[]) => {
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(bytes)]), 'rows.xlsx')
        form.set('type', 'product')
        form.set('create_missing_attributes', 'true')
        const { data } = await call('/imports', { method: 'POST', body: form })
        for (;;) {
          const { data: job } = await call(`/jobs/${data.id}`)
          if (job.completed_at !== null) return job
        }
      }
      return [await ended(wanted[0]!), await ended(wanted[1]!)]
    }, workbooks)
  }, files)
  expect(ends).toMatchObject([
    {
      status: 'failed',
      result: { error: { message: expect.stringContaining('took more than 320 MB of memory') } },
    },
    { status: 'completed', result: { rows: 1 } },
  ])
  expect(await app.quit()).toBe(0)
})
