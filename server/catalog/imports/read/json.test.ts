import { test, expect } from 'vitest'
import { JobWorkspace, counts } from '../../../testing/job-workspace.ts'
import { golden, readProducts } from '../../../testing/shop-products.ts'
import { scriptsOf } from './json.ts'

function page(...things: string[]): string {
  const scripts = things.map((thing) => `<script data-x type='application/ld+json'>${thing}</script>`)
  return `<!doctype html>\n<html><head><title>A shop</title>${scripts.join('\n')}<script>var a = "<b>"</script></head><body>1,2</body></html>`
}

test('the products that a page tells to programs are read, whatever else it tells [IMPORT-25]', async () => {
  await using workspace = await JobWorkspace.open()
  const catalog = (await golden('schema-org.jsonld')).toString()
  const shop = '{"@context":"https://schema.org","@type":"Organization","name":"Shop"}'
  const { result } = await workspace.import(page(shop, '{"broken":', catalog))
  expect(result).toMatchObject({ ...counts(4, 0, 0, 0), format: 'json', shape: 'schema_org' })
  expect((await readProducts(workspace)).map(({ title, parent }) => [title, parent])).toEqual([
    ['Wool winter coat', undefined],
    ['Small green coat', 'Wool winter coat'],
    ['Wool winter coat, large', 'Wool winter coat'],
    ['Executive Anvil', undefined],
  ])
})

test.each([
  ['without products', page('{"@type":"Organization","name":"Shop"}'), 'product' as const],
  ['of anything but products', page('{"@type":"Product","name":"A","sku":"A"}'), 'vendor' as const],
])('a page %s is refused in one sentence [IMPORT-25]', async (_what, text, type) => {
  await using workspace = await JobWorkspace.open()
  const job = await workspace.import(text, { type })
  expect(job).toMatchObject({
    status: 'failed',
    result: {
      error: {
        message: expect.stringContaining(
          'The file is a web page. It holds no table, and tells of no products',
        ),
      },
    },
  })
})

test('scripts that do not end are none [IMPORT-25]', () => {
  expect([
    ...scriptsOf('<script type="application/ld+json">{}'),
    ...scriptsOf('<script '.repeat(1000)),
  ]).toEqual([])
})

test('what stands beside the list of products is told with its counts, and facts of the answer are not [IMPORT-58]', async () => {
  await using workspace = await JobWorkspace.open()
  const shop = {
    products: [
      { id: 1, title: 'Lamp', variants: [{ id: 11, sku: 'L-1', price: '9.00' }] },
      { id: 2, title: 'Shelf', variants: [{ id: 21, sku: 'S-1', price: '19.00' }] },
    ],
    collections: [
      { id: 7, title: 'Light' },
      { id: 8, title: 'Wood' },
    ],
    currency: 'EUR',
    total: 2,
    next: null,
  }
  const left = {
    message_code: 'file.elements_left_out',
    values: { count: 3, names: 'collections (2), currency (1)' },
  }
  const { result } = await workspace.import(JSON.stringify(shop))
  expect(result).toMatchObject({ created: 2, notes: [left] })
  const plain = { data: [{ sku: 'A', name: 'B' }], total: 1 }
  expect((await workspace.preview(JSON.stringify(plain))).notes).toBeUndefined()
})
