import { afterAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { type As, roleServer } from '../testing/role-server.ts'
import { form } from '../testing/two-workspaces.ts'

const sku = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' }
const price = { data_type: 'number', name: 'Price', entity_type: 'product', editable_by: ['manager'] }
const colour = { data_type: 'single_line_text_field', name: 'Colour', entity_type: 'product' }
const server = await roleServer({ attributes: [sku, price, colour] })
afterAll(() => server[Symbol.asyncDispose]())
const { manager, editor, owner } = {
  manager: server.as('manager'),
  editor: server.as('editor'),
  owner: server.as('owner'),
}

let count = 0
async function product(): Promise<string> {
  const attributes = { sku: `P-${(count += 1)}`, price: 5, colour: 'red' }
  return (await manager('POST', '/api/v1/products', { attributes })).body.data.id
}
async function ownProduct(): Promise<string> {
  const attributes = { sku: `P-${(count += 1)}`, colour: 'blue' }
  return (await owner('POST', '/api/v1/products', { attributes })).body.data.id
}
const read = async (id: string) => (await owner('GET', `/api/v1/products/${id}`)).body.data.attributes
const edits = (as: As, id: string, attributes: object) =>
  as('POST', '/api/v1/edits', { type: 'product', edits: [{ id, attributes }] })
const named = expect.stringMatching(
  /^Price \(price\) may be edited by these roles only: owner, manager\. You are editor here\./,
)
const refusal = { code: 'forbidden', message: named }

test('a value of a restricted attribute is refused to other roles by PATCH, POST, upsert, batch and edits [ROLE-09]', async () => {
  const id = await product()
  const patched = await editor('PATCH', `/api/v1/products/${id}`, {
    attributes: { price: 6, colour: 'blue' },
  })
  expect([patched.status, patched.body.error]).toEqual([403, expect.objectContaining(refusal)])
  const made = await editor('POST', '/api/v1/products', { attributes: { sku: 'new', price: 1 } })
  expect(made.status).toBe(403)
  const upserted = await editor('POST', '/api/v1/products/upsert', {
    merge_key: 'sku',
    attributes: { sku: (await read(id)).sku, price: 9 },
  })
  expect(upserted.status).toBe(403)
  const items = [
    { id, attributes: { price: 7 } },
    { id, attributes: { colour: 'green' } },
  ]
  const batch = await editor('POST', '/api/v1/products/batch', { items })
  expect(batch.body.data).toMatchObject([
    { status: 'failed', status_code: 403, error: refusal },
    { status: 'updated' },
  ])
  expect((await edits(editor, id, { price: 8 })).body.data).toMatchObject([
    { status: 'refused', error: refusal },
  ])
  expect(await read(id)).toMatchObject({ price: 5, colour: 'green' })
  expect((await editor('PATCH', `/api/v1/products/${id}`, { attributes: await read(id) })).status).toBe(200)
  expect((await edits(manager, id, { price: 8 })).body.summary.applied).toBe(1)
  expect((await edits(owner, id, { price: 9 })).body.summary.applied).toBe(1)
})

test('and by bulk edits, imports, undo, restored changes and merged values [ROLE-09]', async () => {
  const id = await product()
  const set = { type: 'product', ids: [id], filter: {}, set: { price: 77 } }
  const bulk = await server.endedJob((await editor('POST', '/api/v1/bulk-edits', set)).body.data.id)
  expect(bulk.result).toMatchObject({ failed: 1, errors: [{ issue: named }] })
  expect((await read(id)).price).toBe(5)

  const file = `sku,price,colour\n${(await read(id)).sku},88,pink\n`
  const [body, headers] = form({ type: 'product', merge_key: 'sku' }, file)
  const started = await editor('POST', '/api/v1/imports', body, headers)
  const { result } = await server.endedJob(started.body.data.id)
  expect(result.errors).toMatchObject([{ field: 'price', issue: named, row_kept: true }])
  expect(await read(id)).toMatchObject({ price: 5, colour: 'pink' })

  await owner('PATCH', '/api/v1/attributes/colour?type=product', { editable_by: ['manager'] })
  const groups = [{ values: ['pink'], to: 'rose' }]
  const merge = (as: As) =>
    as('POST', '/api/v1/quality/clusters/merge', { type: 'product', attribute: 'colour', groups })
  expect((await merge(editor)).body.error.message).toContain('Colour (colour) may be edited')
  expect((await read(id)).colour).toBe('pink')
  expect((await merge(manager)).body.data.changed).toBe(1)
  await owner('PATCH', '/api/v1/attributes/colour?type=product', { editable_by: ['owner'] })
  const other = await ownProduct()
  const entities = { type: 'product', keep: id, merge: [other], values: { colour: other } }
  const merged = await manager('POST', '/app/v1/entities/merge', entities)
  expect([merged.status, merged.body.error.message]).toEqual([
    403,
    expect.stringContaining('Colour (colour)'),
  ])
  await owner('PATCH', '/api/v1/attributes/colour?type=product', { editable_by: null })

  const { edit_id: edit } = (await edits(manager, id, { price: 6 })).body
  expect(edit).not.toBeNull()
  const feed = await owner('GET', `/api/v1/products/${id}/events?limit=1`)
  const changes = [{ sequence: feed.body.data[0].sequence }]
  const restored = await editor('POST', '/app/v1/changes/restore', { type: 'product', changes })
  expect(restored.body.data).toMatchObject([{ status: 'refused', error: refusal }])
  expect((await read(id)).price).toBe(6)
})

test('and by accepted proposals; whoever may not edit may propose [ROLE-09]', async () => {
  const id = await product()
  const proposals = [{ id, attribute: 'price', value: 12 }]
  expect(
    (await editor('POST', '/api/v1/proposals', { type: 'product', proposals })).body.summary.proposed,
  ).toBe(1)
  const open = await editor('GET', '/api/v1/proposals?type=product')
  const decisions = [{ id: open.body.data[0].id, action: 'accept' }]
  const decide = (as: As) => as('POST', '/api/v1/proposals/decide', { type: 'product', decisions })
  expect((await decide(editor)).body.data).toMatchObject([{ status: 'refused' }])
  expect((await read(id)).price).toBe(5)
  expect((await decide(manager)).body.data).toMatchObject([{ status: 'accepted' }])
  expect((await read(id)).price).toBe(12)
})

test('and by agents and keys, which are what their person is [ROLE-09]', async () => {
  const id = await product()
  const person = await server.join('kim', 'manager')
  const key = await server.issueKey(person, ['read:products', 'write:products'])
  const write = (value: number) =>
    callTool({ ...server.server, key }, 'update_entity', {
      type: 'product',
      id,
      attributes: { price: value },
    })
  expect((await write(6)).isError).toBe(false)
  await server.setRole(person, 'editor')
  const refused = await write(7)
  expect([refused.isError, refused.text]).toEqual([
    true,
    expect.stringContaining('Price (price) may be edited'),
  ])
  expect((await read(id)).price).toBe(6)
})

test('a restriction is set, told and lifted by who is not bound by it, and names roles only [ROLE-10]', async () => {
  const at = '/api/v1/attributes/price?type=product'
  const unknown = await manager('PATCH', at, { editable_by: ['boss'] })
  expect(unknown.body.error.field_errors).toMatchObject([{ field: 'editable_by', issue: 'invalid_value' }])
  const closed = await owner('PATCH', at, { editable_by: ['owner'] })
  expect(closed.body.data.editable_by).toEqual(['owner'])
  expect((await manager('PATCH', at, { editable_by: null })).status).toBe(403)
  expect((await manager('DELETE', '/app/v1/attributes/price?type=product')).status).toBe(403)
  const listed = await editor('GET', '/app/v1/attributes?type=product')
  expect(listed.body.data.find((one: { key: string }) => one.key === 'price').editable_by).toEqual(['owner'])
  const closedFor = async (as: As) => {
    const { data } = (await as('GET', '/app/v1/attributes?type=product')).body
    return data.filter((one: { is_closed?: true }) => one.is_closed).map((one: { key: string }) => one.key)
  }
  expect(await closedFor(owner)).toEqual([])
  expect(await closedFor(manager)).toEqual(['price'])
  expect(await closedFor(server.as('contributor'))).toEqual([])
  expect(await closedFor(server.as('viewer'))).toEqual(expect.arrayContaining(['sku', 'price', 'colour']))
  const opened = await owner('PATCH', at, { editable_by: null })
  expect(opened.body.data.editable_by ?? null).toBeNull()
  const id = await product()
  expect((await edits(editor, id, { price: 3 })).body.summary.applied).toBe(1)
  expect((await owner('PATCH', at, { editable_by: ['manager'] })).status).toBe(200)
})

test('people undo their own steps, and nobody else’s [ROLE-11]', async () => {
  const id = await product()
  const { edit_id: edit } = (await edits(editor, id, { colour: 'blue' })).body
  const refused = await manager('POST', `/api/v1/edits/${edit}/undo`)
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    expect.stringContaining('Ed made this step'),
  ])
  expect((await editor('POST', `/api/v1/edits/${edit}/undo`)).body.summary.applied).toBe(1)
  expect((await read(id)).colour).toBe('red')

  const [body, headers] = form({ type: 'product' }, 'sku\nfrom a file\n')
  const { id: job } = (await editor('POST', '/api/v1/imports', body, headers)).body.data
  await server.endedJob(job)
  expect((await manager('POST', `/api/v1/jobs/${job}/undo`)).status).toBe(403)
  expect((await editor('POST', `/api/v1/jobs/${job}/undo`)).status).toBe(202)
})

test('what a contributor types waits for review, and is written once an editor accepts it [ROLE-12]', async () => {
  const contributor = server.as('contributor')
  const id = await ownProduct()
  const item = { id, attributes: { colour: 'teal' } }
  const sent = await contributor('POST', '/api/v1/edits', {
    type: 'product',
    edits: [
      item,
      { id, attributes: { price: 'much' } },
      { ...item, if: { colour: 'no' } },
      { id, attributes: { colour: 'blue' } },
    ],
  })
  expect(sent.status).toBe(200)
  expect(sent.body).toMatchObject({
    data: [
      {
        index: 0,
        id,
        status: 'proposed',
        data: { attributes: { colour: 'blue' } },
        message: expect.stringContaining('wait for review'),
      },
      {
        status: 'refused',
        error: { field_errors: [{ field: 'attributes.price', issue: 'expected_number' }] },
      },
      { status: 'changed_meanwhile', current: { colour: 'blue' } },
      { status: 'applied' },
    ],
    edit_id: null,
    summary: { total: 4, applied: 1, refused: 1, changed_meanwhile: 1, proposed: 1 },
  })
  const listed = await server.as('viewer')('GET', '/api/v1/proposals?type=product&attribute=colour')
  expect(listed.body.data).toMatchObject([
    { value: 'teal', origin: 'person', status: 'open', current: 'blue' },
  ])

  const patched = await contributor('PATCH', `/api/v1/products/${id}`, { attributes: { colour: 'navy' } })
  expect([patched.status, patched.body]).toEqual([
    202,
    {
      data: expect.objectContaining({ id }),
      proposals: [expect.any(String)],
      message: expect.stringContaining('wait for review'),
    },
  ])
  expect((await read(id)).colour).toBe('blue')
  const again = await server.as('viewer')('GET', '/api/v1/proposals?type=product&attribute=colour')
  expect(again.body.data.map(({ value }: { value: string }) => value)).toEqual(['navy'])
  const decisions = [{ id: patched.body.proposals[0], action: 'accept' }]
  expect((await contributor('POST', '/api/v1/proposals/decide', { type: 'product', decisions })).status).toBe(
    403,
  )
  expect(
    (await editor('POST', '/api/v1/proposals/decide', { type: 'product', decisions })).body.data,
  ).toMatchObject([{ status: 'accepted' }])
  expect((await read(id)).colour).toBe('navy')
})

test('a contributor writes nothing else, and neither does a key of theirs [ROLE-12]', async () => {
  const contributor = server.as('contributor')
  const id = await ownProduct()
  const moved = await contributor('PATCH', `/api/v1/products/${id}`, { parent_id: await ownProduct() })
  expect([moved.status, moved.body.error.message]).toEqual([403, expect.stringContaining('role editor')])
  expect((await contributor('POST', '/api/v1/products', { attributes: { sku: 'mine' } })).status).toBe(403)
  expect(
    (await server.as('viewer')('PATCH', `/api/v1/products/${id}`, { attributes: {} })).body.error.message,
  ).toContain('role contributor')
  const person = await server.join('lee', 'manager')
  const key = await server.issueKey(person, ['read:products', 'write:products', 'propose:products'])
  await server.setRole(person, 'contributor')
  expect(
    (await server.withKey(key)('PATCH', `/api/v1/products/${id}`, { attributes: { colour: 'x' } })).status,
  ).toBe(403)
  const proposals = [{ id, attribute: 'colour', value: 'x' }]
  const proposed = await server.withKey(key)('POST', '/api/v1/proposals', { type: 'product', proposals })
  expect(proposed.body.summary.proposed).toBe(1)
})

test('an automation changes a restricted attribute no more than who turned it on may [AUTO-09] [ROLE-09]', async () => {
  const id = await product()
  const body = {
    name: 'Cheaper',
    entity_type: 'product',
    trigger: { on: 'manual' },
    filter: `filter[id][eq]=${id}`,
    actions: [{ set: { price: 1, colour: 'grey' } }],
    is_on: true,
  }
  const { id: automation } = (await editor('POST', '/api/v1/automations', body)).body.data
  const run = async (as: As) => {
    const { id: job } = (await as('POST', `/api/v1/automations/${automation}/run`)).body.data
    await expect
      .poll(async () => (await owner('GET', `/api/v1/jobs/${job}`)).body.data.completed_at)
      .not.toBeNull()
    return (await owner('GET', `/api/v1/jobs/${job}`)).body.data
  }
  expect(await run(manager)).toMatchObject({ status: 'completed', result: { changed: 0, failed: 1 } })
  expect(await read(id)).toMatchObject({ price: 5, colour: 'red' })
  await manager('PATCH', `/api/v1/automations/${automation}`, { is_on: false })
  await manager('PATCH', `/api/v1/automations/${automation}`, { is_on: true })
  expect(await run(manager)).toMatchObject({ result: { changed: 1, failed: 0 } })
  expect(await read(id)).toMatchObject({ price: 1, colour: 'grey' })
})
