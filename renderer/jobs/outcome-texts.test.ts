import { expect, test } from 'vitest'
import type { ImportCounts, ImportUndoResult, Job } from '#shared/jobs.ts'
import { canBeUndone, describeUndo, describeOutcome } from './outcome-texts.ts'
import { sampleJob } from './testing/sample-job.ts'

const noErrors = { errors: [], errors_truncated: false }
const counts = { created: 0, updated: 0, unchanged: 0, failed: 0, created_attributes: [], ...noErrors }
const imported = (some: Partial<ImportCounts> | null) =>
  some && { ...counts, ...some, ...noErrors, created_attributes: [] }
const noChanges = {
  changes: 0,
  changed: 0,
  unchanged: 0,
  failed: 0,
  trashed: 0,
  kept: 0,
  changed_meanwhile: 0,
}
const undone = (some: Partial<ImportUndoResult>) => ({
  ...noChanges,
  ...some,
  ...noErrors,
  changed_meanwhile_ids: [],
})

const job = (status: Job['status'], result: object | null) => sampleJob({ status, result })

test.each([
  ['completed', { created: 2, failed: 0 }, false, 'The file was imported'],
  ['completed', { created: 2, failed: 0 }, true, 'Every row is fine'],
  ['completed', { created: 2, failed: 1 }, false, 'Imported, but 1 row was left out'],
  [
    'completed',
    { created: 2, refused_cells: [{ column: 'Preis', cells: 12 }] },
    false,
    'Imported, but 12 cells were left out',
  ],
  ['completed', { created: 2, failed: 1200 }, true, '1,200 rows would be left out'],
  ['completed', { failed: 24 }, false, 'Nothing was imported: all 24 rows failed'],
  ['completed', { failed: 0 }, false, 'Nothing was imported'],
  ['cancelled', { created: 1, failed: 0 }, false, 'The import was cancelled'],
  ['cancelled', null, true, 'The check was cancelled'],
  ['failed', null, false, 'The import failed'],
] as const)('%s with %j (dry run: %s) is told as "%s"', (status, result, isDryRun, title) => {
  expect(describeOutcome(job(status, imported(result)), isDryRun).title).toBe(title)
})

test('a failure is told with the reason of the server', () => {
  const result = { error: { code: 'validation_failed', message: 'The header is empty.' } }
  expect(describeOutcome(job('failed', result), false).text).toBe('The header is empty.')
})

test('an import of somebody who may do it no more says so before what stays', () => {
  const because = 'Who started this job may not do it here any more.'
  const text = describeOutcome(
    sampleJob({ status: 'cancelled', metadata: { cancelled_because: because } }),
    false,
  ).text
  expect(text).toMatch(new RegExp(`^${because} Rows that were imported before stay`))
})

test('an undo tells what became of the entries', () => {
  const result = undone({ trashed: 2, changed: 1, kept: 1, changed_meanwhile: 3 })
  expect(describeUndo(job('completed', result))).toEqual({
    tone: 'success',
    title: 'The import was undone',
    text: '2 new entries moved to the trash. 1 entry got the old values back. 1 value stayed because somebody has changed it since. 3 new entries stayed: changed since, or others refer to them.',
  })
  expect(describeUndo(job('completed', undone({ failed: 1 }))).tone).toBe('warning')
})

test('an undo names who has changed what stays, and counts the rest', () => {
  const left = (attribute: string, name: string | null) => ({
    id: 'a',
    label: 'Oak chair',
    attribute,
    changed_by: name === null ? null : { type: 'user' as const, id: name, name },
    changed_at: name === null ? null : new Date(Date.now() - 3 * 3_600_000).toISOString(),
  })
  const changed_since = [left('price', 'Ben'), left('name', null), left('colour', 'Ana')]
  const text = describeUndo(job('completed', { ...undone({ kept: 5 }), changed_since })).text
  expect(text).toContain(
    'A value of Oak chair was changed by Ben 3 hours ago, so it was left. A value of Oak chair has been changed since, so it was left. A value of Oak chair was changed by Ana 3 hours ago, so it was left. And 2 more.',
  )
})

test.each([
  ['completed', { created: 1 }, {}, true],
  ['cancelled', { updated: 1, created: 0 }, {}, true],
  ['completed', { created: 0, updated: 0 }, {}, false],
  ['completed', { created: 1 }, { dry_run: true }, false],
  ['running', null, {}, false],
] as const)('%s with %j and %j can be undone: %s', (status, result, metadata, can) => {
  expect(canBeUndone({ ...job(status, imported(result)), metadata })).toBe(can)
})
