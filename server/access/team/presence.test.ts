import { beforeEach, expect, test, vi } from 'vitest'
import type { EntityType } from '#shared/entities.ts'
import type { Place, TeamMessage } from '#shared/team.ts'
import { Presence } from './presence.ts'

const workspaceId = 'w'
const ana = { id: 'a', name: 'Ana' }
const ben = { id: 'b', name: 'Ben' }

function page(presence: Presence, id: string, person: { id: string; name: string }, where = workspaceId) {
  const received: TeamMessage[] = []
  const state = { isReading: true, types: ['product', 'vendor'] as EntityType[] }
  const line = {
    send: (text: string) => {
      if (state.isReading) received.push(JSON.parse(text.split('data: ')[1] ?? '') as TeamMessage)
      return state.isReading
    },
    mayRead: (type: EntityType) => state.types.includes(type),
  }
  const leave = presence.join(id, { workspaceId: where, person, line })
  const go = (place: Partial<Place>) =>
    presence.move(person.id, where, {
      seat: id,
      type: 'product',
      entity_id: null,
      attribute: null,
      is_typing: false,
      ...place,
    })
  const last = () => received.findLast((message) => message.event === 'presence')
  return { received, state, leave, go, last }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})
const settle = () => vi.advanceTimersByTimeAsync(250)

test('[PRESENCE-01] whoever is in a list is told who else is, in which cell, and who types', async () => {
  const presence = new Presence()
  const [one, two] = [page(presence, '1', ana), page(presence, '2', ben)]
  one.go({ entity_id: 'chair', attribute: 'price', is_typing: true })
  two.go({})
  await settle()
  const members = [
    { seat: '1', person: ana, entity_id: 'chair', attribute: 'price', is_typing: true },
    { seat: '2', person: ben, entity_id: null, attribute: null, is_typing: false },
  ]
  expect(two.last()).toEqual({ event: 'presence', type: 'product', seats: members })
  expect(one.last()).toEqual(two.last())
})

test('[PRESENCE-01] who goes to another list or away is gone from the first, and lists of other types and workspaces hear nothing', async () => {
  const presence = new Presence()
  const [one, two] = [page(presence, '1', ana), page(presence, '2', ben)]
  const [vendors, elsewhere] = [page(presence, '3', ben), page(presence, '4', ben, 'other')]
  for (const { go } of [one, two, elsewhere]) go({})
  vendors.go({ type: 'vendor' })
  await settle()
  const before = [vendors.received.length, elsewhere.received.length]
  one.go({ type: null })
  await settle()
  expect(two.last()).toMatchObject({ seats: [{ seat: '2' }] })
  one.go({})
  await settle()
  expect(two.last()).toMatchObject({ seats: [{ seat: '1' }, { seat: '2' }] })
  one.leave()
  await settle()
  expect(two.last()).toMatchObject({ seats: [{ seat: '2' }] })
  expect([vendors.received.length, elsewhere.received.length]).toEqual(before)
  expect(presence.size).toBe(3)
})

test('[PRESENCE-02] moves are gathered: fifty people who move ten times in a moment are told once each', async () => {
  const presence = new Presence()
  const pages = Array.from({ length: 50 }, (_, index) =>
    page(presence, String(index), { id: String(index), name: `P${index}` }),
  )
  const deliveries = () =>
    pages.map(({ received }) => received.filter(({ event }) => event === 'presence').length)
  for (let round = 0; round < 10; round += 1) {
    for (const { go } of pages) go({ entity_id: String(round) })
    await vi.advanceTimersByTimeAsync(15)
  }
  expect(deliveries()).toEqual(pages.map(() => 0))
  await settle()
  expect(deliveries()).toEqual(pages.map(() => 1))
  expect(JSON.stringify(pages[0]?.last()).length).toBeLessThan(8000)
})

test('[PRESENCE-03] what is not read is not piled up: the newest state comes when it is', async () => {
  const presence = new Presence()
  const [one, two] = [page(presence, '1', ana), page(presence, '2', ben)]
  two.go({})
  await settle()
  two.state.isReading = false
  for (const entity of ['a', 'b', 'c']) {
    one.go({ entity_id: entity })
    await settle()
  }
  const before = two.received.length
  two.state.isReading = true
  await settle()
  expect(two.received.length).toBe(before + 1)
  expect(two.last()).toMatchObject({ seats: [{ entity_id: 'c' }, { seat: '2' }] })
})

test('[PRESENCE-04] whoever may not read a type any more is told nothing of it', async () => {
  const presence = new Presence()
  const [one, two] = [page(presence, '1', ana), page(presence, '2', ben)]
  one.go({})
  two.go({})
  await settle()
  const before = two.received.length
  two.state.types = []
  one.go({ entity_id: 'chair' })
  await settle()
  expect(two.received.length).toBe(before)
})

test('[PRESENCE-05] pages, and moves of a page, are bounded; a seat is its own person’s', () => {
  const presence = new Presence()
  const first = page(presence, '0', ana)
  expect(() => page(presence, '0', ben)).toThrow('taken')
  expect(() => presence.move('b', workspaceId, placeOf('0'))).toThrow('not found')
  expect(() => presence.move('a', 'other', placeOf('0'))).toThrow('not found')
  for (let id = 1; id < 20; id += 1) page(presence, String(id), ana)
  expect(() => page(presence, '20', ana)).toThrow('Too many')
  first.leave()
  page(presence, '20', ana)
  for (let move = 0; move < 30; move += 1) presence.move('a', workspaceId, placeOf('1'))
  expect(() => presence.move('a', workspaceId, placeOf('1'))).toThrow('more often')
})

test('[PRESENCE-05] a page that connects anew keeps its seat, whatever becomes of its former connection', async () => {
  const presence = new Presence()
  const before = page(presence, '1', ana)
  before.go({})
  const again = page(presence, '1', ana)
  before.leave()
  expect(presence.size).toBe(1)
  again.go({ entity_id: 'chair' })
  await settle()
  expect(again.last()).toMatchObject({ seats: [{ seat: '1', entity_id: 'chair' }] })
})

test('[PRESENCE-06] the pages of a person are told of what is new for them, those of a workspace of what is for all', () => {
  const presence = new Presence()
  const [one, two, three] = [
    page(presence, '1', ana),
    page(presence, '2', ben),
    page(presence, '3', ana, 'o'),
  ]
  presence.notify('notified', { person: ana.id })
  presence.notify('worklists', { workspace: workspaceId })
  const received = [one, two, three].map(({ received: all }) => all.map(({ event }) => event))
  expect(received).toEqual([
    ['seated', 'notified', 'worklists'],
    ['seated', 'worklists'],
    ['seated', 'notified'],
  ])
})

function placeOf(id: string): Place {
  return { seat: id, type: 'product', entity_id: null, attribute: null, is_typing: false }
}
