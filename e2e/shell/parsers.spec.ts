import { expect } from '@playwright/test'
import { type Bomb, importBombs, sourceBombs } from '../../server/testing/bombs.ts'
import { test } from './fixtures.ts'

test(
  'workbooks and sources are read in a process that the desktop program starts [IMPORT-13] [SOURCE-09]',
  { tag: '@long' },
  async ({ startShell }) => {
    const app = startShell()
    const bytesOf = (bombs: readonly Bomb[], name: string) => [
      ...(bombs.find((bomb) => bomb.name === name)?.make() ?? []),
    ]
    const files = {
      pdf: bytesOf(sourceBombs, 'a page of many texts'),
      workbook: bytesOf(importBombs, 'a billion laughs'),
    }
    const ends = await app.evaluate(async ({ page }, { pdf, workbook }) => {
      const window = await page()
      await window.getByRole('gridcell').first().waitFor()
      return window.evaluate(
        async (sent) => {
          const headers = { 'vitrine-workspace': new URL(location.href).searchParams.get('workspace')! }
          const call = async (path: string, options: RequestInit = {}) =>
            (await (await fetch(`/api/v1${path}`, { ...options, headers })).json()) as {
              data: { id: string; status: string; completed_at: string | null; result: unknown }
            }
          const ended = async (path: string, bytes: number[], fields: Record<string, string>) => {
            const form = new FormData()
            form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
            for (const [name, value] of Object.entries(fields)) form.set(name, value)
            const { data } = await call(path, { method: 'POST', body: form })
            for (;;) {
              const { data: job } = await call(`/jobs/${data.id}`)
              if (job.completed_at !== null) return job
            }
          }
          const source = await ended('/sources', sent.pdf, {})
          const fields = { type: 'product', create_missing_attributes: 'true' }
          return [source, await ended('/imports', sent.workbook, fields)]
        },
        { pdf, workbook },
      )
    }, files)
    expect(ends).toMatchObject([
      {
        status: 'failed',
        result: { error: { message: expect.stringContaining('took more than 320 MB of memory') } },
      },
      {
        status: 'failed',
        result: { error: { message: expect.stringContaining('sheet1.xml of the file declares entities') } },
      },
    ])
    expect(await app.quit()).toBe(0)
  },
)
