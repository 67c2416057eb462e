import { afterEach, beforeEach, expect, test } from 'vitest'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'
import { parseAnswer } from '../answer.ts'
import { testServer } from '../../testing/test-server.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
})
afterEach(() => workspace[Symbol.asyncDispose]())

const shirts = [
  'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Body (HTML)',
  'shirt,Shirt,Size,M,Colour,Red,S-1,10,<p>Soft</p>',
  'shirt,,,S,,Red,S-2,10,',
  'shirt,,,M,,Blue,S-3,10,',
  'shirt,,,S,,Blue,S-4,10,',
  'scarf,Scarf,Colour,Green,,,C-1,9,',
].join('\n')

async function idOf(label: string): Promise<string> {
  const products = await workspace.entities('product')
  return products.find((product) => product.label === label)?.id ?? ''
}

async function axesOf(label: string) {
  const answer = await workspace.threads.call('readAxes', { id: await idOf(label), faults: [] })
  return parseAnswer<{ data: { axes: unknown[]; origin: string } }>(answer).data
}

async function setAxes(label: string, axes: readonly { attribute: string; values?: readonly string[] }[]) {
  const rest = { faults: [], context: ownerContext }
  return workspace.threads.call('setAxes', { id: await idOf(label), body: { axes }, ...rest })
}

const sizeFirst = [
  { attribute: 'size', values: ['M', 'S'] },
  { attribute: 'colour', values: ['Red', 'Blue'] },
]

test('a file of a shop brings the axes of its products in their order, a single variant included, and the undo takes them back [AXES-03]', async () => {
  const first = await workspace.import(shirts)
  expect(await axesOf('Shirt')).toEqual({ axes: sizeFirst, origin: 'own' })
  expect(await axesOf('Scarf')).toEqual({
    axes: [{ attribute: 'colour', values: ['Green'] }],
    origin: 'own',
  })
  expect((await workspace.import(shirts)).result).toMatchObject({ created: 0, updated: 0 })

  const rows = shirts.split('\n')
  const part = await workspace.import([rows[0], rows[1], rows[3]].join('\n'))
  expect(part.result).toMatchObject({ created: 0, failed: 0 })
  expect((await axesOf('Shirt')).axes).toEqual(sizeFirst)

  const swapped = shirts
    .replace('Size,M,Colour,Red', 'Colour,Red,Size,M')
    .replace(',S,,Red', ',Red,,S')
    .replace(',M,,Blue', ',Blue,,M')
    .replace(',S,,Blue', ',Blue,,S')
  const second = await workspace.import(swapped)
  expect((await axesOf('Shirt')).axes).toEqual(sizeFirst.toReversed())
  await workspace.undo(second.id)
  expect((await axesOf('Shirt')).axes).toEqual(sizeFirst)
  await workspace.undo(first.id)
  expect(await workspace.entities('product')).toEqual([])
})

test('without axes of its own a product has those that tell its variants apart, if any do [AXES-01]', async () => {
  await workspace.import(
    'sku,name,parent_sku,colour,size,note\nA,Cup,,,,\nA-1,Cup,A,Red,S,x\nA-2,Cup,A,Red,M,x\nA-3,Cup,A,Blue,M,x',
  )
  const [cup] = (await workspace.entities('product')).filter(({ parent_id: parent }) => parent === null)
  const answer = await workspace.threads.call('readAxes', { id: cup?.id ?? '', faults: [] })
  expect(parseAnswer<{ data: unknown }>(answer).data).toEqual({
    axes: [
      { attribute: 'colour', values: ['Red', 'Blue'] },
      { attribute: 'size', values: ['S', 'M'] },
    ],
    origin: 'derived',
  })
})

test('a class names the axes of the products in its categories, whose own go first [AXES-01]', async () => {
  await workspace.import(
    'sku,name,parent_sku,category,colour,size\nA,Cup,,Cups,,\nA-1,Cup,A,Cups,Red,S\nA-2,Cup,A,Cups,Red,M',
  )
  const [cups] = await workspace.entities('category')
  const body = {
    name: 'Cups',
    entity_type: 'product',
    category_ids: [cups?.id ?? ''],
    axes: ['size', 'colour'],
  }
  await workspace.threads.call('createAttributeClass', { body, faults: [] })
  const [cup] = (await workspace.entities('product')).filter(({ parent_id: parent }) => parent === null)
  const axesOfCup = async () => {
    const answer = await workspace.threads.call('readAxes', { id: cup?.id ?? '', faults: [] })
    return parseAnswer<{ data: unknown }>(answer).data
  }
  expect(await axesOfCup()).toEqual({
    axes: [
      { attribute: 'size', values: ['S', 'M'] },
      { attribute: 'colour', values: ['Red'] },
    ],
    origin: 'class',
  })
  await setAxes('Cup', [{ attribute: 'size' }])
  expect(await axesOfCup()).toMatchObject({ origin: 'own' })
})

test('axes are set, kept in the history, taken back by an empty list, and refused where they tell nothing apart [AXES-02]', async () => {
  await workspace.import(shirts)
  await setAxes('Shirt', [{ attribute: 'colour', values: ['Blue', 'Green'] }])
  expect(await axesOf('Shirt')).toEqual({
    axes: [{ attribute: 'colour', values: ['Blue', 'Green', 'Red'] }],
    origin: 'own',
  })
  expect((await workspace.events()).at(-1)).toMatch(/^entity.updated/)
  await setAxes('Shirt', [])
  expect(await axesOf('Shirt')).toMatchObject({ origin: 'derived' })
  await expect(
    setAxes('Shirt', [{ attribute: 'description' }, { attribute: 'size' }, { attribute: 'size' }]),
  ).rejects.toMatchObject({
    fieldErrors: [
      { field: 'axes[0].attribute', issue: 'invalid_value' },
      { field: 'axes[2].attribute', issue: 'invalid_value' },
    ],
  })
})

test('a channel takes the axes as options, in the order of their values [AXES-04]', async () => {
  await workspace.import(shirts)
  await workspace.threads.call('enableChannel', { key: 'shopify', faults: [], context: ownerContext })
  const optionsOf = async () => {
    const { bytes } = await workspace.export({ type: 'product', channel: 'shopify', format: 'csv' })
    const [head = '', ...rows] = bytes.toString().trimEnd().split('\r\n')
    const at = ['Option1 name', 'Option1 value', 'Option2 name', 'Option2 value'].map((name) =>
      head.split(',').indexOf(name),
    )
    return rows.map((row) => at.map((index) => row.split(',')[index]).join(' '))
  }
  expect(await optionsOf()).toEqual([
    'Size M Colour Red',
    ' S  Red',
    ' M  Blue',
    ' S  Blue',
    'Colour Green  ',
  ])
  await setAxes('Shirt', [
    { attribute: 'colour', values: ['Blue', 'Red'] },
    { attribute: 'size', values: ['S', 'M'] },
  ])
  expect(await optionsOf()).toEqual([
    'Colour Blue Size S',
    ' Blue  M',
    ' Red  S',
    ' Red  M',
    'Colour Green  ',
  ])
})

test('the API reads and sets axes by key, and tells the feed [AXES-01] [AXES-02]', async () => {
  await using server = await testServer({
    attributes: [
      {
        key: 'name',
        name: 'Name',
        data_type: 'single_line_text_field',
        entity_type: 'product',
        is_primary: true,
      },
      { key: 'size', name: 'Size', data_type: 'single_line_text_field', entity_type: 'product' },
    ],
  })
  const { id } = (await server.post('/products', { attributes: { name: 'Shirt' } })).body.data
  expect((await server.get(`/products/${id}/axes`)).body.data).toEqual({ axes: [], origin: 'derived' })
  const path = `/api/v1/products/${id}/axes`
  const axes = [{ attribute: 'size', values: ['S', 'M'] }]
  const put = await server.send({
    method: 'PUT',
    path,
    body: { axes },
    headers: { authorization: `Bearer ${server.key}` },
  })
  expect(put).toMatchObject({ status: 200, body: { data: { axes, origin: 'own' } } })
  expect((await server.get('/events')).body.data[0].changes).toEqual([
    { attribute: 'variants.axes', old: null, new: axes },
  ])
  expect((await server.get('/products/018f0000-0000-7000-8000-000000000009/axes')).status).toBe(404)
})
