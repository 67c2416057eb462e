/** What an undo leaves, and what waits for review, names who did it: two people on one server. */
import { afterAll, expect, test } from 'vitest'
import { form } from '../testing/two-workspaces.ts'
import { type As, roleServer } from '../testing/role-server.ts'
import type { TestResponse } from '../testing/http-client.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const server = await roleServer({
  attributes: [
    { ...text, name: 'SKU', is_primary: true },
    { ...text, name: 'Colour' },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())
const [ed, mo, cara] = [server.as('editor'), server.as('manager'), server.as('contributor')]
const { editor, manager, contributor } = server.people
const actorOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({ type: 'user', id, name })
const moment = expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/)

let count = 0
async function product(as: As = ed): Promise<{ id: string; sku: string; edit: string }> {
  const sku = `P-${(count += 1)}`
  const made = await as('POST', '/api/v1/products', { attributes: { sku, price: 5, colour: 'red' } })
  return { id: made.body.data.id, sku, edit: String(made.headers['vitrine-edit-id']) }
}
const write = async (as: As, ids: readonly string[], attributes: object): Promise<string> => {
  const edits = ids.map((id) => ({ id, attributes }))
  return (await as('POST', '/api/v1/edits', { type: 'product', edits })).body.edit_id
}
const undo = (as: As, edit: string): Promise<TestResponse> => as('POST', `/api/v1/edits/${edit}/undo`)
const read = async (id: string) => (await ed('GET', `/api/v1/products/${id}`)).body.data.attributes

test('an undo names who has changed since what it leaves, and when; the rest goes back [EDIT-08] [EDIT-03]', async () => {
  const { id, sku } = await product()
  const edit = await write(ed, [id], { price: 6, colour: 'blue' })
  await write(mo, [id], { price: 7 })
  await write(cara, [id], { colour: 'green' })
  const { body } = await undo(ed, edit)
  expect(body.data).toMatchObject([
    { status: 'applied' },
    {
      status: 'changed_meanwhile',
      id,
      label: sku,
      current: { price: 7 },
      changed_by: { price: actorOf(manager) },
      changed_at: { price: moment },
    },
  ])
  expect(await read(id)).toMatchObject({ price: 7, colour: 'red' })
})

test('only who wrote after the edit is named, not who wrote before it [EDIT-08]', async () => {
  const { id } = await product()
  await write(mo, [id], { price: 6 })
  const edit = await write(ed, [id], { price: 7 })
  await write(ed, [id], { price: 8 })
  const { body } = await undo(ed, edit)
  expect(body.data).toMatchObject([{ changed_by: { price: actorOf(editor) } }])
})

test('a restore from the history names them too [EDIT-08]', async () => {
  const { id } = await product()
  await write(ed, [id], { price: 6 })
  const { data } = (await ed('GET', `/api/v1/products/${id}/events?limit=1`)).body
  await write(mo, [id], { price: 7 })
  const body = { type: 'product', changes: [{ sequence: data[0].sequence }] }
  const answer = await ed('POST', '/app/v1/changes/restore', body, {
    'vitrine-workspace': server.workspaceId,
  })
  expect(answer.body.data).toMatchObject([
    { status: 'changed_meanwhile', changed_by: { price: actorOf(manager) }, changed_at: { price: moment } },
  ])
})

test('what an edit created and somebody has changed since stays, and is told as that [EDIT-08]', async () => {
  const { id, edit } = await product()
  await write(mo, [id], { colour: 'green' })
  const { body } = await undo(ed, edit)
  expect(body.data).toMatchObject([
    {
      status: 'changed_meanwhile',
      id,
      current: { colour: 'green' },
      changed_by: { colour: actorOf(manager) },
    },
  ])
  expect(body.edit_id).toBeNull()
  expect(await read(id)).toMatchObject({ colour: 'green' })
})

test('the undo of a bulk edit by a job lists the first values that stay, by whom and when [EDIT-08]', async () => {
  const { id } = await product()
  const items = Array.from({ length: 10_001 }, (_, index) => ({
    attributes: { sku: `B-${index}`, colour: 'bulk' },
  }))
  for (let start = 0; start < items.length; start += 100)
    await ed('POST', '/api/v1/products/batch', { items: items.slice(start, start + 100) })
  const started = await ed('POST', '/api/v1/bulk-edits', {
    type: 'product',
    filter: { colour: 'bulk' },
    set: { price: 3 },
  })
  const { edit_id: edit } = (await server.endedJob(started.body.data.id)).metadata
  const { data } = (await ed('GET', '/api/v1/products?limit=2&filter[colour]=bulk')).body
  const ids = data.map((each: { id: string }) => each.id)
  await write(mo, ids, { price: 4 })
  const undone = await undo(ed, edit)
  expect(undone.status).toBe(202)
  const { result } = await server.endedJob(undone.body.data.id)
  expect(result).toMatchObject({ changed: 9999, unchanged: 2, changed_meanwhile: 2 })
  expect(result.changed_since).toHaveLength(2)
  expect(result.changed_since).toMatchObject(
    ids.toReversed().map((changed: string) => ({
      id: changed,
      label: expect.stringMatching(/^B-/),
      attribute: 'price',
      changed_by: actorOf(manager),
      changed_at: moment,
    })),
  )
  expect(await read(id)).toMatchObject({ price: 5 })
}, 60_000)

test('the undo of an import lists the values that stay in the same way [EDIT-08]', async () => {
  const { id, sku } = await product()
  const [file, headers] = form({ type: 'product', merge_key: 'sku' }, `sku,price\n${sku},9\n`)
  const job = (await ed('POST', '/api/v1/imports', file, headers)).body.data.id
  expect((await server.endedJob(job)).result).toMatchObject({ updated: 1 })
  await write(mo, [id], { price: 10 })
  const undone = await ed('POST', `/api/v1/jobs/${job}/undo`)
  const { result } = await server.endedJob(undone.body.data.id)
  expect(result).toMatchObject({
    kept: 1,
    changed_since: [{ id, label: sku, attribute: 'price', changed_by: actorOf(manager), changed_at: moment }],
  })
})

test('a proposal names the person, the key or the agent that made it [PROPOSE-09]', async () => {
  const { id } = await product()
  await cara('PATCH', `/api/v1/products/${id}`, { attributes: { colour: 'green' } })
  const key = server.withKey(await server.issueKey('owner', ['propose:products', 'read:products']))
  const proposals = [{ id, attribute: 'price', value: 8 }]
  await key('POST', '/api/v1/proposals', { type: 'product', proposals })
  const { data } = (await ed('GET', `/api/v1/proposals?type=product&entity_id=${id}`)).body
  expect(data).toMatchObject([
    { attribute: 'colour', origin: 'person', proposed_by: actorOf(contributor), created_at: moment },
    { attribute: 'price', origin: 'script', proposed_by: { type: 'api_key', name: 'Key' } },
  ])
})
