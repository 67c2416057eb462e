/** Eight common tasks by the official client on the sample catalog: done as asked, in few calls and characters. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogServer, startCatalog } from './catalog-server.ts'

let catalog: CatalogServer
let client: Client
const spent = { calls: 0, characters: 0 }

beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.asOwner('PATCH', '/settings', { keys_may_merge: true })
  client = new Client({ name: 'worker', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${catalog.key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${catalog.origin}/mcp`), { requestInit: { headers } }),
  )
}, 60_000)
afterAll(async () => {
  await client.close()
  await catalog[Symbol.asyncDispose]()
})

/** The texts of a call that a model reads and writes: the arguments, and every content of the result. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
async function call(name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
  spent.calls += 1
  spent.characters += JSON.stringify([args, structuredContent, content]).length
  expect([name, isError ?? false, structuredContent]).toEqual([name, false, expect.anything()])
  return structuredContent
}

const type = 'product'
const sku = (start: string) => ({ sku: { starts_with: start } })

/** Each task with the most calls and characters that it may take; the schema was read before. */
const tasks: Readonly<Record<string, { most: readonly [number, number]; run: () => Promise<void> }>> = {
  'fill missing values': {
    most: [2, 5_500],
    run: async () => {
      const page = await call('list_entities', {
        type,
        filter: { weight: { exists: false } },
        fields: ['product_name', 'material'],
        limit: 10,
      })
      const items = page.data.map(({ id, label }: { id: string; label: string }) => ({
        id,
        attributes: { description: `${label} of solid oak.` },
      }))
      const { summary } = await call('batch_entities', { type, items })
      expect(summary).toMatchObject({ updated: items.length, failed: 0 })
    },
  },
  'find and merge duplicates': {
    most: [4, 3_000],
    run: async () => {
      const twice = ['TW-1', 'TW-2'].map((one) => ({
        attributes: { sku: one, product_name: 'Twin stool of oak' },
      }))
      await call('batch_entities', { type, items: twice })
      await call('find_duplicates', { type, by: ['title'], filter: sku('TW-'), wait: 30 })
      const { data } = await call('list_duplicates', { type, limit: 1 })
      const [keep, ...merge] = data[0].entities.map(({ id }: { id: string }) => id)
      const merged = await call('merge_entities', { type, keep, merge })
      expect(merged.data.merged).toEqual(merge)
    },
  },
  'import a messy CSV': {
    most: [2, 6_000],
    run: async () => {
      const content =
        'Artikel;Bezeichnung;Preis\nMC-1;Bank;"1.240,50 €"\nMC-2;Hocker;59,00 €\n;;\nMC-3;Tisch;auf Anfrage\n'
      const mapping = { Artikel: 'sku', Bezeichnung: 'product_name', Preis: 'price' }
      const file = { name: 'liste.csv', content }
      const trial = await call('import_file', {
        type,
        file,
        mapping,
        merge_key: 'sku',
        dry_run: true,
        wait: 30,
      })
      expect(trial.data.result).toMatchObject({ created: 3 })
      const done = await call('import_file', { type, file, mapping, merge_key: 'sku', wait: 30 })
      expect(done.data.result).toMatchObject({ created: 3 })
    },
  },
  'change prices, with a trial': {
    most: [3, 6_000],
    run: async () => {
      const raise = { type, filter: { material: 'Oak' }, set: { price: { percent: 4 } } }
      const trial = await call('bulk_edit', { ...raise, dry_run: true, wait: 30 })
      const done = await call('bulk_edit', { ...raise, wait: 30 })
      expect(done.data.result.changed).toBe(trial.data.result.changed)
      await call('undo_edit', { id: done.data.id, wait: 30 })
    },
  },
  'save a view': {
    most: [1, 1_000],
    run: async () => {
      const view = { name: 'Dear oak', entity_type: type, filter: { material: 'Oak', price: { gte: 500 } } }
      expect((await call('create_view', view)).data.name).toBe('Dear oak')
    },
  },
  'mend findings': {
    most: [3, 2_000],
    run: async () => {
      await call('create_entity', { type, attributes: { sku: 'FX-1', product_name: ' Stool,  oak ' } })
      await call('list_findings', { type, attribute: 'product_name', limit: 3 })
      const fixed = await call('fix_values', {
        type,
        attribute: 'product_name',
        fix: 'trim',
        filter: sku('FX-'),
      })
      expect(fixed.data.changed).toBe(1)
    },
  },
  'write the file of a channel': {
    most: [3, 16_000],
    run: async () => {
      await call('get_completeness', { channel: 'google_merchant' })
      const { data } = await call('start_export', { channel: 'google_merchant', currency: 'EUR', wait: 30 })
      expect(data.status).toBe('completed')
      expect(JSON.stringify(await call('read_export', { id: data.id }))).toContain('CH-100')
    },
  },
  'add an attribute and fill it': {
    most: [2, 2_000],
    run: async () => {
      const care = { name: 'Care', entity_type: type, data_type: 'single_line_text_field' }
      await call('create_attribute', care)
      const edit = { type, filter: { material: 'Oak' }, set: { care: 'Oil once a year.' }, wait: 30 }
      expect((await call('bulk_edit', edit)).data.result.changed).toBeGreaterThan(10)
    },
  },
}

test('the schema of the sample is read in one call of at most 3,500 characters [surfaces.9.5]', async () => {
  Object.assign(spent, { calls: 0, characters: 0 })
  await call('describe_schema', { type })
  console.log('read the schema', spent)
  expect(spent.characters).toBeLessThanOrEqual(3_500)
})

test.each(Object.entries(tasks))(
  'an agent can %s in few calls and characters [surfaces.9.5]',
  async (name, { most, run }) => {
    Object.assign(spent, { calls: 0, characters: 0 })
    await run()
    console.log(name, spent)
    const [calls, characters] = most
    expect(spent.calls).toBeLessThanOrEqual(calls)
    expect(spent.characters).toBeLessThanOrEqual(characters)
  },
  60_000,
)
