import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CellPicture } from '#shared/schemas/renditions.ts'
import { attributesOf } from '../store/tables/attributes.ts'
import { countCellPictures, listCellPictures } from '../store/tables/pictures.ts'
import { makeIndex } from '../store/tables/index-tables.ts'
import { listenTo } from '../testing/listening-db.ts'
import { ScratchCatalog } from '../testing/scratch-catalog.ts'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, entity_type: 'image', name: 'File name', is_primary: true },
    { entity_type: 'image', data_type: 'image', name: 'Image URL' },
    { ...text, entity_type: 'product', name: 'SKU', is_primary: true },
    { entity_type: 'product', data_type: 'image', name: 'Picture' },
    { entity_type: 'product', data_type: 'image', name: 'Drawing' },
    { entity_type: 'product', data_type: 'entity_reference', name: 'Main', reference: { type: 'image' } },
    { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
    { entity_type: 'vendor', data_type: 'image', name: 'Logo' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const create = async (plural: string, attributes: object): Promise<string> =>
  (await server.post(`/${plural}`, { attributes })).body.data.id
const read = async (path: string) => (await server.asOwner({ path: `/app/v1${path}` })).body
const address = (name: string) => `https://pictures.example/${name}`

let image: string
let bare: string
let chair: string
beforeAll(async () => {
  image = await create('images', { file_name: 'a', image_url: address('Same.png') })
  bare = await create('images', { file_name: 'b', image_url: address('bare.png') })
  chair = await create('products', { sku: 'chair', picture: address('Same.png'), main: image })
  await create('products', {
    sku: 'table',
    picture: address('Unlisted.png'),
    drawing: address('plan.png'),
  })
  await create('products', { sku: 'shelf', picture: address('Unlisted.png') })
  await create('vendors', { vendor_name: 'Nord', logo: address('plan.png') })
})

const uses = ({ uses: { total, first } }: CellPicture) => [
  total,
  ...first.map(({ entity, attribute }) => `${entity.label} ${attribute.key}`),
]

describe('the pictures of a workspace', () => {
  test('what cells of every type hold and no image has is listed once, as it was written, with the cells [PICTURE-01]', async () => {
    const { data, pagination } = await read('/pictures')
    expect(data.map((each: CellPicture) => [each.value, ...uses(each)])).toEqual([
      [address('plan.png'), 2, 'table drawing', 'Nord logo'],
      [address('Unlisted.png'), 2, 'table picture', 'shelf picture'],
    ])
    expect(pagination).toMatchObject({ total: 2, has_more: false })
  })

  test('pages go on behind the last picture, and a cursor of another list is refused [PICTURE-01]', async () => {
    const first = await read('/pictures?limit=1')
    expect(first.pagination).toMatchObject({ total: 2, has_more: true })
    const second = await read(`/pictures?limit=1&cursor=${first.pagination.next_cursor}`)
    expect([...first.data, ...second.data].map(({ value }) => value)).toEqual([
      address('plan.png'),
      address('Unlisted.png'),
    ])
    expect(second.pagination.has_more).toBe(false)
    const { error } = await read('/pictures?cursor=other')
    expect(error.field_errors).toMatchObject([{ field: 'cursor', issue: 'invalid_value' }])
  })

  test('an image tells what refers to it and which cells hold its file [PICTURE-02]', async () => {
    const { data } = await read(`/pictures/uses?ids=${image},${bare}`)
    const stub = { id: chair, type: 'product', label: 'chair' }
    expect(data[image].total).toBe(2)
    expect(data[image].first).toEqual([
      { entity: stub, attribute: { key: 'main', name: 'Main' } },
      { entity: stub, attribute: { key: 'picture', name: 'Picture' } },
    ])
    expect(data[bare]).toEqual({ total: 0, first: [] })
  })

  test('what moves to the trash is no use [PICTURE-01] [PICTURE-02]', async () => {
    const id = await create('products', { sku: 'gone', picture: address('gone.png'), main: bare })
    expect((await read('/pictures')).pagination.total).toBe(3)
    await server.asOwner({ method: 'POST', path: '/app/v1/trash', body: { type: 'product', ids: [id] } })
    expect((await read('/pictures')).pagination.total).toBe(2)
    expect((await read(`/pictures/uses?ids=${bare}`)).data[bare].total).toBe(0)
  })
})

test('entities are found that another one refers to, and those that none does [FILTER-25]', async () => {
  const labels = async (path: string) =>
    (await server.get(path)).body.data.map(({ label }: { label: string }) => label)
  expect(await labels('/images?filter[is_used]=true')).toEqual(['a'])
  expect(await labels('/images?filter[is_used]=false')).toEqual(['b'])
  expect(await labels('/images?filter[is_used][ne]=false')).toEqual(['a'])
  const { error } = (await server.get('/images?filter[is_used]=often')).body
  expect(error.field_errors).toMatchObject([{ field: 'filter[is_used]', issue: 'invalid_value' }])
})

test('a page of 10,000 pictures merges the orders of the values and sorts none [PICTURE-03]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Picture', { data_type: 'image' })
  catalog.define('product', 'Drawing', { data_type: 'image' })
  catalog.define('image', 'Image URL', { data_type: 'image' })
  const idsOf = (type: 'product' | 'image') =>
    catalog.read((db) => attributesOf(db, type).list.flatMap(({ id, traits }) => (traits.media ? [id] : [])))
  const ids = idsOf('product')
  const [images = 0] = idsOf('image')
  catalog.write((tx) => {
    for (const id of ids) {
      tx.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         INSERT INTO value_${id} (entity, norm) SELECT i, printf('files/%05d.png', (i + 1) / 2) FROM n`,
      )
      makeIndex(tx, `value_${id}`)
    }
    tx.run(`INSERT INTO value_${images} (entity, norm) VALUES (20001, 'files/05001.png')`)
    makeIndex(tx, `value_${images}`)
  })
  catalog.read((db) => {
    const steps: string[] = []
    const listening = listenTo(db, ({ steps: explain }) => steps.push(...explain()))
    const page = listCellPictures(listening, { cells: ids, images }, { behind: 'files/04999.png', limit: 2 })
    expect(page).toEqual(['files/05000.png', 'files/05002.png'])
    expect(countCellPictures(listening, { cells: ids, images })).toBe(9_999)
    const [first = 0] = ids
    expect(
      listCellPictures(listening, { cells: [first], images: undefined }, { behind: '', limit: 2 }),
    ).toEqual(['files/00001.png', 'files/00002.png'])
    expect(countCellPictures(listening, { cells: [first], images: undefined })).toBe(10_000)
    expect(steps.join('\n')).toMatch(/MERGE \(EXCEPT\)[^]*MERGE \(UNION\)/)
    expect(steps.join('\n')).not.toContain('TEMP B-TREE')
    expect(steps.filter((step) => /^SEARCH index_value_\d+ .*norm>/.test(step))).toHaveLength(4)
  })
})
