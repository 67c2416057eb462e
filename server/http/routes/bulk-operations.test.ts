import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const product = { entity_type: 'product' }
const server = await testServer({
  attributes: [
    { ...product, name: 'SKU', data_type: 'single_line_text_field', is_primary: true },
    { ...product, name: 'Price', data_type: 'number', constraints: { decimals: 2, min: 0 } },
    { ...product, name: 'Cost', data_type: 'number' },
    { ...product, name: 'Rank', data_type: 'rank' },
    { ...product, name: 'Note', data_type: 'multi_line_text_field' },
    { ...product, name: 'Rich', data_type: 'rich_text_field' },
    { ...product, name: 'Active', data_type: 'boolean' },
    { ...product, name: 'Launch', data_type: 'date' },
    { ...product, name: 'End', data_type: 'date' },
    { ...product, name: 'Tags', data_type: 'multi_select_list', acceptable_values: 'A, B, C' },
    { ...product, name: 'Other', data_type: 'entity_reference', reference: { type: 'product' } },
    { ...product, name: 'Others', data_type: 'entity_list_reference', reference: { type: 'product' } },
    { ...product, name: 'Family price', data_type: 'number', inheritance_mode: 'inherit_from_parent' },
    {
      ...product,
      name: 'Family tags',
      data_type: 'multi_select_list',
      acceptable_values: 'A, B',
      inheritance_mode: 'inherit_from_parent',
    },
    { ...product, name: 'Double', data_type: 'formula', formula: '{{price}} * 2' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const create = async (attributes: object, more: object = {}): Promise<string> =>
  (await server.post('/products', { attributes, ...more })).body.data.id
const read = async (id: string) => (await server.get(`/products/${id}`)).body.data.attributes
const send = (body: object) => server.post('/bulk-edits', { type: 'product', filter: {}, ...body })
const run = async (body: object) => {
  const answer = await send(body)
  expect([answer.status, answer.body.error?.field_errors]).toEqual([202, undefined])
  return server.endedJob(answer.body.data.id)
}
let made = 0

async function changed(key: string, value: unknown, operation: object) {
  const id = await create({ sku: `C${++made}`, [key]: value })
  await run({ ids: [id], set: { [key]: operation } })
  return (await read(id))[key]
}

describe('operations', () => {
  test.each([
    ['cost', 19.99, { percent: 10 }, 21.989],
    ['price', 19.99, { percent: 10 }, 21.99],
    ['price', 19.99, { percent: 10, round: 'x.95' }, 21.95],
    ['price', 19.99, { percent: 10, round: 0.05 }, 22],
    ['price', 0.1, { add: 0.2 }, 0.3],
    ['cost', 1.234, { round: 0.1 }, 1.2],
    ['rank', 3, { percent: 50 }, 5],
    ['launch', '2024-02-28', { add: 2 }, '2024-03-01'],
    ['launch', '2024-01-01', { add: -1 }, '2023-12-31'],
    ['note', 'OAK table, don’t', { case: 'title' }, 'Oak Table, Don’t'],
    ['note', 'OAK Table. ok', { case: 'sentence' }, 'Oak table. ok'],
    ['note', 'straße', { case: 'upper' }, 'STRASSE'],
    ['note', '  oak   table \n of   wood ', { trim: true }, 'oak table\nof wood'],
    ['note', 'oak', { prefix: '$& ' }, '$& oak'],
    ['note', 'oak', { suffix: '!' }, 'oak!'],
    ['note', 'a.b A.B', { replace: { find: 'a.b', with: '$1' } }, '$1 A.B'],
    ['note', 'Oak oak', { replace: { find: 'oak', with: 'ash', match_case: false } }, 'ash ash'],
    [
      'note',
      '12 x 40 cm',
      { replace: { find: String.raw`(\d+) x (\d+)`, with: '$2 by $1 ($&, $$, $9)', pattern: true } },
      '40 by 12 (12 x 40, $, $9) cm',
    ],
    ['rich', '<p>oak</p>', { replace: { find: 'oak', with: 'ash' } }, '<p>ash</p>'],
    ['tags', 'B', { add_items: ['A', 'B'] }, 'B, A'],
    ['tags', null, { add_items: ['A'] }, 'A'],
    ['tags', 'A, B, C', { remove_items: ['B', 'X'] }, 'A, C'],
    ['tags', 'A', { remove_items: ['A'] }, undefined],
  ])('%s %j by %j is %j [BULK-06]', async (key, value, operation, expected) => {
    expect(await changed(key, value, operation)).toEqual(expected)
  })

  test('a blank stays blank, and what shows the value of its parent goes on to show it [BULK-06]', async () => {
    const parent = await create({ sku: 'P', family_price: 100, family_tags: 'A' })
    const child = await create({ sku: 'P1' }, { parent_id: parent })
    const job = await run({
      ids: [child],
      set: {
        family_price: { percent: 10 },
        family_tags: { add_items: ['B'] },
        price: { add: 5 },
        launch: { add: 1 },
      },
    })
    expect(job.result).toMatchObject({ matched: 1, changed: 0, unchanged: 1, failed: 0 })
  })

  test('lists of references gain and lose members, and references are taken over [BULK-06]', async () => {
    const [one, two] = [await create({ sku: 'one' }), await create({ sku: 'two' })]
    const id = await create({ sku: 'refs', other: one, others: [one], cost: 7, end: '2026-01-01' })
    await run({ ids: [id], set: { others: { add_items: [two, one] } } })
    expect((await read(id)).others).toMatchObject([{ id: one }, { id: two }])
    const set = {
      others: { remove_items: [one] },
      other: { from: 'others' },
      price: { from: 'cost' },
      note: { from: 'other' },
      launch: { from: 'end' },
      rank: { from: 'price' },
    }
    const job = await run({ ids: [id], set })
    expect(job.result).toMatchObject({ changed: 1, failed: 0 })
    expect(await read(id)).toMatchObject({
      others: [{ id: two }],
      other: { id: one },
      price: 7,
      note: 'one',
      launch: '2026-01-01',
    })
    const undone = await server.post(`/edits/${job.metadata.edit_id}/undo`)
    expect(undone.body.summary).toMatchObject({ applied: 1, refused: 0 })
    expect((await read(id)).others).toHaveLength(2)
  })

  test('what has no result or is refused is the fault of that entity [BULK-06]', async () => {
    const ids = [
      await create({ sku: 'f1', price: 1, launch: '9999-12-31' }),
      await create({ sku: 'f2', price: 9 }),
    ]
    const job = await run({ ids, set: { price: { add: -5 }, launch: { add: 1 } }, dry_run: true })
    expect(job.result).toMatchObject({ matched: 2, changed: 1, failed: 1 })
    expect(job.result.errors).toMatchObject([
      { row: 1, field: 'attributes.launch' },
      { row: 1, field: 'attributes.price', issue: 'out_of_range' },
    ])
    expect(job.result.differences).toMatchObject([{ attribute: 'price', old: 9, new: 4 }])
  })

  test('a pattern that takes long over a text is the fault of that entity [BULK-06]', async () => {
    const id = await create({ sku: 'slow', note: 'a'.repeat(500_000) })
    const replace = { find: 'a', with: 'b'.repeat(900), pattern: true }
    const job = await run({ ids: [id], set: { note: { replace } } })
    expect(job.result).toMatchObject({ failed: 1 })
    expect(job.result.errors[0].issue).toMatch(/too long for this replacing/)
  })

  test.each([
    ['price', { percent: '4' }, 'set.price.percent', /^Expected a number/],
    ['price', { percent: 4, round: 'x' }, 'set.price.round', /"x\.99"/],
    ['price', { percent: 4, round: 0 }, 'set.price.round', /a step such as/],
    ['price', { percent: 4, add: 2 }, 'set.price.percent', /not known here/],
    ['price', { case: 'upper' }, 'set.price', /^operator_not_supported_for_type$/],
    ['active', { add: 1 }, 'set.active', /^operator_not_supported_for_type$/],
    ['rich', { case: 'upper' }, 'set.rich', /^operator_not_supported_for_type$/],
    ['double', { add: 1 }, 'set.double', /^read_only_attribute$/],
    ['nope', { add: 1 }, 'set.nope', /^not_a_defined_attribute$/],
    ['launch', { add: 1.5 }, 'set.launch.add', /whole number of days/],
    ['note', { case: 'Upper' }, 'set.note.case', /upper, lower, title, sentence/],
    ['note', { trim: false }, 'set.note.trim', /^Expected true/],
    ['note', { prefix: '' }, 'set.note.prefix', /1,000 characters/],
    ['note', { replace: 'x' }, 'set.note.replace', /"find": "oak"/],
    ['note', { replace: { find: 'a' } }, 'set.note.replace.with', /to leave nothing/],
    ['note', { replace: { find: 'a', with: 'b', all: 1 } }, 'set.note.replace.all', /find, with, pattern/],
    [
      'note',
      { replace: { find: '(', with: '', pattern: true } },
      'set.note.replace.find',
      /regular expression/,
    ],
    ['note', { replace: { find: '(?=a)', with: '', pattern: true } }, 'set.note.replace.find', /look ahead/],
    ['tags', { add_items: [] }, 'set.tags.add_items', /list of options/],
    ['tags', { add_items: ['Z'] }, 'set.tags.add_items', /^not_an_acceptable_value$/],
    ['others', { add_items: ['x'] }, 'set.others.add_items', /list of ids/],
    ['price', { from: 'nope' }, 'set.price.from', /^not_a_defined_attribute$/],
    ['price', { from: 'price' }, 'set.price.from', /Name another/],
    [
      'price',
      { from: 'note' },
      'set.price.from',
      /^note holds a text, but price takes a number\. Use a formula/,
    ],
    ['other', { from: 'note' }, 'set.other.from', /takes references to products, and note holds none/],
  ])('%s by %j is refused on %s [BULK-06]', async (key, operation, field, issue) => {
    const { status, body } = await send({ set: { [key]: operation } })
    expect(status).toBe(400)
    expect(body.error.field_errors).toMatchObject([{ field, issue: expect.stringMatching(issue) }])
  })
})

describe('what a bulk edit is about', () => {
  test('is what is searched for, named by ids and filtered, all together [BULK-07]', async () => {
    const ids = [await create({ sku: 'walnut 1', cost: 1 }), await create({ sku: 'walnut 2', cost: 2 })]
    await create({ sku: 'walnut 3', cost: 3 })
    const matched = async (body: object) =>
      (await run({ set: { note: 'x' }, dry_run: true, ...body })).result.matched
    expect(await matched({ q: 'walnut' })).toBe(3)
    expect(await matched({ ids: [...ids, ids[0]] })).toBe(2)
    expect(await matched({ ids, q: '2' })).toBe(1)
    expect(await matched({ q: 'walnut', filter: { cost: [{ ne: 1 }, { ne: 3 }] } })).toBe(1)
  })

  test.each([
    [{ ids: [] }, 'ids', 'expected_values'],
    [{ ids: ['x'] }, 'ids[0]', 'expected_uuid'],
    [{ filter: { cost: [{ nope: 1 }] } }, 'filter[cost][nope]', 'unknown_operator'],
  ])('%j is refused [BULK-07]', async (body, field, issue) => {
    const answer = await send({ set: { note: 'x' }, ...body })
    expect(answer.body.error.field_errors).toMatchObject([{ field, issue: expect.stringContaining(issue) }])
  })
})

test('a sample tells of the first ten what would change and what would be refused, and writes nothing [BULK-08]', async () => {
  const other = await create({ sku: 'sample other' })
  for (let n = 0; n < 12; n++) await create({ sku: `sample ${n}`, price: n, others: n === 3 ? [other] : [] })
  const sample = (body: object) =>
    server.asOwner({
      method: 'POST',
      path: '/app/v1/bulk-edit-sample',
      body: { type: 'product', filter: {}, ...body },
    })
  const q = '"sample" -sku:other'
  const { status, body } = await sample({ q, set: { price: { add: -1 }, others: { add_items: [other] } } })
  expect([status, body.data.matched, body.data.rows.length]).toEqual([200, 12, 10])
  expect(body.data.rows[0]).toMatchObject({
    label: 'sample 0',
    changes: [],
    faults: [expect.stringContaining('out of range')],
  })
  expect(body.data.rows[3].changes).toEqual([{ attribute: 'price', old: 3, new: 2 }])
  expect(body.data.rows[4].changes[1]).toMatchObject({ attribute: 'others', old: null, new: [{ id: other }] })
  const wrong = await sample({ set: { price: { formula: '{{prise}}' } } })
  expect(wrong.body.error.field_errors).toMatchObject([{ field: 'set.price.formula' }])
  expect((await server.get('/products?filter[sku]=sample%203')).body.data[0].attributes.price).toBe(3)
})
