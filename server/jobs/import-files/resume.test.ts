import { expect, test, vi } from 'vitest'
import { JobWorkspace } from '../../testing/job-workspace.ts'

// A workspace has five threads, which take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

test('an import of JSON lines that is cut off goes on behind its last batch, late rows and bad ones included', async () => {
  await using workspace = await JobWorkspace.open()
  const rows = Array.from({ length: 3000 }, (_, index) => {
    const late = index % 10 === 0 && index > 0 ? `S${3000 - (index % 7) - 1}` : ''
    return JSON.stringify({ sku: `S${index}`, parent_id: index === 5 ? 'nowhere' : late })
  })
  const id = await workspace.enqueue(rows.join('\n'), { merge_key: 'sku' })
  await expect
    .poll(async () => (await workspace.job(id)).progress.current, { timeout: 20_000 })
    .toBeGreaterThan(0)
  await workspace.restart()
  await workspace.runner.idle()

  const job = await workspace.job(id)
  expect(job).toMatchObject({ status: 'completed', result: { created: 2999, updated: 0, failed: 1 } })
  const products = await workspace.entities('product')
  expect(new Set(products.map(({ label }) => label)).size).toBe(2999)
  expect(products.filter(({ parent_id: parent }) => parent !== null)).toHaveLength(299)
  expect((await workspace.result(id, 'errors')).trimEnd().split('\r\n')).toHaveLength(2)
})
