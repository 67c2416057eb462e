import { expect, test } from 'vitest'
import type { ImportResult, Job } from '#shared/jobs.ts'
import { parseMaxFailed, summaryOf, tooManyFailed } from './import-summary.ts'

const ended = (some: Partial<ImportResult>): Job => ({
  id: 'J',
  name: 'import',
  status: 'completed',
  progress: { current: 1, total: 1, percent: 100 },
  created_at: '2026-01-05T10:00:00.000Z',
  started_at: null,
  completed_at: null,
  result: { ...none, ...some } as Job['result'],
  metadata: {},
})
const none = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  created_attributes: [],
  errors: [],
  errors_truncated: false,
}

test('"Imported." is said only where something was, and the last line has the counts [CLI-07]', () => {
  const error = { row: 3, field: 'Preis', issue: 'expected_number' as const, value: 'auf Anfrage' }
  const good = summaryOf(ended({ created: 2, failed: 1, errors: [error] })).split('\n')
  const bad = summaryOf(ended({ failed: 24 })).split('\n')

  expect(good).toEqual([
    'Imported.',
    'Row 3, Preis, "auf Anfrage": This is not a number. Write one such as 129.5, or empty the cell.',
    'vitrine undo J takes it back.',
    '2 created, 0 updated, 0 unchanged, 1 failed',
  ])
  expect(bad).toEqual([
    'Nothing was imported: every row failed.',
    '0 created, 0 updated, 0 unchanged, 24 failed',
  ])
  expect(summaryOf(ended({ unchanged: 3 }))).toMatch(/^Imported\./)
  expect(summaryOf(ended({ created: 3, refused_cells: [{ column: 'Preis', cells: 12 }] }))).toContain(
    'Cells that did not fit and were left out of their rows: 12 of Preis.',
  )
})

test.each([
  ['every row failed', { failed: 24 }, '100%', 'Nothing was imported: every row failed. 0 created'],
  ['no row at all', {}, undefined, 'Nothing was imported: the file holds no rows.'],
  ['one of ten', { updated: 9, failed: 1 }, undefined, undefined],
  [
    'two of ten',
    { updated: 8, failed: 2 },
    undefined,
    '2 of 10 rows failed, more than --max-failed 10% allows',
  ],
  ['two of ten, of which two may', { updated: 8, failed: 2 }, '2', undefined],
  ['three of ten, of which two may', { created: 7, failed: 3 }, '2', 'vitrine undo J takes the import back.'],
  ['one, where none may', { created: 999, failed: 1 }, '0', '1 of 1000 rows failed'],
  ['nothing to change', { unchanged: 5 }, undefined, undefined],
])('%s [CLI-07]', (_what, counts, allowed, reason) => {
  const message = tooManyFailed(ended(counts), parseMaxFailed(allowed))

  expect(message ?? '').toContain(reason ?? '')
  expect(message === undefined).toBe(reason === undefined)
})

test.each(['many', '101%', '1.5', '-1', ''])('--max-failed %j is wrong usage [CLI-02]', (text) => {
  expect(() => parseMaxFailed(text)).toThrow('--max-failed takes a share')
})

test('what is missing is told with the option that makes it [IMPORT-22]', () => {
  const missing_references = [
    {
      header: 'Marke',
      key: 'vendor',
      type: 'vendor',
      creates: 'create_missing_vendors',
      missing: 7,
      names: ['Acme', 'Bolt'],
    },
    {
      header: 'Farbe',
      key: 'color',
      type: null,
      creates: 'create_missing_options',
      missing: 1,
      names: ['Rot'],
    },
  ] as const

  expect(summaryOf(ended({ updated: 1, missing_references })).split('\n')).toEqual([
    'Imported.',
    'Marke names 7 vendors that are not there: Acme, Bolt and more. --create vendors makes them.',
    'Farbe names 1 option that is not there: Rot. --create options makes it.',
    'vitrine undo J takes it back.',
    '0 created, 1 updated, 0 unchanged, 0 failed',
  ])
})
