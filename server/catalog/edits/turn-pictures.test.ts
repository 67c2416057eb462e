import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const attributes = [
  { name: 'SKU', key: 'sku', data_type: 'single_line_text_field', entity_type: 'product', is_primary: true },
  { name: 'Photo', key: 'photo', data_type: 'image', entity_type: 'product' },
]

const address = (name: string) => `https://pictures.example/${name}`
const references = { data_type: 'entity_list_reference', reference: { type: 'image' } }

test('pictures in cells are turned into references to images and back, each undone as one edit [ASSET-11]', async () => {
  await using server = await testServer({ attributes })
  const ids: string[] = []
  for (const [sku, photo] of [
    ['A', address('a.jpg')],
    ['B', address('a.jpg')],
    ['C', address('c.jpg')],
    ['D', null],
  ] as const) {
    const { body } = await server.post('/products', { attributes: { sku, ...(photo && { photo }) } })
    ids.push(body.data.id)
  }
  const photoOf = async (index: number) =>
    (await server.get(`/products/${ids[index]}`)).body.data.attributes.photo
  const typeOf = async () =>
    (await server.get('/attributes?type=product')).body.data.find(
      ({ key }: { key: string }) => key === 'photo',
    ).data_type
  const images = async () => (await server.get('/images')).body.pagination.total
  const turn = async (body: object) => {
    const answer = await server.patch('/attributes/photo', body)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body.edit_id as string
  }
  const undo = async (edit: string) => {
    const answer = await server.asOwner({ method: 'POST', path: `/api/v1/edits/${edit}/undo`, body: {} })
    expect(answer.status).toBe(200)
    return answer.body.edit_id as string
  }

  const edit = await turn(references)
  expect([await typeOf(), await images()]).toEqual(['entity_list_reference', 2])
  const [a, b, c] = [await photoOf(0), await photoOf(1), await photoOf(2)]
  expect([a, c]).toMatchObject([[{ label: 'a.jpg' }], [{ label: 'c.jpg' }]])
  expect(b).toEqual(a)

  const undone = await undo(edit)
  expect([await typeOf(), await images()]).toEqual(['image', 0])
  expect([await photoOf(0), await photoOf(2), await photoOf(3)]).toEqual([
    address('a.jpg'),
    address('c.jpg'),
    undefined,
  ])
  await undo(undone)
  expect(await typeOf()).toBe('entity_list_reference')
  expect(await photoOf(2)).toMatchObject([{ label: 'c.jpg' }])

  const back = await turn({ data_type: 'image', reference: null })
  expect([await typeOf(), await photoOf(0)]).toEqual(['image', address('a.jpg')])
  await undo(back)
  expect(await photoOf(0)).toMatchObject([{ label: 'a.jpg' }])
})

test('references to several images are not turned back, and nothing has changed [ASSET-11]', async () => {
  await using server = await testServer({ attributes })
  const { body } = await server.post('/products', { attributes: { sku: 'A', photo: address('a.jpg') } })
  await server.patch('/attributes/photo', references)
  const other = await server.post('/images', {
    attributes: { file_name: 'b.jpg', image_url: address('b.jpg') },
  })
  const product = `/products/${body.data.id}`
  const [first] = (await server.get(product)).body.data.attributes.photo
  const written = await server.patch(product, { attributes: { photo: [first.id, other.body.data.id] } })
  expect(written.status).toBe(200)
  const refused = await server.patch('/attributes/photo', { data_type: 'image', reference: null })
  expect(refused.status).toBe(409)
  expect((await server.get(product)).body.data.attributes.photo).toHaveLength(2)
})
