import { JobWorkspace, counts } from '../../../../testing/job-workspace.ts'
import { expect, test } from 'vitest'
import { readProducts, readCategories } from '../../../../testing/shop-products.ts'

const files = 'https://cdn.example.org'

async function importProducts(file: unknown) {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(JSON.stringify(file))
  expect(result).toMatchObject({ failed: 0, shape: 'json' })
  return { products: await readProducts(workspace), categories: await readCategories(workspace) }
}

test('WooCommerce: variations of their own find their products by the ids of the shop [IMPORT-25]', async () => {
  const meta_data = [{ id: 1, key: '_wp_page', value: 'x' }]
  const file = [
    {
      id: 31,
      name: 'Tee - Red',
      sku: 'T-R',
      price: '18',
      regular_price: '20',
      sale_price: '18',
      parent_id: 30,
      type: 'variation',
      attributes: [{ id: 6, name: 'Color', option: 'Red' }],
      meta_data,
    },
    {
      id: 30,
      name: 'Tee',
      slug: 'tee',
      sku: '',
      type: 'variable',
      parent_id: 0,
      price: '18',
      dimensions: { length: '', width: '40', height: '1.5' },
      categories: [{ id: 9, name: 'Clothing', slug: 'clothing' }],
      tags: [{ id: 3, name: 'new', slug: 'new' }],
      images: [{ id: 1, src: `${files}/tee.jpg`, name: 'tee', alt: 'A tee' }],
      attributes: [
        { id: 6, name: 'Color', variation: true, options: ['Red', 'Blue'] },
        { id: 0, name: 'Fabric', variation: false, options: ['Cotton', 'Wool'] },
      ],
      variations: [31],
      meta_data,
      _links: { self: [{ href: 'https://shop.example.org/30' }] },
    },
  ]
  const { products, categories } = await importProducts(file)
  expect(categories).toEqual(['Clothing'])
  expect(products).toEqual([
    {
      title: 'Tee',
      handle: 'tee',
      shop_id: '30',
      product_type: 'variable',
      width: 40,
      height: 1.5,
      category: 'Clothing',
      tags: 'new',
      image: `${files}/tee.jpg`,
      image_alt_text: 'A tee',
      fabric: 'Cotton, Wool',
    },
    {
      title: 'Tee - Red',
      parent: 'Tee',
      shop_id: '31',
      sku: 'T-R',
      price: 20,
      sale_price: 18,
      product_type: 'variation',
      color: 'Red',
    },
  ])
})

test('BigCommerce: options are named by what is shown, and a base variant is its product [IMPORT-25]', async () => {
  const file = {
    data: [
      {
        id: 77,
        name: 'Mug',
        sku: 'MUG',
        price: 9.5,
        retail_price: 1.299,
        inventory_level: 3,
        categories: [23, 21],
        custom_url: { url: '/mug/', is_customized: false },
        custom_fields: [{ id: 1, name: 'Glaze', value: 'Matt' }],
        images: [
          { id: 2, url_zoom: `${files}/b.jpg`, sort_order: 0, is_thumbnail: false, description: '' },
          { id: 1, url_zoom: `${files}/a.jpg`, sort_order: 1, is_thumbnail: true, description: 'Front' },
        ],
        variants: [
          { id: 66, product_id: 77, sku: 'MUG', price: null, option_values: [], inventory_level: 3 },
        ],
      },
      {
        id: 78,
        name: 'Bowl',
        sku: 'BOWL',
        price: 12,
        variants: [
          {
            id: 77,
            sku: 'BOWL-S',
            price: null,
            image_url: `${files}/s.jpg`,
            option_values: [{ id: 1, label: 'Small', option_id: 5, option_display_name: 'Size' }],
          },
          {
            id: 79,
            sku: 'BOWL-L',
            price: 15,
            option_values: [{ id: 2, label: 'Large', option_id: 5, option_display_name: 'Size' }],
          },
        ],
      },
    ],
    meta: { pagination: { total: 2, current_page: 1 } },
  }
  const { products } = await importProducts(file)
  expect(products).toMatchObject([
    {
      title: 'Mug',
      sku: 'MUG',
      price: 9.5,
      compare_at_price: 1.299,
      stock: 3,
      glaze: 'Matt',
      image: `${files}/a.jpg`,
      image_alt_text: 'Front',
      gallery_images: [`${files}/b.jpg`],
      custom_url_url: '/mug/',
    },
    { title: 'Bowl', sku: 'BOWL', price: 12 },
    { parent: 'Bowl', title: 'Bowl - Small', sku: 'BOWL-S', size: 'Small', image: `${files}/s.jpg` },
    { parent: 'Bowl', title: 'Bowl - Large', sku: 'BOWL-L', size: 'Large', price: 15 },
  ])
})

test('Medusa and GraphQL: prices with their currency, options of options, connections [IMPORT-25]', async () => {
  const medusa = {
    id: 'prod_1',
    title: 'Sweater',
    handle: 'sweater',
    thumbnail: `${files}/1.png`,
    images: [
      { id: 'i2', url: `${files}/2.png`, rank: 1 },
      { id: 'i1', url: `${files}/1.png`, rank: 0 },
    ],
    collection: { id: 'c', title: 'Winter' },
    categories: [
      {
        id: 'pcat_2',
        name: 'Knitwear',
        parent_category: { id: 'pcat_1', name: 'Tops', parent_category: null },
      },
      { id: 'pcat_3', name: 'Sale' },
    ],
    options: [
      {
        id: 'opt_1',
        title: 'Size',
        values: [
          { id: 'v1', value: 'S' },
          { id: 'v2', value: 'L' },
        ],
      },
    ],
    variants: [
      {
        id: 'var_1',
        title: 'S',
        sku: 'SW-S',
        options: [{ id: 'v1', value: 'S', option_id: 'opt_1' }],
        prices: [{ amount: 1999, currency_code: 'eur' }],
      },
      {
        id: 'var_2',
        title: 'L',
        sku: 'SW-L',
        options: [{ id: 'v2', value: 'L', option: { title: 'Size' } }],
        prices: [{ amount: 2099.5, currency_code: 'eur' }],
      },
    ],
  }
  const graph = {
    id: 'gid://shop/Product/1',
    title: 'Cap',
    handle: 'cap',
    images: { edges: [{ node: { url: `${files}/cap.png`, altText: 'Cap' } }] },
    variants: {
      nodes: [
        {
          id: 'gid://shop/V/1',
          title: 'Red',
          sku: 'C-R',
          selectedOptions: [{ name: 'Color', value: 'Red' }],
        },
        {
          id: 'gid://shop/V/2',
          title: 'Tan',
          sku: 'C-T',
          selectedOptions: [{ name: 'Color', value: 'Tan' }],
        },
      ],
    },
  }
  const { products, categories } = await importProducts({ products: [medusa, graph], count: 2, offset: 0 })
  expect(categories).toEqual(['Sale', 'Tops', 'Tops > Knitwear'])
  expect(products).toMatchObject([
    {
      title: 'Sweater',
      image: `${files}/1.png`,
      gallery_images: [`${files}/2.png`],
      collection: 'Winter',
      categories: ['Knitwear', 'Sale'],
    },
    { parent: 'Sweater', title: 'Sweater - S', handle: 'sweater/S', sku: 'SW-S', size: 'S', price: 1999 },
    { parent: 'Sweater', title: 'Sweater - L', sku: 'SW-L', size: 'L', price: 2099.5 },
    { title: 'Cap', image: `${files}/cap.png`, image_alt_text: 'Cap' },
    { parent: 'Cap', title: 'Cap - Red', handle: 'cap/Red', color: 'Red' },
    { parent: 'Cap', title: 'Cap - Tan', handle: 'cap/Tan', color: 'Tan' },
  ])
})

test('records that cannot be told apart and variants of nothing are told by their records, and can be corrected [IMPORT-25]', async () => {
  await using workspace = await JobWorkspace.open()
  const lines = [
    {
      sku: 'A',
      name: 'Lamp',
      variants: [
        { sku: 'A-1', color: 'Red' },
        { sku: 'A-2', color: 'Blue' },
      ],
    },
    { id: 5, parent_id: 404, sku: 'X', name: 'Lost', attributes: [{ name: 'Color', option: 'Red' }] },
    'nothing',
    { sku: 'B', name: 'Table', size: { width: 12 } },
  ]
  const job = await workspace.import(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"sku":`)
  expect(job.result).toMatchObject({
    ...counts(4, 0, 0, 3),
    errors: [
      { row: 2, issue: 'The product that it is a variant of is not in the file.' },
      { row: 3, issue: 'The row is no JSON object.' },
      { row: 5, issue: 'The line is not valid JSON.' },
    ],
  })
  const errors = await workspace.result(job.id, 'errors')
  expect(errors).toContain('(rows of json)')
  const again = await workspace.import(errors.split('\r\n').slice(0, 2).join('\r\n').replace('404', ''))
  expect(again.result).toMatchObject({
    ...counts(1, 0, 0, 0),
    shape: 'json',
    created_attributes: ['shop_id'],
  })
})

test.each([
  ['an object', `{"data":${'['.repeat(200)}${']'.repeat(200)}}`, /nested deeper than 100 levels/],
  ['a list', `[{"variants":[${'['.repeat(200)}${']'.repeat(200)}]}]`, /nested deeper than 100 levels/],
  [
    'too many columns',
    JSON.stringify([{ size: columns(6000), variants: [{ sku: 'a' }] }]),
    /more than 5000 columns/,
  ],
])(
  'what is too deep or too wide is refused in one sentence: %s [IMPORT-25]',
  async (_what, text, message) => {
    await using workspace = await JobWorkspace.open()
    const job = await workspace.import(text)
    expect(job).toMatchObject({
      status: 'failed',
      result: { error: { message: expect.stringMatching(message) } },
    })
  },
)

function columns(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, index]))
}

test('a list of variants beyond what a shop has fails its record alone [IMPORT-25]', async () => {
  await using workspace = await JobWorkspace.open()
  const variants = Array.from({ length: 10_001 }, (_, index) => ({ sku: `V-${index}` }))
  const file = [
    { sku: 'A', name: 'A', variants },
    { sku: 'B', name: 'B', variants: variants.slice(0, 2) },
  ]
  const { result } = await workspace.import(JSON.stringify(file), { dry_run: true })
  expect(result).toMatchObject({
    ...counts(3, 0, 0, 1),
    errors: [{ row: 1, issue: 'The product has more than 10,000 variants.' }],
  })
})

test('objects are read as they stand where that is asked for [IMPORT-25]', async () => {
  await using workspace = await JobWorkspace.open()
  const file = JSON.stringify([{ sku: 'A', name: 'A', size: { w: 1 }, variants: [{ sku: 'A-1' }] }])
  const { result } = await workspace.import(file, { shape: 'none' })
  expect(result).not.toHaveProperty('shape')
  expect(result).toMatchObject(counts(1, 0, 0, 0))
})
