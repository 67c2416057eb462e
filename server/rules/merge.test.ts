import { afterAll, expect, test } from 'vitest'
import { scopes } from '#shared/scopes.ts'
import { testServer } from '../testing/test-server.ts'

const product = (name: string, more: object) => ({ name, entity_type: 'product', ...more })
const text = { data_type: 'single_line_text_field' }
const named = (type: string) => ({ name: 'Name', key: 'name', ...text, entity_type: type, is_primary: true })

const server = await testServer({
  attributes: [
    named('vendor'),
    named('category'),
    product('SKU', { ...text, is_primary: true }),
    product('Code', { ...text, constraints: { unique: true } }),
    product('Price', { data_type: 'number' }),
    product('Need', { ...text, constraints: { required: true } }),
    product('Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } }),
    product('Related', { data_type: 'entity_list_reference', reference: { type: 'product' } }),
    product('Twice', { data_type: 'formula', formula: '{{price}} * 2' }),
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const owner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path: `/app/v1${path}`, ...(body !== undefined && { body }) })
const make = async (type: string, attributes: object, parent_id?: string): Promise<string> =>
  (await server.post(`/${type}`, { attributes, ...(parent_id && { parent_id }) })).body.data.id
const makeProduct = (sku: string, more: object = {}, parent?: string) =>
  make('products', { sku, need: 'x', ...more }, parent)
const read = async (id: string) => (await server.get(`/products/${id}`)).body.data
const merge = (body: object) => owner('POST', '/entities/merge', { type: 'product', ...body })
interface MergeEvent {
  readonly event: string
  readonly entity: { readonly label: string }
  readonly actor: { readonly type: string }
}

const namesOf = (list: { label: string }[] = []) => list.map(({ label }) => label)

test('[MERGE-01] references move to the kept one: once, where the first stood, and never to itself', async () => {
  const [keep, one, two, other] = [
    await makeProduct('K1'),
    await makeProduct('M1'),
    await makeProduct('M2'),
    await makeProduct('O1'),
  ]
  const list = await makeProduct('L1', { related: [other, two, keep, one] })
  await server.patch(`/products/${keep}`, { attributes: { related: [one, other] } })
  const { status, body } = await merge({ keep, merge: [one, two] })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ merged: [one, two], moved: { references: 3, variants: 0 } })
  expect(body.data.entity.id).toBe(keep)
  expect(namesOf((await read(list)).attributes.related)).toEqual(['O1', 'K1'])
  expect(namesOf((await read(keep)).attributes.related)).toEqual(['O1'])
  expect((await server.get(`/products/${one}`)).status).toBe(404)
  expect((await owner('GET', '/trash')).body.data.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining([one, two]),
  )
})

test('[MERGE-02] what lay below a merged one lies below the kept one, which takes the place of what it lay below', async () => {
  const top = await makeProduct('Top')
  const middle = await makeProduct('Middle', {}, top)
  const keep = await makeProduct('Keep', {}, middle)
  const sibling = await makeProduct('Sibling', {}, top)
  const { body } = await merge({ keep, merge: [top] })
  expect(body.data.moved).toEqual({ references: 0, variants: 2 })
  expect((await read(keep)).parent_id).toBeNull()
  expect((await read(middle)).parent_id).toBe(keep)
  expect((await read(sibling)).parent_id).toBe(keep)
  await server.post(`/edits/${body.data.edit_id}/undo`)
  const undone = await owner('POST', `/entities/merge`, {
    type: 'product',
    keep,
    merge: [sibling],
    dry_run: true,
  })
  expect(undone.status).toBe(200)
})

test('[MERGE-03] a value is taken from the one that is named, a blank too, and every other one stays', async () => {
  const keep = await makeProduct('K3', { price: 5, code: 'k3' })
  const other = await makeProduct('M3', { price: 7, code: 'm3' })
  const values = { sku: other, code: other, price: keep }
  const { body } = await merge({ keep, merge: [other], values })
  expect((await read(keep)).attributes).toMatchObject({ sku: 'M3', code: 'm3', price: 5 })
  const blank = await makeProduct('B3')
  await merge({ keep, merge: [blank], values: { price: blank } })
  expect((await read(keep)).attributes).not.toHaveProperty('price')
  expect(body.data.entity.attributes).toMatchObject({ code: 'm3' })
})

test('[MERGE-04] what cannot be merged is told, all of it, and nothing changes', async () => {
  const keep = await makeProduct('K4')
  const other = await makeProduct('M4')
  const vendor = await make('vendors', { name: 'V4' })
  const gone = await makeProduct('G4')
  await owner('POST', '/trash', { type: 'product', ids: [gone] })
  const values = { twice: other, nope: other, price: vendor, need: other }
  const { status, body } = await merge({ keep, merge: [other, keep, vendor, gone, 'x'], values })
  expect(status).toBe(400)
  expect(body.error.field_errors.map(({ field, issue }: Record<string, string>) => [field, issue])).toEqual([
    ['merge[1]', 'self_reference'],
    ['merge[2]', 'referenced_entity_not_found'],
    ['merge[3]', 'referenced_entity_not_found'],
    ['merge[4]', 'expected_uuid'],
    ['values.twice', 'read_only_attribute'],
    ['values.nope', 'not_a_defined_attribute'],
    ['values.price', 'invalid_value'],
  ])
  const unknown = await merge({ keep: crypto.randomUUID(), merge: [] })
  expect(unknown.body.error.field_errors).toMatchObject([
    { field: 'merge', issue: 'expected_values' },
    { field: 'keep', issue: 'referenced_entity_not_found' },
  ])
  expect((await server.get(`/products/${other}`)).status).toBe(200)
})

test('[MERGE-05] one edit takes all of it back, with the caller as actor, and can be done again', async () => {
  const keep = await makeProduct('K5', { price: 1 })
  const other = await makeProduct('M5', { price: 2 })
  const vendor = await makeProduct('R5', { related: [other] })
  const before = (await server.get('/events?limit=1')).body.data[0].sequence
  const { body } = await merge({ keep, merge: [other], values: { price: other } })
  const undo = await server.asOwner({ method: 'POST', path: `/api/v1/edits/${body.data.edit_id}/undo` })
  expect(undo.body.summary).toMatchObject({ refused: 0, changed_meanwhile: 0 })
  expect((await read(keep)).attributes.price).toBe(1)
  expect((await read(other)).attributes.price).toBe(2)
  expect(namesOf((await read(vendor)).attributes.related)).toEqual(['M5'])
  const { data } = (await server.get(`/events?limit=20`)).body
  const events = data.filter(({ sequence }: { sequence: number }) => sequence > before).reverse()
  expect(events.map(({ event, entity, actor }: MergeEvent) => [event, entity.label, actor.type])).toEqual([
    ['entity.updated', 'R5', 'owner'],
    ['entity.deleted', 'M5', 'owner'],
    ['entity.updated', 'K5', 'owner'],
    ['entity.updated', 'K5', 'owner'],
    ['entity.restored', 'M5', 'owner'],
    ['entity.updated', 'R5', 'owner'],
  ])
  expect(events[1].merged_into).toMatchObject({ id: keep, label: 'K5' })
  expect(events[2].merged).toEqual([{ id: other, type: 'product', label: 'M5' }])
  const again = await server.asOwner({ method: 'POST', path: `/api/v1/edits/${undo.body.edit_id}/undo` })
  expect(again.status).toBe(200)
  expect((await server.get(`/products/${other}`)).status).toBe(404)
  expect((await read(keep)).attributes.price).toBe(2)
})

test('[MERGE-06] notes, classes, views, channels and rules name the kept one then, and again the merged one after an undo', async () => {
  const [keep, other] = [
    await make('categories', { name: 'Chairs' }),
    await make('categories', { name: 'chairs' }),
  ]
  await server.post('/notes', { type: 'category', entity_id: other, text: 'Which one?' })
  const cls = await owner('POST', '/attribute-classes', {
    entity_type: 'product',
    name: 'Seats',
    category_ids: [other],
  })
  await owner('POST', '/channels/shopify/enable', {})
  await owner('PATCH', '/channels/shopify', { categories: { [other]: 'Furniture > Chairs' } })
  const rule = await server.post('/quality/rules', {
    name: 'Seats',
    entity_type: 'product',
    applies_to: `filter[id][in]=${other}`,
    check: { kind: 'filter', must_match: `filter[id]=${other}` },
  })
  const ruled = async () => {
    const { data } = (await server.get('/quality/rules?type=product')).body
    const { applies_to, check } = data.find(({ id }: { id: string }) => id === rule.body.data.id)
    return [applies_to, check.must_match]
  }
  const noted = async (id: string) =>
    (await server.get(`/notes?type=category&entity_id=${id}`)).body.data.length
  const classOf = async () =>
    (await owner('GET', '/attribute-classes')).body.data.find(
      ({ id }: { id: string }) => id === cls.body.data.id,
    ).category_ids ?? []
  const { body } = await merge({ type: 'category', keep, merge: [other] })
  const idsOf = (list: (string | { id: string })[]) =>
    list.map((one) => (typeof one === 'string' ? one : one.id))
  expect([await noted(keep), idsOf(await classOf())]).toEqual([1, [keep]])
  expect(JSON.stringify((await server.get('/channels/shopify')).body)).toContain(keep)
  expect(await ruled()).toEqual([`filter[id][in]=${keep}`, `filter[id]=${keep}`])
  await server.asOwner({ method: 'POST', path: `/api/v1/edits/${body.data.edit_id}/undo` })
  expect(await ruled()).toEqual([`filter[id][in]=${other}`, `filter[id]=${other}`])
  expect([await noted(keep), await noted(other), idsOf(await classOf())]).toEqual([0, 1, [other]])
})

test('[MERGE-07] keys may merge with both scopes where the owner lets them, and undo only what they may do', async () => {
  const [keep, other] = [await makeProduct('K7'), await makeProduct('M7')]
  const body = { type: 'product', keep, merge: [other] }
  expect((await server.post('/entities/merge', body)).body.error.code).toBe('forbidden')
  await owner('PATCH', '/settings', { keys_may_merge: true })
  const weak = await server.issueKey(scopes.filter((scope) => scope !== 'delete:products'))
  const bearer = { authorization: `Bearer ${weak}` }
  const refused = await server.post('/entities/merge', body, bearer)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  const { data } = (await server.post('/entities/merge', body)).body
  expect(data.merged).toEqual([other])
  expect((await server.post(`/edits/${data.edit_id}/undo`, undefined, bearer)).status).toBe(403)
  await owner('PATCH', '/settings', { keys_may_merge: false })
  expect((await server.post(`/edits/${data.edit_id}/undo`)).body.error.code).toBe('forbidden')
  expect((await owner('GET', '/settings')).body.data.keys_may_merge).toBe(false)
})

test('[MERGE-09] a dry run tells what would move and changes nothing', async () => {
  const [keep, other] = [await makeProduct('K9'), await makeProduct('M9')]
  await makeProduct('R9', { related: [other] })
  await makeProduct('C9', {}, other)
  const { body } = await merge({ keep, merge: [other], dry_run: true })
  expect(body.data).toMatchObject({ edit_id: null, moved: { references: 1, variants: 1 }, merged: [other] })
  expect((await server.get(`/products/${other}`)).status).toBe(200)
})
