import { expect, test } from 'vitest'
import type { EventRecord } from '#shared/events.ts'
import { describeEvent, nameAuthor, shownChanges } from './event-texts.ts'
import { present } from './rights.tsx'

const event = (part: Partial<EventRecord>): EventRecord => ({
  id: 'e',
  sequence: 1,
  event: 'entity.updated',
  entity: null,
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  job_id: null,
  request_id: null,
  automation_id: null,
  created_at: '2026-01-05T10:00:00.000Z',
  changes: [],
  ...part,
})

test.each([
  [{}, 'Changed by you in the app'],
  [
    { actor: { type: 'api_key', id: 'k', name: 'ERP sync' }, via: 'api' },
    'Changed by ERP sync through the API',
  ],
  [
    { event: 'entity.created', actor: { type: 'system', id: null, name: null }, via: 'import' },
    'Created by Vitrine through an import',
  ],
] as const)('%j reads: %s', (part, text) => {
  expect(describeEvent(event(part as Partial<EventRecord>))).toBe(text)
})

test('in a team nobody is told to have done what was done without an account', () => {
  const before = present.get()
  present.set({ ...before, isTeam: true })
  expect(describeEvent(event({}))).toBe('Changed by somebody without an account in the app')
  expect(nameAuthor({ type: 'owner', id: null, name: null })).toBe('Somebody without an account')
  present.set(before)
})

test('what a note says is told in words, and never as the attribute of the same key', () => {
  const changes = [
    { attribute: 'text', old: null, new: 'Ask' },
    { attribute: 'status', old: 'open', new: 'done' },
  ]
  const note = { id: 'n', attribute: null }
  expect(shownChanges(event({ event: 'note.updated', note, changes }))).toEqual([
    { attribute: 'Text', old: null, new: 'Ask' },
    { attribute: 'Kind', old: 'To-do', new: 'Done' },
  ])
  expect(shownChanges(event({ changes }))).toBe(changes)
})
