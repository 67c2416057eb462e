import { type FileShapeName, fileShapes, shapeNames } from '#shared/imports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JobWorkspace } from '../../../../testing/job-workspace.ts'
import {
  golden,
  countEntities,
  readCategories,
  readProducts,
  ShopImport,
  nothingLeft,
} from '../../../../testing/shop-products.ts'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'

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
  wix: ['wix.csv'],
  odoo: ['odoo.csv'],
  squarespace: ['squarespace.csv'],
  square: ['square.csv'],
  ecwid: ['ecwid.csv'],
  shopware: ['shopware.csv'],
  jtl: ['jtl.csv'],
  bagisto: ['bagisto.csv'],
  spree: ['spree.csv'],
  opencart: ['opencart.xlsx'],
  bigcommerce: ['bigcommerce.csv'],
  bmecat: ['bmecat.xml'],
  gs1: ['gs1.xml'],
  schema_org: ['schema-org.jsonld'],
  amazon_listings: ['amazon-listings.json'],
  etim_xchange: ['etim-xchange.json'],
  json: ['products.json'],
}

const otherFiles: readonly (readonly [what: string, files: readonly string[], shape: FileShapeName])[] = [
  ['bigcommerce-items', ['bigcommerce-items.csv'], 'bigcommerce'],
  ['odoo-de', ['odoo-de.csv'], 'odoo'],
  ['odoo-fr', ['odoo-fr.csv'], 'odoo'],
  ['odoo-es', ['odoo-es.csv'], 'odoo'],
  ['odoo-fields', ['odoo-fields.csv'], 'odoo'],
  ['odoo-values', ['odoo-values.csv'], 'odoo'],
  ['odoo-variants', ['odoo-variants.csv'], 'odoo'],
  ['wix-v3', ['wix-v3.csv'], 'wix'],
  ['squarespace-template', ['squarespace-template.csv'], 'squarespace'],
  ['square-handles', ['square-handles.csv'], 'square'],
  ['ecwid-ids', ['ecwid-ids.csv'], 'ecwid'],
  ['shopware-fields', ['shopware-fields.csv'], 'shopware'],
  ['jtl-combinations', ['jtl-combinations.csv'], 'jtl'],
  ['bagisto-parents', ['bagisto-parents.csv'], 'bagisto'],
  ['magento-escapes', ['magento-escapes.csv'], 'magento'],
  ['magento-views', ['magento-views.csv'], 'magento'],
  ['woocommerce-nl', ['woocommerce-nl.csv'], 'woocommerce'],
  ['etsy-fr', ['etsy-fr.csv'], 'etsy'],
  ['shopify-new', ['shopify-new.csv'], 'shopify'],
  ['matrixify', ['matrixify.csv'], 'shopify'],
  ['prestashop-fr', ['prestashop-fr.csv'], 'prestashop'],
  ['google-groups', ['google-groups.tsv'], 'google'],
  ['google-simple', ['google-simple.csv'], 'google'],
  ['facebook', ['facebook.csv'], 'google'],
  ['akeneo-semicolon', ['akeneo-semicolon.csv'], 'akeneo'],
  ['amazon-de', ['amazon-de.tsv'], 'amazon'],
  ['ebay-de', ['ebay-de.csv'], 'ebay'],
  ['bigcommerce-simple', ['bigcommerce-simple.csv'], 'bigcommerce'],
  ['lightspeed-simple', ['lightspeed-simple.csv'], 'lightspeed'],
]

// Their test is xml/xml-files.test.ts.
const ofOtherTests = ['google.xml', 'google-xml.json']

const all = [...fileShapes.map((shape) => [shape, files[shape], shape] as const), ...otherFiles]

test('every file in the folder is one of those', async () => {
  const found = await readdir(new URL('goldens/', import.meta.url))
  const known = all.flatMap(([what, names]) => [`${what}.json`, ...names])
  expect(found.toSorted()).toEqual([...new Set([...known, ...ofOtherTests])].toSorted())
})

test('each tells that its rows are products, and by what, to who has not said so [IMPORT-34]', async () => {
  await using workspace = await JobWorkspace.open()
  const isOfShop = all.filter(([, , shape]) => shape !== 'json')
  for (const [, names, shape] of isOfShop) {
    const { told_type: guess } = await workspace.preview(await golden(names.at(-1) ?? ''), {})
    expect(guess).toEqual({ type: 'product', because: `it is a product file of ${shapeNames[shape]}` })
  }
})

describe.each(all)('%s', (what, names, shape) => {
  let shop: ShopImport

  beforeAll(async () => {
    shop = await ShopImport.run(names)
  })

  afterAll(() => shop[Symbol.asyncDispose]())

  test('becomes products with their variants, pictures, categories and options, with nothing chosen [IMPORT-14]', async () => {
    const { workspace, jobs } = shop
    expect(jobs.at(-1)?.result).toMatchObject({ shape, failed: 0, updated: 0 })
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
    expect(await shop.repeatAndUndo()).toMatchObject(nothingLeft)
  })
})

test.each([
  ['attributes', 'Name,Attribute,Values\nDesk,Colour,"Black,White"\nLamp,Colour,Red\n'],
  ['products with a page', 'Title,SKU,Product page,Price,Visible\nDesk,D-1,/desk,10,Yes\n'],
  ['items and variations', 'Item Name,Variation Name,SKU,Price\nTea,Small,T-1,3\nTea,Large,T-2,4\n'],
])('a list of %s is no file of a shop [IMPORT-14]', async (_what, file) => {
  await using workspace = await JobWorkspace.open()
  expect((await workspace.import(file)).result).not.toHaveProperty('shape')
})

test('the undo of many rows, each with a category of its own, leaves none, in whatever order they were made [IMPORT-09]', async () => {
  await using workspace = await JobWorkspace.open()
  // The last row has two categories, so the one undone at once begins with a category here.
  const rows = Array.from(
    { length: 80 },
    (_, row) => `S${row},simple,Default,n${row},"C${row}${row === 79 ? ',D' : ''}"`,
  )
  const file = ['sku,product_type,attribute_set_code,name,categories', ...rows].join('\n')
  const { id, result } = await workspace.import(file)
  expect(result).toMatchObject({ shape: 'magento', created: 80 })
  const { result: undone } = await workspace.undo(id)
  expect(undone).toMatchObject({ trashed: 161, changed_meanwhile: 0, kept_attributes: [] })
})

test('where nothing has what tells the products of a shop apart, none come in without it [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('title,price\nDesk,10\n')
  const file = await golden('shopify.csv')
  const isRefused = {
    field: 'create_missing_attributes',
    issue: expect.stringContaining('told apart by Handle'),
  }
  const { result } = await workspace.import(file, { create_missing_attributes: false })
  expect(result).toMatchObject({ error: { field_errors: [isRefused] } })
  const said = { create_missing_attributes: false, mapping: { Handle: null }, shape: 'shopify' }
  expect((await workspace.import(file, said)).result).toMatchObject({ merge_key: null })
  expect((await workspace.import(file)).result).toMatchObject({ failed: 0, merge_key: 'handle' })
})
