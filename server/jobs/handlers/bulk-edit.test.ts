import { expect, test } from 'vitest'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

// Enough for several chunks, so that the job can be stopped after the first.
const rows = 3000

async function open(): Promise<JobWorkspace> {
  const workspace = await JobWorkspace.open()
  await workspace.import(
    `sku,name\n${Array.from({ length: rows }, (_, index) => `S${index},Old`).join('\n')}\n`,
  )
  return workspace
}

async function startBulkEdit(
  workspace: JobWorkspace,
  change: object = { append: { name: '!' } },
): Promise<string> {
  const body = { type: 'product', filter: { name: 'Old' }, ...change }
  const request = { body, faults: [], context: ownerContext, uploadsDir: workspace.uploads }
  const answer = await workspace.threads.call('enqueueBulkEdit', request)
  workspace.runner.wake()
  return (answer.location as string).replace('/jobs/', '')
}

function firstChunk({ threads }: JobWorkspace): Promise<string> {
  return new Promise((resolve) => {
    const stop = threads.onCommitted((events) => {
      const edit = events.find(({ edit_id: id }) => id !== undefined)?.edit_id
      if (edit === undefined) return
      stop()
      resolve(edit)
    })
  })
}

const namesOf = async (workspace: JobWorkspace) =>
  Object.groupBy(
    (await workspace.products()).map(({ name }) => String(name)),
    (name) => name,
  )

test('a bulk edit that a restart cuts off goes on from its checkpoint and edits each entity once; so does its undo', async () => {
  await using workspace = await open()
  let started = firstChunk(workspace)
  const id = await startBulkEdit(workspace)
  await started
  await workspace.restart()
  await workspace.runner.idle()

  const job = await workspace.job(id)
  expect(job).toMatchObject({
    status: 'completed',
    metadata: { interruptions: 1 },
    progress: { current: rows, total: rows },
    result: { matched: rows, changed: rows, unchanged: 0, failed: 0 },
  })
  expect((await namesOf(workspace))['Old!']).toHaveLength(rows)

  started = firstChunk(workspace)
  const edit = (job.result && 'edit_id' in job.result && job.result.edit_id) || ''
  const answer = await workspace.threads.call('enqueueUndo', { id: edit, faults: [], context: ownerContext })
  workspace.runner.wake()
  await started
  await workspace.restart()
  await workspace.runner.idle()
  const undone = await workspace.job((answer.location as string).replace('/jobs/', ''))
  expect(undone).toMatchObject({ status: 'completed', result: { matched: rows, changed: rows, failed: 0 } })
  expect((await namesOf(workspace))['Old']).toHaveLength(rows)
})

test('a cancelled bulk edit stops at its next chunk, and what it did can be undone once it has ended', async () => {
  await using workspace = await open()
  const started = firstChunk(workspace)
  const id = await startBulkEdit(workspace)
  const edit = await started
  const undoing = workspace.threads.call('undoEdit', { id: edit, faults: [], context: ownerContext })
  const cancelling = workspace.threads.call('cancelJob', { id })
  await expect(undoing).rejects.toMatchObject({ code: 'conflict' })
  await cancelling
  workspace.runner.stop(id)
  await workspace.runner.idle()

  const { status, result } = await workspace.job(id)
  expect(status).toBe('cancelled')
  expect(result).toMatchObject({ changed: (await namesOf(workspace))['Old!']?.length })
  await workspace.threads.call('undoEdit', { id: edit, faults: [], context: ownerContext })
  expect((await namesOf(workspace))['Old']).toHaveLength(rows)
})
