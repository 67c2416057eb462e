import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { openGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { replaceAll, replaceAsBulkEdit, replaceEdits, replaceText } from './replace-all.ts'

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', (run: () => void) => run()))

const plain = { text: 'oak', replacement: 'ash', matchesCase: false, isWhole: false }

test.each([
  ['Oak and oak', plain, 'ash and ash'],
  ['Oak and oak', { ...plain, matchesCase: true }, 'Oak and ash'],
  ['Oak', { ...plain, isWhole: true }, 'ash'],
  ['a.b axb', { ...plain, text: 'a.b', replacement: '$&$1' }, '$&$1 axb'],
  ['ÄHRE ähre', { ...plain, text: 'ähre' }, 'ash ash'],
  ['50 %', { ...plain, text: ' %', replacement: '' }, '50'],
])('%j: %j gives %j', (stored, replacement, expected) => {
  expect(replaceText(stored, replacement)).toBe(expected)
})

test('edits go by row, hold what was seen, and leave out what stays as it is', () => {
  const cells = [
    { position: 0, id: 'a', key: 'name', text: 'Oak' },
    { position: 0, id: 'a', key: 'note', text: 'an oak' },
    { position: 1, id: 'b', key: 'name', text: 'ash' },
    { position: 2, id: 'c', key: 'name' },
  ]
  const edits = replaceEdits(cells, plain)
  expect(edits).toEqual([
    { id: 'a', attributes: { name: 'ash', note: 'an ash' }, if: { name: 'Oak', note: 'an oak' } },
  ])
})

const everything = {
  type: 'product',
  query: emptyGridQuery,
  columns: ['name', 'price', 'note'],
  isReplacing: true,
} as const

test('grid.find.2 more cells than one search names are each replaced once, also where the new text holds the old', async () => {
  const { server, idOf } = partsServer(9)
  for (const part of [2, 3, 4, 5]) server.write(idOf(part), { note: 'of a part' })
  server.maxFoundCells = 3
  const { session, settle } = await openGrid(server)
  const replacement = { text: 'part', replacement: 'Spare part', matchesCase: false, isWhole: false }
  await replaceAll({
    session,
    queryClient: new QueryClient(),
    request: { ...everything, ...replacement, columns: ['name', 'note'], rows: [1, 6] },
    rows: [1, 6],
    replacement,
    total: 10,
  })
  await settle()
  const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) =>
    part >= 2 && part <= 7 ? `Spare part ${part}` : `Part ${part}`,
  )
  expect(server.column('product', 'name')).toEqual(names)
  expect([2, 3, 4, 5].map((part) => server.read(idOf(part))['note'])).toEqual(
    Array.from({ length: 4 }, () => 'of a Spare part'),
  )
  expect(session.log.lastDone?.steps.length).toBeGreaterThan(1)
})

test.each([
  [
    'plain',
    { matchesCase: true, isWhole: false },
    { replace: { find: 'a.b', with: '$1', attributes: ['name', 'note'] } },
  ],
  [
    'without regard to case',
    { matchesCase: false, isWhole: false },
    operations({ find: 'a.b', with: '$1', match_case: false }),
  ],
  [
    'of whole cells',
    { matchesCase: true, isWhole: true },
    operations({ find: String.raw`^(?:a\.b)$`, with: '$$1', pattern: true, match_case: true }),
  ],
])('a bulk edit replaces texts %s in the columns that can be written', async (_, how, change) => {
  const { session } = await openGrid(partsServer(1).server)
  const replacement = { text: 'a.b', replacement: '$1', ...how }
  expect(replaceAsBulkEdit(session, { ...everything, ...replacement }, replacement)).toEqual({
    type: 'product',
    filter: {},
    filter_join: 'and',
    ...change,
  })
})

function operations(replace: Readonly<Record<string, unknown>>) {
  return { set: { name: { replace }, note: { replace } } }
}
