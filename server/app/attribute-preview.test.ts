import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const product = { entity_type: 'product' } as const
const server = await testServer({
  attributes: [
    { ...product, name: 'Name', data_type: 'single_line_text_field', is_primary: true },
    { ...product, name: 'Code', data_type: 'single_line_text_field' },
    { ...product, name: 'Price', data_type: 'number' },
    { ...product, name: 'Base', data_type: 'entity_reference', reference: { type: 'product' } },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

for (const [name, code, price] of [
  ['Chair', '12', 129],
  ['Table', 'A 7', 480],
  ['Lamp', '40', null],
] as const)
  await server.post('/products', { attributes: { name, code, price } })

const preview = async (body: object) =>
  server.asOwner({ method: 'POST', path: '/app/v1/attribute-preview', body: { type: 'product', ...body } })

const seen = async (body: object) => {
  const { body: answer } = await preview(body)
  const { rows, ...counts } = answer.data
  return { counts, rows: rows.map((row: { label: string }) => [row.label, row]) as [string, object][] }
}

test('[surfaces.5.4] a data type shows which values it would lose, those first, and changes nothing', async () => {
  const before = (await server.get('/events')).body
  const { counts, rows } = await seen({ key: 'code', definition: { data_type: 'number' } })
  expect(counts).toMatchObject({ checked: 3, lost: 1, refused: 0, definition: { data_type: 'number' } })
  expect(rows).toMatchObject([
    ['Table', { now: 'A 7', next: null, effect: 'lost' }],
    ['Chair', { now: '12', next: 12, effect: 'changed' }],
    ['Lamp', { now: '40', next: 40, effect: 'changed' }],
  ])
  expect((await server.get('/events')).body).toEqual(before)
})

test('[surfaces.5.4] a limit shows which values could not be written again, with the reason', async () => {
  const { counts, rows } = await seen({ key: 'price', definition: { constraints: { max: 200 } } })
  expect(counts).toMatchObject({ checked: 2, lost: 0, refused: 1 })
  expect(rows[0]).toMatchObject(['Table', { next: 480, effect: 'refused', fault: { issue: 'out_of_range' } }])
  expect(rows[1]).toMatchObject(['Chair', { effect: 'same', fault: null }])
})

test('[surfaces.5.4] a formula that nobody has stored shows its values; one that is wrong is refused with its field', async () => {
  const definition = { name: 'Double', data_type: 'formula', formula: '{{price}} * 2' }
  const { rows } = await seen({ definition })
  expect(rows).toMatchObject([
    ['Chair', { now: null, next: 258 }],
    ['Table', { now: null, next: 960 }],
    ['Lamp', { now: null, next: 0 }],
  ])
  const { status, body } = await preview({ definition: { ...definition, formula: '{{price' } })
  expect(status).toBe(400)
  expect(body.error.field_errors).toMatchObject([{ field: 'definition.formula' }])
})

test('[surfaces.5.4] inheritance shows what variants would take, and a reference its label', async () => {
  const { body: parent } = await server.post('/products', { attributes: { name: 'Sofa', price: 900 } })
  const parentId = parent.data.id as string
  await server.post('/products', { attributes: { name: 'Sofa red', base: parentId }, parent_id: parentId })
  const inherited = await seen({ key: 'price', definition: { inheritance_mode: 'inherit_from_parent' } })
  expect(inherited.rows[0]).toMatchObject(['Sofa red', { now: null, next: 900, effect: 'changed' }])
  const listed = await seen({ key: 'base', definition: { data_type: 'entity_list_reference' } })
  expect(Object.fromEntries(listed.rows)['Sofa red']).toMatchObject({
    now: { label: 'Sofa' },
    next: [{ label: 'Sofa' }],
  })
  const lost = await seen({ key: 'base', definition: { data_type: 'number', reference: null } })
  expect(lost.rows[0]).toMatchObject(['Sofa red', { next: null, effect: 'lost' }])
})
