import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Worklist } from '#shared/views.ts'
import { type TeamServer, teamServer, type TestBrowser } from '../testing/team-server.ts'

const attributes = [
  {
    name: 'Name',
    key: 'name',
    data_type: 'single_line_text_field',
    entity_type: 'product',
    is_primary: true,
  },
  { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
  { name: 'Fabric', key: 'fabric', data_type: 'single_line_text_field', entity_type: 'product' },
]

let server: TeamServer
let editor: TestBrowser
let contributor: TestBrowser
let viewer: TestBrowser
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await teamServer({ attributes })
  editor = await server.join({ email: 'ed@example.com', role: 'editor' })
  contributor = await server.join({ email: 'ana@example.com', role: 'contributor' })
  viewer = await server.join({ email: 'vi@example.com', role: 'viewer' })
  const people = (await server.owner.get('/app/v1/people')).body.data as { id: string; name: string }[]
  for (const { id, name } of people) ids.set(name, id)
  for (const name of ['Oak chair', 'Elm chair', 'Oak table'])
    await server.owner.post('/api/v1/products', { attributes: { name } })
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const unpriced = {
  name: ' Missing prices ',
  entity_type: 'product',
  filter: 'filter[price][exists]=false',
  q: 'chair',
}

const make = (browser: TestBrowser, body: object = {}) =>
  browser.post('/app/v1/worklists', { ...unpriced, ...body })
const change = (browser: TestBrowser, { id }: Worklist, body: object) =>
  browser.send({ method: 'PATCH', path: `/app/v1/worklists/${id}`, body })
const remove = (browser: TestBrowser, { id }: Pick<Worklist, 'id'>) =>
  browser.send({ method: 'DELETE', path: `/app/v1/worklists/${id}` })
async function listed(browser: TestBrowser = server.owner): Promise<Worklist[]> {
  return (await browser.get('/app/v1/worklists')).body.data
}
async function found({ id }: Worklist, browser?: TestBrowser): Promise<Worklist | undefined> {
  return (await listed(browser)).find((each) => each.id === id)
}
async function newFor(browser: TestBrowser) {
  const { data } = (await browser.get('/app/v1/notifications')).body
  await browser.post('/app/v1/notifications/read', { is_read: true })
  return data.filter((one: { is_read: boolean }) => !one.is_read)
}

test('[WORKLIST-01] [WORKLIST-02] a filter is given to somebody with a due date, and tells how much of it is left', async () => {
  const { status, body } = await make(editor, { assignee_id: ids.get('ana'), due_on: '2026-01-31' })
  expect(status).toBe(201)
  const made = body.data as Worklist
  expect(made).toMatchObject({
    name: 'Missing prices',
    entity_type: 'product',
    assignee: { id: ids.get('ana'), name: 'ana' },
    due_on: '2026-01-31',
    progress: { total: 2, left: 2 },
    created_by: { type: 'user', name: 'ed' },
    done_at: null,
  })
  expect(await found(made, viewer)).toEqual(made)
  const { data } = (await server.owner.get('/api/v1/products?q=Elm')).body
  const path = `/api/v1/products/${data[0].id}`
  await server.owner.send({ method: 'PATCH', path, body: { attributes: { price: 5 } } })
  const { body: cached } = await server.owner.get('/app/v1/worklists')
  if (cached.renewed_in_ms !== null) await setTimeout(cached.renewed_in_ms)
  expect((await found(made))?.progress).toEqual({ total: 2, left: 1 })
})

test('[WORKLIST-01] what is no list, no day or nobody of the workspace is refused', async () => {
  const faulty: [object, string][] = [
    [{ name: '  ' }, 'name'],
    [{ entity_type: 'nothing' }, 'entity_type'],
    [{ filter: 'filter[nothing]=1' }, 'filter'],
    [{ filter: 'sort=price' }, 'filter'],
    [{ due_on: '2026-02-30' }, 'due_on'],
    [{ assignee_id: '01989f6e-af42-7d33-8e5f-708192a3b4ca' }, 'assignee_id'],
  ]
  for (const [body, field] of faulty) {
    const answer = await make(editor, body)
    expect([answer.status, answer.body.error.field_errors?.[0]?.field]).toEqual([400, field])
  }
})

test('[WORKLIST-03] editors make, change and delete them; whoever has one only says that it is done', async () => {
  expect((await make(contributor)).status).toBe(403)
  const made = (await make(editor, { assignee_id: ids.get('vi') })).body.data as Worklist
  const statuses = [
    await change(viewer, made, { due_on: '2026-03-01' }),
    await change(viewer, made, { is_done: true, name: 'Mine' }),
    await change(contributor, made, { is_done: true }),
    await remove(viewer, made),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 403, 403])
  const done = (await change(viewer, made, { is_done: true })).body.data
  expect(done).toMatchObject({
    done_by: { name: 'vi' },
    progress: { total: made.progress.total, left: null },
  })
  expect((await change(editor, made, { is_done: true })).body.data.done_by.name).toBe('vi')
  const open = (await change(viewer, made, { is_done: false })).body.data
  expect([open.done_by, open.done_at]).toEqual([null, null])
  const changed = { name: 'Prices', due_on: '2026-03-01', assignee_id: null }
  expect((await change(editor, made, changed)).body.data).toMatchObject({
    name: 'Prices',
    due_on: '2026-03-01',
    assignee: null,
  })
  expect((await remove(editor, made)).status).toBe(204)
  expect(await found(made)).toBeUndefined()
  expect((await remove(editor, made)).status).toBe(404)
  expect((await change(editor, made, { is_done: true })).status).toBe(404)
})

test('[WORKLIST-04] whoever is given one is told once, and nobody of what they give themselves', async () => {
  await newFor(contributor)
  const made = (await make(editor, { assignee_id: ids.get('ana') })).body.data as Worklist
  await change(editor, made, { name: 'Prices' })
  expect(await newFor(contributor)).toMatchObject([
    { kind: 'assignment', worklist_id: made.id, text: 'Missing prices', actor: { name: 'ed' } },
  ])
  await change(editor, made, { assignee_id: ids.get('ed') })
  expect(await newFor(editor)).toEqual([])
  await change(editor, made, { assignee_id: ids.get('ana') })
  expect(await newFor(contributor)).toHaveLength(1)
})

test('[WORKLIST-06] who has left has none any more, and what cannot be counted says so', async () => {
  const leaver = await server.join({ email: 'lee@example.com', role: 'viewer' })
  const { id = '' } = (await leaver.get('/app/v1/session')).body.data.person
  const body = { assignee_id: id, filter: 'filter[fabric][exists]=false' }
  const made = (await make(editor, body)).body.data as Worklist
  const gone = { method: 'PATCH', path: `/app/v1/people/${id}`, body: { role: null } }
  expect((await server.owner.send(gone)).status).toBe(200)
  expect((await found(made))?.assignee).toBeNull()
  const done = (await make(editor)).body.data as Worklist
  expect((await found(done))?.progress.left).not.toBeNull()
  expect((await change(editor, done, { is_done: true })).status).toBe(200)
  expect((await found(done))?.progress.left).toBeNull()
  const path = '/app/v1/attributes/fabric?type=product'
  expect((await server.owner.send({ method: 'DELETE', path })).status).toBeLessThan(300)
  await expect.poll(async () => (await found(made))?.progress).toEqual({ total: 2, left: null })
})

test('[WORKLIST-07] a workspace has a hundred at most, and sees none of another', async () => {
  const before = (await listed()).length
  for (let count = before; count < 100; count++) expect((await make(editor)).status).toBe(201)
  expect((await make(editor)).status).toBe(409)
  const [first] = await listed()
  const { body } = await server.owner.post('/app/v1/workspaces', { name: 'Other' })
  await server.owner.get('/app/v1/session')
  const headers = { 'vitrine-workspace': body.data.id }
  const path = `/app/v1/worklists/${first?.id ?? ''}`
  expect((await server.owner.send({ path: '/app/v1/worklists', headers })).body.data).toEqual([])
  expect((await server.owner.send({ method: 'DELETE', path, headers })).status).toBe(404)
})
