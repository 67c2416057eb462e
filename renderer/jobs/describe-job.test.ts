import { expect, test } from 'vitest'
import {
  describeJobResult,
  describeProgress,
  errorFileName,
  listErrors,
  ranLongEnoughToNotify,
  jobTitle,
  startedByName,
  jobEndTitle,
} from './describe-job.ts'
import { sampleJob as job } from './testing/sample-job.ts'

test('a running job tells its rate and what is left', () => {
  const now = Date.parse('2026-01-01T00:00:03.000Z')
  expect(describeProgress(job({}), now)).toBe('1,200 of 10,000, 400 a second, about 22 s left')
  expect(describeProgress(job({ progress: { current: 0, total: 0, percent: 0 } }), now)).toBe('Running')
  expect(describeProgress(job({ status: 'queued' }), now)).toBe('Waiting for its turn')
})

test('a job that ended tells its counts or why it failed', () => {
  const result = { created: 3, updated: 0, failed: 1 }
  expect(describeJobResult(job({ status: 'completed', result }))).toBe('3 created, 1 failed')
  expect(describeJobResult(job({ status: 'cancelled' }))).toBe('Cancelled')
  const failed = { error: { message: 'The file is empty.' } }
  expect(describeJobResult(job({ status: 'failed', result: failed }))).toBe('The file is empty.')
  expect(describeJobResult(job({}))).toBe('')
})

test('a job that its person may do no more says so, and whose it is', () => {
  const because = 'Who started this job may not do it here any more: their role has changed.'
  const started_by = { type: 'user', id: 'p', name: 'Ana Silva' }
  const metadata = { cancelled_because: because, started_by }
  expect(describeJobResult(job({ status: 'cancelled', metadata }))).toBe(`Cancelled. ${because}`)
  expect(describeJobResult(job({ status: 'cancelled', metadata, result: { created: 3 } }))).toBe(
    `3 created. ${because}`,
  )
  expect(startedByName(job({ metadata }))).toBe('Ana Silva')
  expect(startedByName(job({}))).toBeUndefined()
})

test('what became of pictures is told by reasons', () => {
  const result = { fetched: 12, already_there: 3, failed: 2, failed_by: { not_found: 1, too_large: 1 } }
  const pictures = job({ name: 'fetch_pictures', status: 'completed', metadata: { file: 'a.csv' }, result })
  expect([jobTitle(pictures), describeJobResult(pictures)]).toEqual([
    'Picture download of a.csv',
    '12 fetched, 3 there already, 2 failed (1 not found, 1 too large)',
  ])
  expect(describeJobResult(job({ ...pictures, result: { ...result, replaced: 4 } }))).toContain(
    '12 fetched, 4 of them had changed, 3 there already',
  )
})

test('a package that is made is told by its file and what is in it', () => {
  const entities = { product: 1200, image: 1, vendor: 0, category: 3, source: 0 }
  const result = { file_name: 'shop.zip', size: 3_400_000, counts: { attributes: 12, entities, files: 1 } }
  const made = job({ name: 'package', status: 'completed', metadata: { file: 'shop.zip' }, result })
  expect([jobEndTitle(made), describeJobResult(made)]).toEqual([
    'The workspace was saved as shop.zip',
    '1,200 products, 1 image, 3 categories, 12 attributes, 3.4 MB',
  ])
  const schema = { ...made, metadata: { file: 'shop.zip', kind: 'schema' } }
  expect(jobEndTitle(schema)).toBe('The structure of the workspace was saved as shop.zip')
  expect(jobEndTitle({ ...made, status: 'failed' })).toBe('Package of shop.zip failed')
  expect(jobEndTitle({ ...made, status: 'cancelled' })).toBe('Package of shop.zip was cancelled')
  expect(jobEndTitle(job({ status: 'completed', metadata: { file: 'a.csv' } }))).toBe(
    'Import of a.csv finished',
  )
})

test('names and errors are in plain words', () => {
  expect(jobTitle(job({ metadata: { file: 'a.csv' } }))).toBe('Import of a.csv')
  expect(jobTitle(job({ name: 'bulk_edit', metadata: { dry_run: true } }))).toBe('Trial bulk edit')
  expect(jobTitle(job({ name: 'make_coffee' }))).toBe('make coffee')
  const table = { type: 'category', format: 'xlsx' }
  expect(jobTitle(job({ name: 'export', metadata: table }))).toBe('Export of categories as Excel')
  const channel = { type: 'product', format: 'csv', channel: 'shopify' }
  expect(jobTitle(job({ name: 'channel_export', metadata: channel }))).toBe('Export for Shopify')
  const errors = [{ row: 2, field: 'price', issue: 'expected_number' }]
  expect(listErrors(job({ result: { errors } }))).toEqual([
    { where: 'Row 2, price', what: 'This is not a number. Write one such as 129.5, or empty the cell.' },
  ])
  expect(listErrors(job({}))).toEqual([])
})

test('the file of refused rows is named after the file they came from', () => {
  expect(errorFileName(job({ metadata: { file: 'spring.2026.csv' } }))).toBe('spring.2026-left-out.csv')
  expect(errorFileName(job({}))).toBe('import-left-out.csv')
})

test('a job of more than 30 seconds is a long one, once it has ended', () => {
  const ended = (completed_at: string | null) => ranLongEnoughToNotify(job({ completed_at }))
  expect(ended('2026-01-01T00:00:30.000Z')).toBe(false)
  expect(ended('2026-01-01T00:00:30.001Z')).toBe(true)
  expect(ended(null)).toBe(false)
})
