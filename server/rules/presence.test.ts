import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeamMessage } from '#shared/team.ts'
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
]

let server: TeamServer
let ana: TestBrowser
let chair: string

beforeAll(async () => {
  server = await teamServer({ attributes })
  ana = await server.join({ email: 'ana@example.com', role: 'contributor' })
  const made = await server.owner.post('/api/v1/products', { attributes: { name: 'Chair' } })
  chair = made.body.data.id
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

async function open(browser: TestBrowser, id: string = randomUUID()) {
  const received: TeamMessage[] = []
  const ended = new AbortController()
  const response = await fetch(`${server.server.origin}/api/v1/events/stream`, {
    headers: {
      cookie: browser.cookie ?? '',
      'vitrine-workspace': server.workspace.id,
      'vitrine-seat': id,
    },
    signal: ended.signal,
  })
  const state = { isOpen: true }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      const parts = (text + Buffer.from(chunk).toString()).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const data = part.split('\n').find((line) => line.startsWith('data: '))
        if (data && !part.includes('id: ')) received.push(JSON.parse(data.slice(6)) as TeamMessage)
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => (state.isOpen = false))
  const last = () => received.findLast((message) => message.event === 'presence')
  return { id, received, last, state, close: () => ended.abort() }
}

const place = (id: string, more: object = {}) => ({
  seat: id,
  type: 'product',
  entity_id: null,
  attribute: null,
  is_typing: false,
  ...more,
})

test('[PRESENCE-01] two people in a list hear where the other is, over the stream of changes', async () => {
  const [mine, theirs] = [await open(server.owner), await open(ana)]
  await expect.poll(() => theirs.received[0]).toEqual({ event: 'seated' })
  expect((await server.owner.post('/app/v1/presence', place(mine.id))).status).toBe(204)
  const typing = { entity_id: chair, attribute: 'price', is_typing: true }
  expect((await ana.post('/app/v1/presence', place(theirs.id, typing))).status).toBe(204)
  await expect
    .poll(() => mine.last())
    .toMatchObject({
      type: 'product',
      seats: [{ person: { name: 'Sam' } }, { person: { name: 'ana' }, ...typing }],
    })
  theirs.close()
  await expect.poll(() => mine.last()).toMatchObject({ seats: [{ person: { name: 'Sam' } }] })
  mine.close()
})

test('[PRESENCE-05] a place is checked, and a seat is its own person’s', async () => {
  const mine = await open(server.owner)
  const statuses = [
    await server.owner.post('/app/v1/presence', { ...place(mine.id), type: 'nothing' }),
    await server.owner.post('/app/v1/presence', place(mine.id, { attribute: 'x'.repeat(201) })),
    await server.owner.post('/app/v1/presence', place(randomUUID())),
    await ana.post('/app/v1/presence', place(mine.id)),
  ].map(({ status }) => status)
  expect(statuses).toEqual([400, 400, 404, 404])
  mine.close()
})

test('[PRESENCE-04] presence ends with the session', async () => {
  const ben = await server.join({ email: 'ben@example.com', role: 'viewer' })
  const [mine, theirs] = [await open(server.owner), await open(ben)]
  await server.owner.post('/app/v1/presence', place(mine.id))
  await ben.post('/app/v1/presence', place(theirs.id))
  await expect.poll(() => mine.last()).toMatchObject({ seats: [{}, { person: { name: 'ben' } }] })
  await ben.post('/app/v1/sign-out')
  await ana.post('/api/v1/comments', { type: 'product', entity_id: chair, text: 'Anything.' })
  await expect.poll(() => mine.last()).toMatchObject({ seats: [{ person: { name: 'Sam' } }] })
  expect((await ben.post('/app/v1/presence', place(theirs.id))).status).toBe(401)
  mine.close()
})

test('[COMMENT-10] who is mentioned or replied to has a notification, once, and nobody of their own words', async () => {
  const page = await open(ana)
  await server.owner.post('/app/v1/notifications/read', { is_read: true })
  await ana.post('/app/v1/notifications/read', { is_read: true })
  const body = { type: 'product', entity_id: chair, attribute: 'price', text: 'Right, @ANA and @Sam?' }
  const { data } = (await server.owner.post('/api/v1/comments', body)).body
  expect(data.mentions.map(({ name }: { name: string }) => name)).toEqual(['Sam', 'ana'])
  await expect.poll(() => page.received.map(({ event }) => event)).toContain('notified')
  await ana.post(`/api/v1/comments/${data.id}/replies`, { text: 'Yes, @Sam' })
  await ana.post(`/api/v1/comments/${data.id}/replies`, { text: 'From January on' })
  const newOf = async (browser: TestBrowser) => {
    const { body: list } = await browser.get('/app/v1/notifications')
    return list.data
      .filter((one: { is_read: boolean }) => !one.is_read)
      .map(({ kind, text, actor }: Record<string, { name: string }>) => [kind, text, actor?.name])
  }
  expect(await newOf(ana)).toEqual([['mention', 'Right, @ANA and @Sam?', 'Sam']])
  expect(await newOf(server.owner)).toEqual([
    ['reply', 'From January on', 'ana'],
    ['mention', 'Yes, @Sam', 'ana'],
  ])
  const [first] = (await server.owner.get('/app/v1/notifications')).body.data
  expect(first).toMatchObject({
    comment_id: data.id,
    attribute: 'price',
    entity: { id: chair, label: 'Chair' },
  })
  await server.owner.post('/app/v1/notifications/read', { ids: [first.id], is_read: true })
  expect((await server.owner.get('/app/v1/notifications')).body.unread).toBe(1)
  await server.owner.post('/app/v1/notifications/read', { is_read: true })
  await server.owner.post('/app/v1/notifications/read', { ids: [first.id], is_read: false })
  expect(await newOf(server.owner)).toHaveLength(1)
  page.close()
})

test('[COMMENT-10] who has left a workspace hears nothing of it any more, and viewers read but do not comment', async () => {
  const eve = await server.join({ email: 'eve@example.com', role: 'viewer' })
  const body = { type: 'product', entity_id: chair, text: 'Look, @eve' }
  expect((await eve.post('/api/v1/comments', body)).status).toBe(403)
  await server.owner.post('/api/v1/comments', body)
  expect((await eve.get('/app/v1/notifications')).body.unread).toBe(1)
  const people = (await server.owner.get('/app/v1/people')).body.data as { id: string; name: string }[]
  const { id = '' } = people.find(({ name }) => name === 'eve') ?? {}
  await server.owner.send({ method: 'PATCH', path: `/app/v1/people/${id}`, body: { role: null } })
  expect((await eve.get('/app/v1/notifications')).body).toEqual({ data: [], unread: 0 })
})
