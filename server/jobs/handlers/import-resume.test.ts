import { test, expect } from 'vitest'
import { JobWorkspace } from '../../testing/job-workspace.ts'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { writeXlsx } from 'hucre/xlsx'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

test('an import of JSON lines that is cut off goes on behind its last batch, late rows and bad ones included', async () => {
  await using workspace = await JobWorkspace.open()
  const rows = Array.from({ length: 3000 }, (_, index) => {
    const late = index % 10 === 0 && index > 0 ? `S${3000 - (index % 7) - 1}` : ''
    return JSON.stringify({ sku: `S${index}`, parent_id: index === 5 ? 'nowhere' : late })
  })
  const id = await workspace.enqueue(rows.join('\n'), { merge_key: 'sku' })
  await expect.poll(async () => (await workspace.job(id)).progress.current).toBeGreaterThan(0)
  await workspace.restart()
  await workspace.runner.idle()

  const job = await workspace.job(id)
  expect(job).toMatchObject({ status: 'completed', result: { created: 2999, updated: 0, failed: 1 } })
  const products = await workspace.entities('product')
  expect(new Set(products.map(({ label }) => label)).size).toBe(2999)
  expect(products.filter(({ parent_id: parent }) => parent !== null)).toHaveLength(299)
  expect((await workspace.result(id, 'errors')).trimEnd().split('\r\n')).toHaveLength(2)
})

test('kill -9 in the middle of the import of a workbook: the next start goes on, every row is stored once [JOB-04]', async () => {
  const rows = 1500
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-killed-xlsx-'))
  const cells = Array.from({ length: rows }, (_, index) => [`S${index}`, `Name ${index}`, index / 4])
  const workbook = join(folder, 'prices.xlsx')
  await writeFile(
    workbook,
    await writeXlsx({ sheets: [{ name: 'S', rows: [['sku', 'name', 'price'], ...cells] }] }),
  )
  const source = new URL('../../testing/job-workspace.ts', import.meta.url).href
  const script = join(folder, 'import-and-wait.mjs')
  await writeFile(
    script,
    `import { readFileSync } from 'node:fs'
    const { JobWorkspace } = await import(${JSON.stringify(source)})
    const workspace = await JobWorkspace.open({ folder: ${JSON.stringify(folder)} })
    let written = 0
    workspace.threads.onCommitted((events) => {
      written += events.filter(({ event }) => event === 'entity.created').length
      if (written >= 300) console.log('writing')
    })
    console.log(await workspace.enqueue(readFileSync(${JSON.stringify(workbook)}), { merge_key: 'sku' }))
    setInterval(() => undefined, 1000)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) if ((output += String(chunk)).includes('writing')) break
  child.kill('SIGKILL')
  await exited

  await using workspace = await JobWorkspace.open({ folder })
  await workspace.runner.idle()
  const job = await workspace.job(output.split('\n')[0] ?? '')
  expect(job).toMatchObject({
    status: 'completed',
    metadata: { interruptions: 1 },
    result: { created: rows, updated: 0, failed: 0, format: 'xlsx' },
  })
  const products = await workspace.products()
  expect(products).toHaveLength(rows)
  expect(products.at(-1)).toEqual({ sku: 'S1499', name: 'Name 1499', price: 374.75 })
  expect(new Set(products.map(({ sku }) => sku)).size).toBe(rows)
})
