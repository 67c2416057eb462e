import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventKind } from '#shared/events.ts'
import { StaleAnswers } from './live-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const asked: string[] = []
  const stale = new StaleAnswers(
    { invalidateQueries: async (filters) => void asked.push(String(filters?.queryKey?.[0])) },
    'w1',
  )
  return { stale, take: () => asked.splice(0).toSorted((a, b) => a.localeCompare(b)) }
}

const counted = [
  'board',
  'changes',
  'channel-preview',
  'completeness',
  'count',
  'facets',
  'gallery',
  'pictures',
  'quality',
  'review',
  'tree',
]

test.each<[EventKind, string[], string[]]>([
  ['entity.updated', [], [...counted, 'worklists']],
  ['entity.deleted', ['comments', 'notes', 'trash'], [...counted, 'worklists']],
  ['entity.restored', ['comments', 'notes', 'trash'], [...counted, 'worklists']],
  ['attribute.updated', ['attribute-classes', 'attributes', 'channels'], counted],
  ['note.created', ['notes'], []],
  ['comment.resolved', ['comments'], []],
  ['job.completed', [], []],
])('after %s %j are asked for at once, %j a little later', (event, atOnce, later) => {
  const { stale, take } = open()
  stale.takeEvent(event)
  expect(take()).toEqual(atOnce)
  stale.takeEvent(event)
  vi.advanceTimersByTime(3_000)
  expect(take().filter((key) => !atOnce.includes(key))).toEqual(later)
})

test('what waits is asked for once however many events there are, and not after the end', () => {
  const { stale, take } = open()
  for (let event = 0; event < 50; event += 1) stale.takeEvent('entity.updated')
  vi.advanceTimersByTime(400)
  expect(take()).toEqual(counted)
  stale.takeEvent('entity.updated')
  stale.close()
  vi.advanceTimersByTime(3_000)
  expect(take()).toEqual([])
})

test('what the people of a team are told makes their lists stale', () => {
  const { stale, take } = open()
  stale.takeTeamMessage('worklists')
  stale.takeTeamMessage('notified')
  stale.takeTeamMessage('seated')
  stale.takeTeamMessage('presence')
  expect(take()).toEqual(['notifications', 'notifications', 'worklists'])
})
