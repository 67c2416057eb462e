import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import { withoutCodes } from '../../testing/without-codes.ts'

const product = { entity_type: 'product' }
const server = await testServer({
  attributes: [
    { ...product, name: 'SKU', data_type: 'single_line_text_field', is_primary: true },
    { ...product, name: 'Price', data_type: 'number', constraints: { decimals: 2, min: 0 } },
    { ...product, name: 'Cost', data_type: 'number' },
    { ...product, name: 'Weight', data_type: 'number' },
    { ...product, name: 'Note', data_type: 'multi_line_text_field' },
    { ...product, name: 'Rich', data_type: 'rich_text_field' },
    { ...product, name: 'Active', data_type: 'boolean' },
    { ...product, name: 'Launch', data_type: 'date' },
    { ...product, name: 'Link', data_type: 'url' },
    { ...product, name: 'Facts', data_type: 'json' },
    { ...product, name: 'Size', data_type: 'single_select_list', acceptable_values: 'S, M' },
    { ...product, name: 'Tags', data_type: 'multi_select_list', acceptable_values: 'A, B, C' },
    { ...product, name: 'State', data_type: 'status' },
    { ...product, name: 'Done', data_type: 'progress' },
    { ...product, name: 'Rank', data_type: 'rank' },
    { ...product, name: 'Picture', data_type: 'image' },
    { ...product, name: 'Clip', data_type: 'video' },
    { ...product, name: 'Other', data_type: 'entity_reference', reference: { type: 'product' } },
    { ...product, name: 'Others', data_type: 'entity_list_reference', reference: { type: 'product' } },
    {
      ...product,
      name: 'Other price',
      data_type: 'reference_lookup',
      reference: { via: 'other', attribute: 'price' },
    },
    { ...product, name: 'Gross', data_type: 'formula', formula: '{{price}} * 1.2' },
    { ...product, name: 'Family price', data_type: 'number', inheritance_mode: 'inherit_from_parent' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const create = async (attributes: object, more: object = {}): Promise<string> =>
  (await server.post('/products', { attributes, ...more })).body.data.id
const read = async (id: string) => (await server.get(`/products/${id}`)).body.data.attributes
const send = (body: object) => server.post('/bulk-edits', { type: 'product', ...body })
const run = async (body: object) => {
  const answer = await send(body)
  expect([answer.status, answer.body.error?.message]).toEqual([202, undefined])
  return server.endedJob(answer.body.data.id)
}
const only = (sku: string) => ({ sku: { starts_with: sku } })

describe('values by formulas', () => {
  test('each entity gets what the formula gives for it, and the edit is undone as any other [BULK-04]', async () => {
    const ids = [
      await create({ sku: 'F1', price: 10, cost: 4 }),
      await create({ sku: 'F2', price: 129.99, cost: 60 }),
      await create({ sku: 'F3', price: 0, cost: 1 }),
    ]
    const job = await run({
      filter: only('F'),
      set: {
        price: { formula: 'ROUND({{price}} * 1.04, 2)' },
        cost: { formula: '{{price}}' },
        note: 'raised',
      },
    })
    expect(job.result).toMatchObject({ matched: 3, changed: 3, unchanged: 0, failed: 0 })
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { price: 10.4, cost: 10, note: 'raised' },
      { price: 135.19, cost: 129.99 },
      { price: 0, cost: 0 },
    ])
    const undone = await server.post(`/edits/${job.metadata.edit_id}/undo`)
    expect(undone.body.summary).toMatchObject({ applied: 3, refused: 0 })
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { price: 10, cost: 4 },
      { price: 129.99, cost: 60 },
      { price: 0, cost: 1 },
    ])
  })

  test('every data type that can be written takes a result [BULK-04]', async () => {
    const target = await create({ sku: 'target' })
    const id = await create({
      sku: 'T1',
      cost: 4,
      price: 12.5,
      weight: 3,
      active: true,
      launch: '2026-01-31',
    })
    const url = '"https://a.example/" & {{sku}} & ".jpg"'
    const job = await run({
      filter: only('T1'),
      set: {
        note: { formula: '{{price}}' },
        rich: { formula: '{{active}}' },
        active: { formula: '{{weight}} > 5' },
        launch: { formula: 'DATEADD({{launch}}, 1, "day")' },
        link: { formula: url },
        facts: { formula: '"{""w"": " & {{weight}} & "}"' },
        size: { formula: 'IF({{weight}} > 2, "M", "S")' },
        tags: { formula: '"A, C"' },
        state: { formula: '{{launch}}' },
        done: { formula: '{{weight}} * 10' },
        rank: { formula: '{{weight}}' },
        picture: { formula: url },
        clip: { formula: url },
        other: { formula: `"${target}"` },
        others: { formula: `"${target}, " & "${target}"` },
        cost: { formula: 'IF({{weight}} > 5, 1, "")' },
      },
    })
    expect(job.result).toMatchObject({ changed: 1, failed: 0, errors: [] })
    const after = await read(id)
    expect(after).toMatchObject({
      note: '12.5',
      rich: 'TRUE',
      active: false,
      launch: '2026-02-01',
      link: 'https://a.example/T1.jpg',
      facts: '{"w": 3}',
      size: 'M',
      tags: 'A, C',
      state: '2026-01-31',
      done: 30,
      rank: 3,
      other: { id: target },
      others: [{ id: target }],
    })
    expect(after).not.toHaveProperty('cost')
    const cleared = await run({
      filter: only('T1'),
      set: { other: { formula: '""' }, others: { formula: '""' }, note: { formula: '""' } },
    })
    expect(cleared.result).toMatchObject({ changed: 1 })
    const left = Object.keys(await read(id))
    expect(['other', 'others', 'note'].filter((key) => left.includes(key))).toEqual([])
  })

  test('a value that is refused and an error are the fault of that entity, and the rest goes on [BULK-04]', async () => {
    await create({ sku: 'R1', price: 10, weight: 4 })
    await create({ sku: 'R2', price: 10, weight: 3 })
    await create({ sku: 'R3', price: 10, weight: 0 })
    await create({ sku: 'R4', price: 2.5, weight: 1 })
    const job = await run({ filter: only('R'), set: { price: { formula: '{{price}} / {{weight}}' } } })
    expect(job.result).toMatchObject({ matched: 4, changed: 1, unchanged: 1, failed: 2 })
    expect(withoutCodes(job.result.errors)).toEqual([
      {
        row: 2,
        id: expect.any(String),
        field: 'attributes.price',
        issue: 'out_of_range',
        message: 'The value is out of range. Expected at least 0, at most 2 decimals.',
      },
      {
        row: 3,
        id: expect.any(String),
        field: 'attributes.price',
        issue: expect.stringMatching(/^The formula has no result .* COALESCE\(…, 0\)/),
      },
    ])
  })

  test('what only shows the value of its parent goes on to show it, in whatever order [BULK-04]', async () => {
    const older = await create({ sku: 'P0' })
    const parent = await create({ sku: 'P', family_price: 100 })
    await server.patch(`/products/${older}`, { parent_id: parent })
    const shows = await create({ sku: 'P1' }, { parent_id: parent })
    const holds = await create({ sku: 'P2', family_price: 50 }, { parent_id: parent })
    const raised = { family_price: { formula: '{{family_price}} * 1.04' } }
    const job = await run({ filter: { id: { in: [older, parent, shows, holds] } }, set: raised })
    expect(job.result).toMatchObject({ changed: 2, unchanged: 2 })
    expect(await Promise.all([parent, shows, holds].map(read))).toMatchObject([
      { family_price: 104 },
      { family_price: 104 },
      { family_price: 52 },
    ])
    await server.patch(`/products/${parent}`, { attributes: { family_price: 7 } })
    expect((await read(shows)).family_price).toBe(7)
    expect((await read(older)).family_price).toBe(7)
  })

  const formulaOf = (formula: unknown) => ({ price: { formula } })
  test.each([
    ['what cannot be parsed', formulaOf('ROUND({{price}} * 1.04'), 'set.price.formula', /^Character \d+: /],
    [
      'an unknown key',
      formulaOf('{{prise}} * 2'),
      'set.price.formula',
      /^Character 1: No attribute has the key prise\. Did you mean \{\{price\}\}\?/,
    ],
    [
      'a text for a number',
      formulaOf('{{sku}}'),
      'set.price.formula',
      /^Character 1: The result is a text, but price takes a number\. Write VALUE/,
    ],
    ['a number for a checkbox', { active: { formula: '1' } }, 'set.active.formula', /Write a comparison/],
    ['a number for a reference', { other: { formula: '1' } }, 'set.other.formula', /as a text/],
    ['no text', formulaOf(7), 'set.price.formula', /^Expected the text of a formula, such as/],
    ['nothing', formulaOf(' '), 'set.price.formula', /^Expected the text of a formula, such as/],
    [
      'what is too long once it is told from an error',
      formulaOf(`1 +${' '.repeat(3996)}1`),
      'set.price.formula',
      /at most 4000 characters/,
    ],
    ['another member', { price: { formula: '1', round: 2 } }, 'set.price.round', /not known here/],
    ['a computed attribute', { gross: { formula: '1' } }, 'set.gross', /^read_only_attribute$/],
    ['an unknown attribute', { prise: { formula: '1' } }, 'set.prise', /^not_a_defined_attribute$/],
    [
      'what the edit changes of others',
      formulaOf('{{other_price}} + 1'),
      'set.price.formula',
      /^The formula reads of other products what this edit changes.*second edit\.$/,
    ],
    [
      'the label of others',
      { sku: { formula: '{{other}} & "x"' } },
      'set.sku.formula',
      /^The formula reads of other products/,
    ],
  ])('%s is refused with its place and a remedy [BULK-04]', async (_name, set, field, issue) => {
    const { status, body } = await send({ filter: {}, set })
    expect(status).toBe(400)
    expect(body.error.field_errors).toMatchObject([{ field, issue: expect.stringMatching(issue) }])
  })
})

describe('a dry run', () => {
  const edit = { filter: only('D'), set: { price: { formula: '{{price}} / {{weight}}' }, note: 'new' } }

  test('tells counts and old and new values, and changes nothing [BULK-05]', async () => {
    const ids = [
      await create({ sku: 'D1', price: 10, weight: 2, note: 'old' }),
      await create({ sku: 'D2', price: 10, weight: 1, note: 'new' }),
      await create({ sku: 'D3', price: 10, weight: 0 }),
    ]
    const newest = async () => (await server.get('/events?limit=1&type=product')).body.data[0].sequence
    const before = [await newest(), ...(await Promise.all(ids.map(read)))]
    const job = await run({ ...edit, dry_run: true })
    expect(job.metadata).toMatchObject({ dry_run: true, type: 'product' })
    expect(job.metadata).not.toHaveProperty('edit_id')
    expect(job.result).toMatchObject({
      dry_run: true,
      edit_id: null,
      matched: 3,
      changed: 1,
      unchanged: 1,
      failed: 1,
      errors: [{ row: 3, id: ids[2], field: 'attributes.price' }],
      differences_total: 2,
    })
    const of = { row: 1, status: 'updated', type: 'product', id: ids[0], label: 'D1' }
    const differences = [
      { ...of, attribute: 'note', old: 'old', new: 'new' },
      { ...of, attribute: 'price', old: 10, new: 5 },
    ]
    expect(job.result.differences).toEqual(differences)
    const { body: page } = await server.get(`/jobs/${job.id}/differences?limit=1&offset=1`)
    expect(page).toMatchObject({ data: [differences[1]], pagination: { total: 2, has_more: false } })
    expect([await newest(), ...(await Promise.all(ids.map(read)))]).toEqual(before)

    const { result } = await run(edit)
    expect(result).toMatchObject({ changed: 1, unchanged: 1, failed: 1 })
  })

  test('its values are for who may read the type [BULK-05] [JOB-08]', async () => {
    for (const sku of ['V1', 'V2', 'V3']) await create({ sku })
    const job = await run({ filter: only('V'), set: { note: { formula: '{{sku}}' } }, dry_run: true })
    const key = await server.issueKey(['read:jobs', 'write:products'])
    const get = (path: string) =>
      server.send({ method: 'GET', path: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } })
    const { body } = await get(`/jobs/${job.id}`)
    expect(body.data.result).toMatchObject({ matched: 3, changed: 3, differences: [], differences_total: 3 })
    expect(body.data.metadata.missing_scopes).toEqual(['read:products'])
    expect((await get(`/jobs/${job.id}/differences`)).body.error.code).toBe('insufficient_scope')
  })

  test('it is true or false [BULK-05]', async () => {
    const { body } = await send({ filter: {}, set: { note: 'x' }, dry_run: 'yes' })
    expect(body.error.field_errors).toMatchObject([
      { field: 'dry_run', issue: expect.stringContaining('true or false') },
    ])
  })
})
