import { expect, test } from 'vitest'
import type { Worklist } from '#shared/views.ts'
import { createLocation } from '../query/location.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { doneOf, isLate, placeOfWorklist, rowsOf, showsWorklist } from './worklist-location.ts'

const worklist: Worklist = {
  id: '1',
  name: 'Missing prices',
  entity_type: 'product',
  filter: '',
  q: '',
  assignee: null,
  due_on: null,
  progress: { total: 10, left: 4 },
  created_by: { type: 'user', id: '2', name: 'Sam' },
  created_at: '2026-01-05T10:00:00.000Z',
  done_by: null,
  done_at: null,
}
const cheap = { key: 'price', operator: 'lt', value: '5' }
const oak = { key: 'material', operator: 'eq', value: 'Oak & elm' }
const grouped: GridQuery = {
  ...emptyGridQuery,
  q: 'chair',
  groups: [{ join: 'or', clauses: [cheap, oak], groups: [] }],
  clauses: [{ key: 'sku', operator: 'exists', value: 'true' }],
}

test.each([{ ...emptyGridQuery, clauses: [cheap, oak], join: 'or' as const }, grouped, emptyGridQuery])(
  'together.worklist.1 rows that become a worklist are found again by it, in whatever order',
  (query) => {
    const made = { ...worklist, ...rowsOf(query) }
    const place = { ...createLocation('w'), query: { ...query, sort: [{ key: 'price', descending: true }] } }
    expect(showsWorklist(place, made)).toBe(true)
    expect(showsWorklist(placeOfWorklist('w', made), made)).toBe(true)
    expect(showsWorklist({ ...place, view: 'vendor' }, made)).toBe(false)
    expect(showsWorklist({ ...place, query: { ...query, q: 'table' } }, made)).toBe(false)
  },
)

test('together.worklist.1 what is done is never less than nothing, and all of it once somebody says so', () => {
  const done = (left: number | null, doneAt: string | null = null) =>
    doneOf({ ...worklist, progress: { total: 10, left }, done_at: doneAt })
  expect([done(4), done(12), done(null), done(null, '2026-01-06')]).toEqual([6, 0, undefined, 10])
})

test('together.worklist.1 a worklist is late from the day after it was due, until it is done', () => {
  const now = new Date(2026, 0, 31, 23)
  const late = (due: string | null, doneAt: string | null = null) =>
    isLate({ ...worklist, due_on: due, done_at: doneAt }, now)
  expect([late('2026-01-31'), late('2026-01-30'), late(null), late('2026-01-30', '2026-01-31')]).toEqual([
    false,
    true,
    false,
    false,
  ])
})
