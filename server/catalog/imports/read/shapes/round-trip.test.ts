import type { ChannelKey, ChannelFormat } from '#shared/channels.ts'
import { test, expect } from 'vitest'
import { JobWorkspace, ownerContext } from '../../../../testing/job-workspace.ts'
import { golden, readProducts, readCategories } from '../../../../testing/shop-products.ts'

const channels: readonly [ChannelKey, ChannelFormat, string][] = [
  ['shopify', 'csv', 'shopify.csv'],
  ['woocommerce', 'csv', 'woocommerce.csv'],
  ['google_merchant', 'tsv', 'google.tsv'],
]

// Shopify names categories by a list of its own, not as the catalog does.
const ofList: readonly ChannelKey[] = ['shopify']

test.each(channels)(
  'what %s gets as %s comes back with its variants, pictures and categories [IMPORT-14]',
  async (channel, format, file) => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(await golden(file))
    await workspace.threads.call('enableChannel', { key: channel, faults: [], context: ownerContext })
    const exported = await workspace.export({ type: 'product', channel, format })
    await using fresh = await JobWorkspace.open()
    await fresh.import(exported.bytes)
    const isWhole = !ofList.includes(channel)
    expect(await describe(fresh, isWhole)).toEqual(await describe(workspace, isWhole))
  },
)

// Each Magento variant has an address of its own; no WooCommerce product has one.
test.each(['magento.csv', 'woocommerce.csv', 'prestashop.csv'])(
  'products of %s that went to Shopify are found again when they come back, with the names they have here [IMPORT-32]',
  async (file) => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(await golden(file))
    await workspace.threads.call('enableChannel', { key: 'shopify', faults: [], context: ownerContext })
    const sent = await workspace.export({ type: 'product', channel: 'shopify', format: 'csv' })
    const known = await namesOf(workspace)

    const { merge_key: key, merge_keys: keys, rows } = await workspace.preview(sent.bytes)
    expect(keys.find((proposed) => proposed.key === key)).toMatchObject({ known: rows, new: 0 })
    const back = await workspace.import(sent.bytes)
    expect(back.result).toMatchObject({ shape: 'shopify', created: 0, failed: 0 })
    expect(await namesOf(workspace)).toEqual(known)
    const { result } = await workspace.import(sent.bytes)
    expect(result).toMatchObject({ created: 0, updated: 0 })
    await workspace.undo(back.id)
    expect(await namesOf(workspace)).toEqual(known)
  },
)

test('a SKU finds nothing below another product, and none with a handle of its own [IMPORT-32]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(await golden('magento.csv'))
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src'
  const other = `${head}\nhut,Hut,Persons,2,TENT-2,10,\nhut,,,4,TENT-4,10,\n`
  expect((await workspace.import(Buffer.from(other))).result).toMatchObject({ created: 3, updated: 0 })
  const loose = `${head}\npegs,Pegs,Title,Default Title,PEG,10,\n`
  expect((await workspace.import(Buffer.from(loose))).result).toMatchObject({ created: 1, updated: 0 })
  await workspace.import('sku,title\nPEG-2,Pegs\n')
  const found = loose.replace('pegs', 'peg-two').replace('PEG', 'PEG-2')
  expect((await workspace.import(Buffer.from(found))).result).toMatchObject({ created: 0, updated: 1 })
  const again = loose.replace('pegs', 'pegs-again').replace('PEG', 'peg-2')
  expect((await workspace.import(Buffer.from(again))).result).toMatchObject({ created: 1, updated: 0 })
})

async function namesOf(workspace: JobWorkspace) {
  const products: readonly Product[] = await readProducts(workspace)
  return products
    .map(({ sku, title, parent, url_key: key }) => ({ sku, title, parent, key }))
    .toSorted((a, b) => (String(a.sku) < String(b.sku) ? -1 : 1))
}

async function describe(workspace: JobWorkspace, hasCategories: boolean) {
  const products: readonly Product[] = (await readProducts(workspace)).toSorted(byTitle)
  const familyOf = ({ title, parent = title }: Product) => parent
  return {
    categories: hasCategories ? await readCategories(workspace) : [],
    products: products.map(({ title, parent, sku, price, size, color, colour, categories, category }) => ({
      title,
      parent,
      sku,
      price,
      ...(hasCategories && { categories, category }),
      ...(parent !== undefined && { size, color, colour }),
    })),
    pictures: [
      ...new Set(
        products.flatMap((product) =>
          picturesOf(product).map((url) => `${familyOf(product)}: ${String(url)}`),
        ),
      ),
    ].sort(),
  }
}

function byTitle({ title: a = '' }: Product, { title: b = '' }: Product): number {
  return a < b ? -1 : 1
}

interface Product extends Readonly<Record<string, unknown>> {
  readonly title?: string
  readonly parent?: string
}

function picturesOf({ image, gallery_images: others }: Product): unknown[] {
  return [image, others].flat().filter((url) => url !== undefined)
}
