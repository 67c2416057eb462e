import { afterAll, beforeAll, expect, test } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let data: readonly string[]
beforeAll(async () => {
  const common = { entity_type: 'product', data_type: 'single_line_text_field' }
  const attributes = ['sku', 'status'].map((key) => ({ ...common, name: key, key }))
  server = await testServer({ attributes })
  data = ['--data', server.dataDir]
  const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `a${index}` } }))
  await server.post('/products/batch', { items })
  const automation = { entity_type: 'product', trigger: { on: 'manual' } }
  await server.post('/automations', { ...automation, name: 'Set', actions: [{ set: { status: 'new' } }] })
})
afterAll(() => server[Symbol.asyncDispose]())

test('automations are listed, previewed and run, and what they come to is the exit code [CLI-27]', async () => {
  const listed = await runVitrine(['automation', 'list', ...data])
  expect(listed.lines).toMatchObject([{ name: 'Set', is_on: false }])
  const preview = await runForPeople(['automation', 'run', 'set', '--preview', ...data])
  expect([preview.code, preview.stdout]).toEqual([0, expect.stringContaining('100 match, 100 would change.')])
  expect((await runVitrine(['automation', 'run', 'Set', ...data])).stderr).toContain('is off')
  const run = await runVitrine(['automation', 'run', 'Set', '--once', ...data])
  expect([run.code, run.last]).toEqual([0, expect.objectContaining({ status: 'completed' })])
  const more = { attributes: { sku: 'last' } }
  await server.post('/products', more)
  await server.patch('/automations/Set', { actions: [{ set: { status: 'other' } }] })
  const held = await runForPeople(['automation', 'run', 'Set', '--once', ...data])
  expect([held.code, held.stdout]).toEqual([3, expect.stringContaining('waits for a person')])
})
