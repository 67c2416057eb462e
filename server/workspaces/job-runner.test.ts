import { expect, test } from 'vitest'
import { entityTypes } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Pagination } from '#shared/paging.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { JobWorkspace } from '../testing/job-workspace.ts'

const csvOf = (rows: number) =>
  `sku,name\n${Array.from({ length: rows }, (_, index) => `S${index},Name ${index}`).join('\n')}\n`

function firstBatch({ threads }: JobWorkspace): Promise<void> {
  return new Promise((resolve) => {
    const stop = threads.onCommitted((events) => {
      if (!events.some(({ event }) => event === 'entity.created')) return
      stop()
      resolve()
    })
  })
}

function eventsOf({ threads }: JobWorkspace): EventRecord[] {
  const events: EventRecord[] = []
  threads.onCommitted((committed) => events.push(...committed))
  return events
}

test('an import that a restart cuts off goes on from its checkpoint, and every row is stored once [JOB-04]', async () => {
  await using workspace = await JobWorkspace.open({ isThreaded: true })
  const rows = 10_000
  const started = firstBatch(workspace)
  const id = await workspace.enqueue(csvOf(rows))
  await started

  await workspace.restart()
  await workspace.runner.idle()
  const job = await workspace.job(id)

  expect(job).toMatchObject({
    status: 'completed',
    metadata: { interruptions: 1 },
    result: { created: rows, failed: 0 },
  })
  const names = (await workspace.products()).map(({ name }) => name)
  expect(names.length).toBe(rows)
  expect(new Set(names).size).toBe(rows)
})

test('a cancelled import stops at its next batch and says what it has done [JOB-07]', async () => {
  await using workspace = await JobWorkspace.open()
  const started = firstBatch(workspace)
  const events = eventsOf(workspace)
  const id = await workspace.enqueue(csvOf(5000))
  await started

  await workspace.threads.call('cancelJob', { id })
  workspace.runner.stop(id)
  await workspace.runner.idle()
  const job = await workspace.job(id)

  expect(job.status).toBe('cancelled')
  expect(job.progress.percent).toBeLessThan(100)
  expect(job.result).toMatchObject({ created: (await workspace.products()).length })
  expect(events.filter(({ event }) => event.startsWith('job.'))).toMatchObject([
    { event: 'job.cancelled', job_id: id },
  ])
})

test('an import that is cancelled in its first moments, while its file is being read, is cancelled and has not failed [JOB-10]', async () => {
  await using workspace = await JobWorkspace.open({ isThreaded: true })
  const file = csvOf(200_000)
  for (const wait of [0, 60, 200]) {
    const id = await workspace.enqueue(file)
    await expect.poll(async () => (await workspace.job(id)).status).toBe('running')
    await new Promise((resolve) => setTimeout(resolve, wait))
    await workspace.threads.call('cancelJob', { id })
    workspace.runner.stop(id)
    await workspace.runner.idle()
    expect((await workspace.job(id)).status).toBe('cancelled')
  }
})

test('a job that waits is cancelled at once; asking again or too late changes nothing [JOB-07]', async () => {
  await using workspace = await JobWorkspace.open()
  const events = eventsOf(workspace)
  const first = await workspace.enqueue(csvOf(5000))
  const second = await workspace.enqueue('sku\nA\n')

  await workspace.threads.call('cancelJob', { id: second })
  await workspace.threads.call('cancelJob', { id: second })
  await workspace.runner.idle()
  await workspace.threads.call('cancelJob', { id: first })

  expect((await workspace.job(second)).status).toBe('cancelled')
  expect((await workspace.job(first)).status).toBe('completed')
  expect(
    events.filter(({ event }) => event.startsWith('job.')).map(({ event, job_id: id }) => [event, id]),
  ).toEqual([
    ['job.cancelled', second],
    ['job.completed', first],
  ])
})

test('a file that has vanished fails its job with a reason', async () => {
  await using workspace = await JobWorkspace.open()
  const { threads, runner } = workspace
  const context = { actor: { type: 'owner', id: null, name: null }, via: 'import', request_id: null } as const
  const id = crypto.randomUUID()
  await threads.call('enqueueImport', {
    id,
    fileName: 'x',
    fields: { type: 'product' },
    faults: [],
    context,
  })

  runner.wake()
  await runner.idle()

  expect(await workspace.job(id)).toMatchObject({
    status: 'failed',
    result: { error: { message: expect.stringContaining('no longer there') } },
  })
})

test('jobs are listed newest first, page by page, by status', async () => {
  await using workspace = await JobWorkspace.open()
  const ids = []
  for (let count = 0; count < 3; count += 1) ids.push((await workspace.import('sku\nA\n')).id)
  const read = async (request: { limit: number; offset?: number; cursor?: string; status?: string }) => {
    const answer = await workspace.threads.call('listJobs', {
      offset: 0,
      readable: entityTypes,
      faults: [],
      ...request,
    })
    return parseAnswer<{ data: { id: string }[]; pagination: Pagination }>(answer)
  }

  const first = await read({ limit: 2 })
  const second = await read({ limit: 2, cursor: first.pagination.next_cursor })

  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toReversed())
  expect(first.pagination).toMatchObject({ total: 3, limit: 2, offset: 0, has_more: true })
  expect(second.pagination).toMatchObject({ total: 3, has_more: false })
  expect((await read({ limit: 2, status: 'failed' })).pagination.total).toBe(0)
  await expect(read({ limit: 2, status: 'nope' })).rejects.toMatchObject({
    fieldErrors: [{ field: 'status', issue: 'invalid_value' }],
  })
  const foreign = { limit: 2, status: 'failed', cursor: first.pagination.next_cursor }
  await expect(read(foreign)).rejects.toMatchObject({
    fieldErrors: [{ field: 'cursor', issue: 'invalid_value' }],
  })
})

test('a job that its person may do no more does not begin, and says why [ROLE-13]', async () => {
  const asked: unknown[] = []
  const mayRun = async (job: { id: string; name: string }) => {
    asked.push(job)
    return false
  }
  await using workspace = await JobWorkspace.open({ mayRun })
  const id = await workspace.enqueue('sku\nA\n')
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({
    status: 'cancelled',
    metadata: { cancelled_because: expect.stringContaining('may not do it here any more') },
  })
  expect(asked).toMatchObject([{ id, name: 'import' }])
  expect(await workspace.products()).toEqual([])
})
