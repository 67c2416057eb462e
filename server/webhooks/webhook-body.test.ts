import { expect, test } from 'vitest'
import type { EventRecord } from '#shared/events.ts'
import { gatherEvents, toBody } from './webhook-body.ts'
import { pauseBeforeTry, readTries, defaultTries } from './tries.ts'

const eventOf = (sequence: number, text = 'x') =>
  ({
    sequence,
    event: 'entity.updated',
    changes: [{ attribute: 'a', old: null, new: text }],
  }) as unknown as EventRecord

const feedOf = (events: readonly EventRecord[]) => ({
  call: async (_name: string, { sequence, limit }: { sequence: number; limit: number }) => ({
    events: events.filter((event) => event.sequence > sequence).slice(0, limit),
    newest: events.at(-1)?.sequence ?? 0,
  }),
})
const facts = { workspace: { id: 'w', name: 'Chairs' }, subscription: 's', hasGap: false }

test('a body has at most 100 events and 1 MiB, and one larger event without its changes [HOOK-10]', async () => {
  const many = feedOf(Array.from({ length: 1200 }, (_, at) => eventOf(at + 1)))
  const hundred = await gatherEvents(many, { after: 0 }, () => true)
  expect([hundred.events.length, hundred.until]).toEqual([100, 100])
  const rare = await gatherEvents(many, { after: 0 }, ({ sequence }) => sequence % 500 === 0)
  expect([rare.events.length, rare.sequence, rare.until]).toEqual([2, 1000, 1200])

  const large = 'ü'.repeat(300_000)
  const bodies = await gatherEvents(
    feedOf([1, 2, 3].map((at) => eventOf(at, large))),
    { after: 0 },
    () => true,
  )
  expect([bodies.events.length, bodies.until]).toEqual([1, 1])
  const huge = await gatherEvents(feedOf([eventOf(1, large.repeat(2))]), { after: 0 }, () => true)
  const body = toBody(facts, huge)
  expect(JSON.parse(body).data).toEqual([{ ...eventOf(1), changes: [], changes_omitted: true }])
  expect(Buffer.byteLength(body)).toBeLessThan(1024 * 1024)
})

test('a second try has the events of the first, whatever came since [HOOK-10]', async () => {
  const events = [1, 2, 3].map((sequence) => eventOf(sequence))
  const first = await gatherEvents(feedOf(events.slice(0, 2)), { after: 0 }, () => true)
  const again = await gatherEvents(feedOf(events), { after: 0, until: first.until }, () => true)
  expect(toBody(facts, again)).toBe(toBody(facts, first))
})

test('tries come later and later within ten percent, or when the receiver says, up to an hour [HOOK-11]', () => {
  const at = (random: number) => ({ pauses: defaultTries, random: () => random })
  const pauses = defaultTries.map((_, tries) => pauseBeforeTry(tries + 1, undefined, at(0.5)))
  expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000))
  expect([0, 1].map((random) => pauseBeforeTry(2, undefined, at(random)))).toEqual([270_000, 330_000])
  expect([60, 90_000, 0].map((wait) => pauseBeforeTry(1, wait, at(0)))).toEqual([60_000, 3_600_000, 1000])
  expect(pauseBeforeTry(10, undefined, at(0.5))).toBeUndefined()
  expect([readTries('1, 2'), readTries(''), readTries(undefined)]).toEqual([[1, 2], undefined, undefined])
  expect(() => readTries('soon')).toThrow('VITRINE_WEBHOOK_TRIES names seconds')
})
