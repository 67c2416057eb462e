import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type FileShapeName, fileShapes } from '#shared/imports.ts'
import { JobWorkspace } from '../../../testing/job-workspace.ts'
import {
  countEntities,
  golden,
  importTwiceAndUndo,
  nothingLeft,
  readCategories,
  readProducts,
} from '../../../testing/shop-products.ts'

/** Files written after the official description of each shop, in the order in which they are imported. */
const files: Readonly<Record<FileShapeName, readonly string[]>> = {
  shopify: ['shopify.csv'],
  woocommerce: ['woocommerce.csv'],
  magento: ['magento.csv'],
  prestashop: ['prestashop.csv'],
  prestashop_combinations: ['prestashop.csv', 'prestashop-combinations.csv'],
  google: ['google.tsv'],
  akeneo: ['akeneo-models.csv', 'akeneo.csv'],
  amazon: ['amazon.tsv'],
  ebay: ['ebay.csv'],
  etsy: ['etsy.csv'],
  lightspeed: ['lightspeed.csv'],
  bigcommerce: ['bigcommerce.csv'],
  bmecat: ['bmecat.xml'],
  gs1: ['gs1.xml'],
  schema_org: ['schema-org.jsonld'],
  amazon_listings: ['amazon-listings.json'],
  etim_xchange: ['etim-xchange.json'],
  json: ['products.json'],
}

/** Shops that write more than one kind of file. */
const otherFiles: readonly (readonly [what: string, files: readonly string[], shape: FileShapeName])[] = [
  ['bigcommerce-items', ['bigcommerce-items.csv'], 'bigcommerce'],
]

const all = [...fileShapes.map((shape) => [shape, files[shape], shape] as const), ...otherFiles]

describe.each(all)('%s', (what, names, shape) => {
  test('becomes products with their variants, pictures, categories and options, with nothing chosen [IMPORT-14]', async () => {
    await using workspace = await JobWorkspace.open()
    const results: unknown[] = []
    for (const name of names) results.push((await workspace.import(await golden(name))).result)

    expect(results.at(-1)).toMatchObject({ shape, failed: 0, updated: 0 })
    const found = {
      counts: await countEntities(workspace),
      categories: await readCategories(workspace),
      types: await workspace.dataTypes(),
      products: await readProducts(workspace),
    }
    const expected = readFileSync(new URL(`goldens/${what}.json`, import.meta.url), 'utf8')
    expect(found).toEqual(JSON.parse(expected))
  })

  test('again it changes nothing, and its undo leaves nothing [IMPORT-14]', async () => {
    expect(await importTwiceAndUndo(names)).toMatchObject(nothingLeft)
  })
})
