import { afterEach, expect, test } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../providers/testing/fake-provider.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const attributes = [
  { name: 'Product name', key: 'product_name', ...text, is_primary: true },
  { name: 'SKU', key: 'sku', ...text },
  {
    name: 'Material',
    key: 'material',
    ...text,
    ai_generated: true,
    custom_instructions: 'The material of {{product_name}}.',
  },
]

let fake: FakeProvider | undefined
afterEach(() => fake?.close())

async function start(...prices: string[]): Promise<{ server: TestServer; data: string[]; about: string[] }> {
  fake = await startFakeProvider({
    answer: ({ prompt }) => ({
      value: prompt.includes('Lamp') ? null : 'Oak',
      evidence: [{ source: 'attribute:product_name', quote: prompt.includes('of oak') ? 'OAK' : 'gold' }],
      note: null,
    }),
  })
  const server = await testServer({ attributes })
  for (const name of ['Chair of oak', 'Table of oak', 'Bench', 'Lamp'])
    await server.post('/products', { attributes: { product_name: name, sku: name } })
  const data = ['--data', server.dataDir]
  const local = ['--kind', 'openai_compatible', '--base-url', fake.origin, '--model', 'small']
  const added = await runVitrine(['provider', 'add', 'Local', ...local, ...prices, ...data])
  expect(added.code).toBe(0)
  const about = ['--workspace', server.workspace.name, '--type', 'product', '--attributes', 'material']
  return { server, data, about }
}

test('an estimate costs nothing, a run tells its counts, and what is verified is accepted [CLI-12]', async () => {
  const { server, data, about } = await start()
  await using _ = server
  const estimate = await runVitrine(['generate', ...about, '--estimate', ...data])
  expect(estimate).toMatchObject({ code: 0, last: { matching: 4, to_generate: 4, model: 'small' } })
  expect(fake?.calls).toEqual([])
  const printed = await runForPeople(['generate', ...about, '--estimate', ...data])
  expect(printed.stdout).toContain('4 values by small; the cost is not known.')

  const run = await runVitrine(['generate', ...about, '--filter', 'filter[sku][ne]=Bench', ...data])
  expect(run).toMatchObject({
    code: 0,
    last: { name: 'generation', result: { proposed: 2, not_stated: 1, failed: 0 } },
  })
  const rest = await runForPeople(['generate', ...about, ...data])
  expect(rest.stdout).toContain('1 proposed, 0 written, 0 not stated, 0 failed.')
  expect(rest.stdout).toContain('3 are up to date.')

  const of = ['--workspace', server.workspace.name]
  const open = await runForPeople(['proposals', ...of, ...data])
  expect(open.stdout).toContain('3 values wait for a decision:')
  expect(open.stdout).toContain('verified  Chair of oak, material: "Oak"')
  const accepted = await runForPeople(['proposals', ...of, '--accept-verified', ...data])
  expect(accepted).toMatchObject({ code: 0 })
  expect(accepted.stdout).toContain('2 accepted, 0 changed meanwhile, 0 refused.')
  const left = await runVitrine(['proposals', ...of, '--attribute', 'material', ...data])
  expect(left.last).toMatchObject({ pagination: { total: 1 } })
})

test('a run that costs needs --budget, stops there, and --apply writes; --overwrite makes anew [CLI-12]', async () => {
  const { server, data, about } = await start('--price-input', '1', '--price-output', '10')
  await using _ = server
  const without = await runForPeople(['generate', ...about, ...data])
  expect(without.code).not.toBe(0)
  expect(without.stderr).toContain('budget')
  const small = await runForPeople(['generate', ...about, '--budget', '0.001', ...data])
  expect(small.stdout).toContain('The budget was reached. Start the run again for the rest.')
  const applied = await runVitrine(['generate', ...about, '--budget', '5', '--apply', ...data])
  expect(applied.last).toMatchObject({ result: { applied: 3, not_stated: 1, stopped: null } })
  const { body } = await server.get('/products?filter[material]=Oak')
  expect(body.pagination.total).toBe(3)
  const all = ['--overwrite', 'all', '--budget', '5']
  const again = await runForPeople(['generate', ...about, ...all, ...data])
  expect(again.stdout).toMatch(/It cost \$0\.\d{4}\./)
  expect(await runForPeople(['generate', ...about, '--budget', 'ten', ...data])).toMatchObject({ code: 2 })
})

test('a run of which all has failed ends with code 1 and says why [CLI-12]', async () => {
  const { server, data, about } = await start()
  await using _ = server
  if (fake) fake.options = { answer: () => ({ value: 12, evidence: [], note: null }) }
  const failed = await runForPeople(['generate', ...about, ...data])
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('4 failed')
  expect(failed.stdout).toContain('material: The model gave no answer that fits, asked twice.')
  fake?.next.push(
    { fault: 'unauthorized' },
    { fault: 'unauthorized' },
    { fault: 'unauthorized' },
    { fault: 'unauthorized' },
  )
  const refused = await runForPeople(['generate', ...about, ...data])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Incorrect API key provided.')
})
