import { expect, test } from 'vitest'
import type { ChannelFormat, ChannelKey } from '#shared/channels.ts'
import { JobWorkspace, ownerContext } from '../../../testing/job-workspace.ts'
import { golden, readCategories, readProducts } from '../../../testing/shop-products.ts'

const channels: readonly [ChannelKey, ChannelFormat, string][] = [
  ['shopify', 'csv', 'shopify.csv'],
  ['woocommerce', 'csv', 'woocommerce.csv'],
  ['google_merchant', 'tsv', 'google.tsv'],
]

// Shopify calls categories by a list of its own, which is not what the catalog calls them.
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
    const isKept = !ofList.includes(channel)
    expect(await describe(fresh, isKept)).toEqual(await describe(workspace, isKept))
  },
)

/** Categories, and by product title: the parent, what tells variants apart, prices, and the pictures of the product and its variants. */
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
      // A product without variants has no options at a channel.
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
