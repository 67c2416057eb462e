import { test, expect } from 'vitest'
import { JobWorkspace, counts } from '../../../../testing/job-workspace.ts'
import { readProducts, golden } from '../../../../testing/shop-products.ts'

const files = 'https://cdn.example.org'
test('columns of the newer template are read alike [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  const csv = `Title,URL handle,Description,Option1 name,Option1 value,SKU,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL,Variant image URL
Cap,cap,Plain,Size,S,C-S,12.50,,4,80,${files}/cap.jpg,
,cap,,,L,C-L,13,15,0,90,,${files}/cap-l.jpg
`
  const { result } = await workspace.import(csv)
  expect(result).toMatchObject({ ...counts(3, 0, 0, 0), shape: 'shopify' })
  expect(await readProducts(workspace)).toEqual([
    { title: 'Cap', handle: 'cap', description: 'Plain', image: `${files}/cap.jpg` },
    {
      parent: 'Cap',
      title: 'Cap - S',
      handle: 'cap/S',
      size: 'S',
      sku: 'C-S',
      price: 12.5,
      stock: 4,
      weight: 80,
    },
    {
      parent: 'Cap',
      title: 'Cap - L',
      handle: 'cap/L',
      size: 'L',
      sku: 'C-L',
      price: 13,
      compare_at_price: 15,
      stock: 0,
      weight: 90,
      image: `${files}/cap-l.jpg`,
    },
  ])
})

test('pictures of a list are images with what is said of them [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(await golden('shopify.csv'))
  expect((await workspace.entities('image'))[1]?.attributes).toEqual({
    file_name: 'shirt-blue.jpg',
    image_url: `${files}/shirt-blue.jpg`,
    alt_text: 'In blue',
  })
})

test('rows that belong to no product are told by their lines and can be corrected in the error file [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({
    entity_type: 'product',
    key: 'price',
    name: 'Price',
    data_type: 'number',
    constraints: { min: 1 },
  })
  const csv =
    'Handle,Title,Option1 Name,Option1 Value,Variant Price\na,A,Size,S,5\na,,,M,0\nb,B,Title,Default Title,5\na,,,L,7\n,Lost,,,1\n'

  const job = await workspace.import(csv, { misfits: 'row' })

  expect(job.result).toMatchObject({
    ...counts(3, 0, 0, 3),
    errors: [
      { row: 2, field: 'Variant Price', issue: 'out_of_range', value: '0' },
      { row: 4, issue: 'The rows of a stand in several places of the file. Sort the file by its products.' },
      { row: 5, issue: 'The row has no handle, so it is not told which product it belongs to.' },
    ],
  })
  const errors = await workspace.result(job.id, 'errors')
  const corrected = errors.split('\r\n').slice(0, 2).join('\r\n').replace(',0,', ',6,')
  const again = await workspace.import(corrected)
  expect(again.result).toMatchObject({ ...counts(1, 0, 0, 0), shape: 'shopify', created_attributes: [] })
  expect((await readProducts(workspace)).at(-1)).toEqual({
    parent: 'A',
    handle: 'a/M',
    title: 'A - M',
    price: 6,
    size: 'M',
  })
})

test('a file of a shop is read as its rows stand where that is asked for [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(await golden('shopify.csv'), { shape: 'none' })
  expect(result).toMatchObject({ ...counts(6, 0, 0, 0), merge_key: null })

  const wrong = await workspace.import('sku,name\nA,Chair\n', { shape: 'shopify' })
  expect(wrong).toMatchObject({
    status: 'failed',
    result: { error: { message: expect.stringContaining('are not those of shopify') } },
  })
})

test('known attributes take what the shop calls otherwise, in their own unit [IMPORT-14]', async () => {
  await using workspace = await JobWorkspace.open()
  const product = { entity_type: 'product' } as const
  const text = 'single_line_text_field'
  await workspace.define({
    ...product,
    key: 'product_name',
    name: 'Product name',
    data_type: text,
    is_primary: true,
  })
  await workspace.define({ ...product, key: 'brand', name: 'Brand', data_type: text })
  await workspace.define({ ...product, key: 'picture', name: 'Picture', data_type: 'image' })
  await workspace.define({
    ...product,
    key: 'weight',
    name: 'Weight',
    data_type: 'number',
    constraints: { unit: 'kg' },
  })

  await workspace.import(await golden('shopify.csv'))

  expect((await readProducts(workspace))[0]).toMatchObject({
    product_name: 'Oak stool',
    brand: 'Halden',
    picture: `${files}/stool-1.jpg`,
    weight: 4.2,
  })
})

test('the owner gets the vendors that the file names, unless told otherwise [IMPORT-15]', async () => {
  await using workspace = await JobWorkspace.open()
  const file = 'Handle,Title,Vendor,Option1 Name,Option1 Value\nhat,Hat,Nord,Title,Default Title\n'
  const vendors = async () => (await workspace.entities('vendor')).map(({ label }) => label)

  await workspace.import(file, { create_missing_vendors: false })
  expect(await vendors()).toEqual([])
  await workspace.import(file)
  expect(await vendors()).toEqual(['Nord'])
})
