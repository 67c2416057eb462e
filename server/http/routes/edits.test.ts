import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, name: 'SKU', is_primary: true },
    { ...text, name: 'Code', constraints: { unique: true } },
    { ...text, name: 'Title' },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
    { name: 'Tags', entity_type: 'product', data_type: 'multi_select_list', acceptable_values: 'A, B, C' },
    { name: 'Vendor name', entity_type: 'vendor', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Vendor', entity_type: 'product', data_type: 'entity_reference', reference: { type: 'vendor' } },
    {
      name: 'Related',
      entity_type: 'product',
      data_type: 'entity_list_reference',
      reference: { type: 'product' },
    },
    { name: 'Sum', entity_type: 'product', data_type: 'formula', formula: '1' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const ids: string[] = []
const create = async (attributes: object) => {
  const { body } = await server.post('/products', { attributes })
  return body.data.id as string
}
beforeAll(async () => {
  for (const sku of ['A', 'B', 'C']) ids.push(await create({ sku, price: 10, title: `Title ${sku}` }))
})

const edit = (edits: unknown, type: unknown = 'product') => server.post('/edits', { type, edits })
const read = async (id: string | undefined) => (await server.get(`/products/${id}`)).body.data.attributes
const statuses = ({ body }: { body: { data: { status: string }[] } }) => body.data.map(({ status }) => status)

describe('POST /edits', () => {
  test('tells of each edit whether it was applied, refused, or what has changed meanwhile [EDIT-01] [EDIT-02]', async () => {
    const answer = await edit([
      { id: ids[0], attributes: { price: 11 }, if: { price: 10 } },
      { id: ids[1], attributes: { price: 12 }, if: { price: 9, title: 'Title B' } },
      { id: ids[2], attributes: { price: 'x', nope: 1 }, if: { gone: 1 } },
      { id: crypto.randomUUID(), attributes: { price: 1 } },
      { id: ids[2], attributes: { code: 'Z' } },
      { id: ids[1], attributes: { code: 'z' } },
      { id: ids[1], attributes: {} },
      { attributes: { price: 1 }, extra: true },
      7,
    ])
    expect(answer.status).toBe(200)
    const { data, edit_id: editId, summary } = answer.body
    expect(summary).toEqual({ total: 9, applied: 2, refused: 6, changed_meanwhile: 1 })
    expect(data[0]).toMatchObject({
      index: 0,
      id: ids[0],
      status: 'applied',
      data: { attributes: { price: 11 } },
    })
    expect(data[1]).toEqual({
      index: 1,
      id: ids[1],
      status: 'changed_meanwhile',
      current: { price: 10, title: 'Title B' },
    })
    const late = await edit([{ id: ids[0], attributes: { price: 12 }, if: { price: 10 } }])
    expect(late.body.data).toEqual([
      {
        index: 0,
        id: ids[0],
        status: 'changed_meanwhile',
        current: { price: 11 },
        changed_by: { price: expect.objectContaining({ type: 'api_key' }) },
        changed_at: { price: expect.stringMatching(/^\d{4}-.*Z$/) },
      },
    ])
    expect(data[2].error.field_errors).toEqual([
      { field: 'attributes.price', issue: 'expected_number' },
      { field: 'attributes.nope', issue: 'not_a_defined_attribute' },
      { field: 'if.gone', issue: 'not_a_defined_attribute' },
    ])
    expect(data[3].error.code).toBe('not_found')
    expect(data[5].error).toMatchObject({ code: 'conflict', field_errors: [{ issue: 'not_unique' }] })
    expect(data[6].error.field_errors).toEqual([{ field: 'attributes', issue: 'expected_values' }])
    expect(data[8].error.field_errors).toMatchObject([{ field: 'edit', issue: 'Expected an object.' }])
    expect(data[7].error.field_errors.map(({ field }: { field: string }) => field)).toEqual(['extra', 'id'])
    expect(data[8].error.code).toBe('validation_failed')

    const { body: events } = await server.get(`/products/${ids[0]}/events?limit=1`)
    expect(events.data[0]).toMatchObject({
      edit_id: editId,
      changes: [{ attribute: 'price', old: 10, new: 11 }],
    })
    await edit([
      { id: ids[2], attributes: { code: null } },
      { id: ids[0], attributes: { price: 10 } },
    ])
  })

  test('an edit that changes nothing is applied and leaves nothing to undo', async () => {
    const { body } = await edit([{ id: ids[0], attributes: { price: 10 } }])
    expect([body.edit_id, body.summary.applied]).toEqual([null, 1])
  })

  test('references are compared by id, as stubs or bare; a blank is null', async () => {
    const { body } = await server.post('/vendors', { attributes: { vendor_name: 'V' } })
    const vendor = body.data.id as string
    const first = await edit([
      { id: ids[0], attributes: { vendor, related: [ids[1]] }, if: { vendor: null, related: [] } },
    ])
    expect(statuses(first)).toEqual(['applied'])
    const shown = await read(ids[0])
    const second = await edit([
      { id: ids[0], attributes: { price: 10 }, if: { vendor: shown.vendor, related: shown.related } },
      { id: ids[0], attributes: { price: 10 }, if: { vendor, related: [ids[1]] } },
      { id: ids[0], attributes: { price: 10 }, if: { vendor: ids[1] } },
    ])
    expect(statuses(second)).toEqual(['applied', 'applied', 'changed_meanwhile'])
    expect(second.body.data[2].current).toEqual({ vendor: shown.vendor })
    const undone = await server.post(`/edits/${first.body.edit_id}/undo`)
    expect(statuses(undone)).toEqual(['applied'])
    expect(await read(ids[0])).not.toHaveProperty('vendor')
  })

  test.each([
    ['no edits', { type: 'product', edits: [] }, [['edits', 'expected_values']]],
    ['no values', { type: 'product', edits: [{ id: 'x', attributes: {} }] }, [['edits', 'expected_values']]],
    [
      'a type that is none',
      { type: 'thing', edits: [] },
      [
        ['type', 'invalid_value'],
        ['edits', 'expected_values'],
      ],
    ],
    [
      'nothing',
      {},
      [
        ['type', expect.any(String)],
        ['edits', expect.any(String)],
      ],
    ],
    [
      'unknown members',
      { type: 'product', edits: [1], x: 1 },
      [
        ['x', expect.any(String)],
        ['edits', 'expected_values'],
      ],
    ],
    [
      'too many values',
      {
        type: 'product',
        edits: Array.from({ length: 5001 }, () => ({ id: 'x', attributes: { a: 1, b: 2 } })),
      },
      [['edits', 'too_many_values']],
    ],
  ])('%s: 400 [EDIT-04]', async (_name, body, expected) => {
    const answer = await server.post('/edits', body)
    const found = answer.body.error.field_errors.map((e: { field: string; issue: string }) => [
      e.field,
      e.issue,
    ])
    expect([answer.status, found]).toEqual([400, expect.arrayContaining(expected)])
    expect(found).toHaveLength(expected.length)
  })

  test('10,000 values are one transaction', async () => {
    const edits = Array.from({ length: 10_000 }, (_, index) => ({
      id: ids[index % 3],
      attributes: { price: index },
    }))
    const { body } = await edit(edits)
    expect(body.summary.applied).toBe(10_000)
    const undone = await server.post(`/edits/${body.edit_id}/undo`)
    expect(undone.body.summary).toMatchObject({ refused: 0, changed_meanwhile: 0 })
    expect((await read(ids[2])).price).toBe(10)
  })

  test('needs the write scope of the type in the body [EDIT-05]', async () => {
    const key = await server.issueKey(['write:images', 'read:products'])
    const send = (body: unknown, secret = key) =>
      server.send({
        method: 'POST',
        path: '/api/v1/edits',
        body,
        headers: { authorization: `Bearer ${secret}` },
      })
    expect((await send({ type: 'product', edits: [] })).body.error.code).toBe('insufficient_scope')
    expect((await send({ type: 'image', edits: [] })).status).toBe(400)
    for (const scopes of [['read:products'], ['write:attributes']] as const) {
      const { error } = (await send({}, await server.issueKey(scopes))).body
      expect(error.code).toBe('insufficient_scope')
      for (const plural of ['products', 'images', 'vendors', 'categories', 'sources'])
        expect(error.message).toContain(`write:${plural}`)
    }
    const { body } = await edit([{ id: ids[0], attributes: { title: 'Scoped' } }])
    const path = `/api/v1/edits/${body.edit_id}/undo`
    const undone = await server.send({ method: 'POST', path, headers: { authorization: `Bearer ${key}` } })
    expect(undone.body.error.code).toBe('insufficient_scope')
  })
})

describe('undo', () => {
  test('takes no body, but an empty one', async () => {
    const { body } = await edit([{ id: ids[0], attributes: { title: 'No body' } }])
    const send = async (sent: unknown) => {
      const { status, body: answer } = await server.post(`/edits/${body.edit_id}/undo?why=1`, sent)
      return [status, ...answer.error.field_errors.map(({ field }: { field: string }) => field)]
    }
    expect(await send({ force: true, all: 1 })).toEqual([400, 'why', 'force', 'all'])
    for (const sent of [[], 7, null]) expect(await send(sent)).toEqual([400, 'why', 'body'])
    expect(await send({})).toEqual([400, 'why'])
    expect(await send(undefined)).toEqual([400, 'why'])
  })

  test('takes back what still is as written; the undo of the undo does it again [EDIT-03]', async () => {
    const before = await read(ids[1])
    const made = await edit([
      { id: ids[1], attributes: { price: 50, title: null } },
      { id: ids[1], attributes: { price: 51 } },
      { id: ids[2], attributes: { price: 52, title: 'X' } },
    ])
    await server.patch(`/products/${ids[2]}`, { attributes: { price: 53 } })
    const undone = await server.post(`/edits/${made.body.edit_id}/undo`)
    expect(statuses(undone)).toEqual(['applied', 'changed_meanwhile', 'applied', 'applied'])
    expect(undone.body.data[1]).toMatchObject({ id: ids[2], current: { price: 53 } })
    expect(await read(ids[1])).toEqual(before)
    expect(await read(ids[2])).toMatchObject({ price: 53, title: 'Title C' })

    const redone = await server.post(`/edits/${undone.body.edit_id}/undo`)
    expect(redone.body.summary).toMatchObject({ applied: 3, changed_meanwhile: 0 })
    expect(await read(ids[1])).toMatchObject({ price: 51 })
    expect(await read(ids[2])).toMatchObject({ price: 53, title: 'X' })
    await server.post(`/edits/${redone.body.edit_id}/undo`)
    await server.patch(`/products/${ids[2]}`, { attributes: { price: 10 } })
  })

  test.each(['nope', crypto.randomUUID()])('of the unknown edit %s: 404', async (id) => {
    const { status, body } = await server.post(`/edits/${id}/undo`)
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })
})

describe('POST /bulk-edits', () => {
  const bulk = async (body: object) => {
    const answer = await server.post('/bulk-edits', body)
    if (answer.status !== 202) return answer.body.error
    return server.endedJob(answer.body.data.id)
  }

  test('changes everything that matches, tells counts and faults, and is undone by its edit_id [BULK-01] [BULK-03]', async () => {
    const job = await bulk({
      type: 'product',
      filter: { price: { gte: 10, lt: 11 }, sku: { in: ['A', 'B', 'C'] } },
      set: { price: 20, code: 'only one' },
      append: { title: '!', tags: 'A', related: [ids[2]] },
      replace: { find: 'A', with: 'a', attributes: ['sku'] },
    })
    expect(job).toMatchObject({
      status: 'completed',
      name: 'bulk_edit',
      progress: { current: 3, total: 3, percent: 100 },
      result: { matched: 3, changed: 1, unchanged: 0, failed: 2 },
    })
    expect(job.result.errors).toContainEqual({
      row: 2,
      id: ids[1],
      field: 'attributes.code',
      issue: 'not_unique',
    })
    expect(await read(ids[0])).toMatchObject({
      price: 20,
      sku: 'a',
      tags: 'A',
      title: expect.stringMatching(/!$/),
    })
    expect((await read(ids[1])).price).toBe(10)

    const undone = await server.post(`/edits/${job.metadata.edit_id}/undo`)
    expect(undone.body.summary).toMatchObject({ applied: 1 })
    expect(await read(ids[0])).toMatchObject({ price: 10, sku: 'A' })
  })

  test('the same faults as a list and a write, all together [BULK-02]', async () => {
    const error = await bulk({
      type: 'product',
      filter: { price: { between: 1, gt: 'x' }, nope: 1, sku: '', code: { eq: {} } },
      filter_join: 'xor',
      set: { price: 'x', sum: 1, title: 'T' },
      clear: ['title', 'nothing'],
      append: { price: 1, tags: 'Z' },
      replace: { find: '', with: '', attributes: ['price'] },
    })
    const found = error.field_errors.map((e: { field: string; issue: string }) => `${e.field} ${e.issue}`)
    expect(found.sort()).toEqual(
      [
        'filter_join invalid_value',
        'filter[price][between] unknown_operator',
        'filter[price][gt] expected_number',
        'filter[nope] not_a_defined_attribute',
        'filter[sku] expected_value_or_use_exists',
        'filter[code][eq] Expected a string, a number or true or false.',
        'set.price expected_number',
        'set.sum read_only_attribute',
        'clear[0] invalid_value',
        'clear[1] not_a_defined_attribute',
        'append.price operator_not_supported_for_type',
        'append.price invalid_value',
        'append.tags not_an_acceptable_value',
        'replace.find required',
        'replace.attributes[0] not_a_text_attribute',
        'replace.attributes[0] invalid_value',
      ].sort(),
    )
    const empty = await bulk({ type: 'product' })
    expect(empty.field_errors.map(({ field }: { field: string }) => field)).toEqual(['filter', 'body'])
  })

  test('more than 10,000 values are changed in chunks and taken back by a job', async () => {
    for (let start = 0; start < 5200; start += 100) {
      const items = Array.from({ length: 100 }, (_, index) => ({
        attributes: { sku: `N${start + index}`, price: 1 },
      }))
      await server.post('/products/batch', { items })
    }
    const filter = { sku: { starts_with: 'N' } }
    const job = await bulk({ type: 'product', filter, set: { price: 2, title: 'Bulk' } })
    expect(job.result).toMatchObject({ matched: 5200, changed: 5200, failed: 0, errors: [] })
    const count = async (query: string) =>
      (await server.get(`/products?limit=1&${query}`)).body.pagination.total
    expect(await count('filter[price]=2&filter[title]=Bulk')).toBe(5200)

    const [one] = (await server.get('/products?limit=1&filter[sku]=N17')).body.data
    await server.patch(`/products/${one.id}`, { attributes: { price: 3, title: 'Mine' } })
    const undo = await server.post(`/edits/${job.result.edit_id}/undo`)
    expect(undo.status).toBe(202)
    const undone = await server.endedJob(undo.body.data.id)
    expect(undone).toMatchObject({
      name: 'undo_edit',
      status: 'completed',
      result: { matched: 5200, changed: 5199, unchanged: 1, failed: 0 },
    })
    expect(await count('filter[price]=1&filter[title][exists]=false')).toBe(5199)
    const redo = await server.post(`/edits/${undone.result.edit_id}/undo`)
    expect((await server.endedJob(redo.body.data.id)).result.changed).toBe(5199)
  })
})
