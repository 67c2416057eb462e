import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const name = { name: 'Name', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true }

async function start() {
  const server = await testServer({ attributes: [name] })
  const { body } = await server.post('/products', { attributes: { name: 'Chair' } })
  const entityId: string = body.data.id
  const add = async (text: string, members: object = {}) =>
    server.post('/notes', { type: 'product', entity_id: entityId, text, ...members })
  const list = async (search: string) =>
    (await server.get(`/notes?type=product&${search}`)).body as {
      data: { text: string }[]
      pagination: { next_cursor: string }
    }
  return { server, add, list }
}

test('[NOTE-08] [surfaces.5.12] a to-do has a day; those due first come first, over pages, and those without last', async () => {
  const { server, add, list } = await start()
  await using _ = server
  await add('later', { due_on: '2026-12-24' })
  await add('none', { status: 'open' })
  const { body } = await add('soon', { due_on: '2026-12-02' })
  expect(body.data).toMatchObject({ status: 'open', due_on: '2026-12-02' })
  const texts = async (search: string) => (await list(search)).data.map(({ text }) => text)
  expect(await texts('sort=due_on')).toEqual(['soon', 'later', 'none'])
  expect(await texts('due_by=2026-12-10')).toEqual(['soon'])
  const first = await list('sort=due_on&limit=2')
  expect(await texts(`sort=due_on&limit=2&cursor=${first.pagination.next_cursor}`)).toEqual(['none'])
})

test('[NOTE-08] a day is changed and taken away, told in the feed, and what is no day is refused', async () => {
  const { server, add } = await start()
  await using _ = server
  const { body } = await add('call', { due_on: '2026-12-02' })
  const path = `/notes/${body.data.id}`
  expect((await server.patch(path, { due_on: '2026-12-05' })).body.data.due_on).toBe('2026-12-05')
  expect((await server.patch(path, { due_on: null })).body.data).toMatchObject({
    due_on: null,
    status: 'open',
  })
  const refused = await server.patch(path, { due_on: '2026-02-30' })
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'due_on', issue: 'expected_date' }])
  const events = (await server.get('/events')).body.data as { changes: object[] }[]
  expect(events.map(({ changes }) => changes)).toContainEqual([
    expect.objectContaining({ attribute: 'due_on', old: '2026-12-05', new: null }),
  ])
})
