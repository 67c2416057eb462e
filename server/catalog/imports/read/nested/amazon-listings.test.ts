import { test, expect } from 'vitest'
import { JobWorkspace, ownerContext, counts } from '../../../../testing/job-workspace.ts'
import { fillSampleWorkspace } from '../../../../sample/fill-sample-workspace.ts'
import { readProducts } from '../../../../testing/shop-products.ts'

const seller = { seller_id: 'A1B2C3D4E5', marketplace_id: 'A1PA6795UKMFR9', language_tag: 'de_DE' }
// Amazon gets picture addresses and texts without tags, and requires a type of every product.
const changed = ['picture', 'gallery_images', 'description', 'amazon_product_type']

test('a listings feed of the catalog comes back as what it was, and again it changes nothing [IMPORT-25]', async () => {
  await using workspace = await JobWorkspace.open()
  await fillSampleWorkspace(workspace.threads)
  await workspace.threads.call('mapChannel', {
    key: 'amazon',
    body: { values: seller },
    faults: [],
    context: ownerContext,
  })
  const { bytes } = await workspace.export({ type: 'product', channel: 'amazon', format: 'json' })
  const before = (await readProducts(workspace)).map(unchanged)

  const first = await workspace.import(bytes)
  const second = await workspace.import(bytes)

  expect(first.result).toMatchObject({
    created: 0,
    failed: 0,
    rows: 192,
    shape: 'amazon_listings',
    created_attributes: ['amazon_product_type'],
  })
  expect(second.result).toMatchObject({ ...counts(0, 0, 192, 0), created_attributes: [] })
  expect((await readProducts(workspace)).map(unchanged)).toEqual(before)
})

function unchanged(product: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(product).filter(([key]) => !changed.includes(key)))
}
