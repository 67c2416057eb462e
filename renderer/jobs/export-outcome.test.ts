import { expect, test } from 'vitest'
import { describeExport, exportOutcome, isEmptyOfChannel, leftOutReasons } from './export-outcome.ts'
import { sampleJob } from './testing/sample-job.ts'

const file = { name: 'a.csv', media_type: 'text/csv', size: 1500, path: '/exports/j/file' }
const common = { file, expires_at: '2026-01-08T00:00:00.000Z', not_found: 0 }
const job = (name: string, result: object | null) => sampleJob({ name, status: 'completed', result })

test('a table tells its rows and columns, and what no cell could hold or was gone', () => {
  const errors = [{ row: 1, field: 'name', issue: 'It is too long.', value: 'x' }]
  const left = { left_out_cells: 2, left_out_columns: ['parts'], errors }
  const table = { ...common, rows: 1, columns: 3, ...left, not_found: 4 }
  const outcome = exportOutcome(job('export', table))!
  expect(describeExport(outcome)).toBe('1 row, 3 columns, 2 cells left out, 4 no longer there, 1.5 kB')
  expect(leftOutReasons(outcome)).toEqual([
    'parts: It mirrors other entries and is exported with those.',
    'Row 1, name: It is too long.',
    'And 1 more cell.',
  ])
})

test('a channel tells what it gets and why it does not get the rest [EXP-09]', () => {
  const reason = {
    field: 'gtin',
    attribute: null,
    issue: 'The field is required.',
    products: 4,
    left_out: 'product',
  }
  const value = {
    ...reason,
    field: 'brand',
    issue: 'It is too long.',
    remedy: 'Shorten it.',
    products: 1,
    left_out: 'value',
  }
  const result = { ...common, products: 22, exported: 18, left_out: 4, values_left_out: 1, report: file }
  const notSent = [{ attribute: 'care', name: 'Care', products: 3 }]
  const withReasons = { ...result, reasons: [reason, value], not_sent: notSent }
  const outcome = exportOutcome(job('channel_export', withReasons))!
  expect(describeExport(outcome)).toBe('18 products, 4 left out, 1 value left out, 1.5 kB')
  expect(leftOutReasons(outcome)).toEqual([
    '4 products, gtin: The field is required.',
    'Values of 1 product, brand: It is too long. Shorten it.',
    'Values of 3 products, Care: No field of the channel takes it.',
  ])
  expect(isEmptyOfChannel(outcome)).toBe(false)
})

test('an export of which nothing came out has a report and no file [EXP-11]', () => {
  const error = { code: 'validation_failed', message: 'Nothing was exported.' }
  const counts = { products: 4, exported: 0, left_out: 4, values_left_out: 0, reasons: [] }
  const { file: _none, ...shared } = common
  const failure = { ...shared, ...counts, report: file, error }
  const outcome = exportOutcome({ ...job('channel_export', failure), status: 'failed' })!
  expect([isEmptyOfChannel(outcome), describeExport(outcome)]).toEqual([true, '0 products, 4 left out'])
})

test('an archive of pictures tells names that were taken, and what is left out [ASSET-09]', () => {
  const result = {
    ...common,
    files: 3,
    collisions: 1,
    collided: [{ name: 'A (2).jpg', wanted: 'A.jpg' }],
    left_out: 1,
    left_out_pictures: [{ name: 'far', reason: 'elsewhere' }],
  }
  const outcome = exportOutcome(job('asset_export', result))!
  expect(describeExport(outcome)).toBe('3 pictures, 1 name was taken and got a number, 1 left out, 1.5 kB')
  expect(leftOutReasons(outcome)).toEqual([
    'far is left out: it lies on another site',
    'A.jpg was taken: A (2).jpg',
  ])
})

test('other jobs and exports without a file offer nothing', () => {
  expect(exportOutcome(job('import', { created: 1 }))).toBeUndefined()
  expect(exportOutcome({ ...job('export', null), status: 'cancelled' })).toBeUndefined()
})
