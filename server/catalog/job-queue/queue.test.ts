import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { WritableDb } from '../../store/database/database.ts'
import { endJob, findJob, insertJob, saveJobProgress } from '../../store/tables/jobs.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { enqueueSource } from './enqueue-source.ts'
import { cancelJob, claimJob, enqueueJob, requeueJobs, retryJob } from './queue.ts'

const job = (uuid: string) => ({ uuid, name: 'export', input: {}, metadata: {} })

test('no job is queued while a thousand wait, of whatever kind, and none tried again [JOB-09]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('source', 'Title', { is_primary: true })
  catalog.define('source', 'Content', { data_type: 'multi_line_text_field' })
  const [failed, ...waiting] = Array.from({ length: 1000 }, () => randomUUID())
  catalog.write((tx) => {
    insertJob(tx, job(failed!))
    endJob(tx, failed!, 'failed', null)
    for (const id of waiting) insertJob(tx, job(id))
  })
  const last = randomUUID()
  catalog.write((tx) => enqueueJob(tx, job(last)))

  const attempts: ((tx: WritableDb) => unknown)[] = [
    (tx) => enqueueJob(tx, job(randomUUID())),
    (tx) =>
      enqueueSource(tx, {
        id: randomUUID(),
        body: { text: 'Oak' },
        faults: [],
        context: testContext,
      } as never),
    (tx) => retryJob(tx, { id: failed! }),
  ]
  for (const attempt of attempts) {
    expect(() => catalog.write(attempt)).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 10 }),
    )
  }
  catalog.write((tx) => cancelJob(tx, { id: last }))
  expect(catalog.write((tx) => retryJob(tx, { id: failed! })).status).toBe(202)
})

test('a job that gets on a little each time it is cut off is never given up, one that does not is [JOB-05]', () => {
  using catalog = new ScratchCatalog()
  const id = randomUUID()
  catalog.write((tx) => insertJob(tx, job(id)))
  const cutOff = (checkpoint: object | null) =>
    catalog.write((tx) => {
      claimJob(tx, { leaseMs: 1000 })
      // Parts of one step, so that the count of steps stands.
      if (checkpoint) saveJobProgress(tx, id, { current: 0, total: 9, checkpoint })
      requeueJobs(tx, {})
      return findJob(tx, id)
    })
  for (let parts = 1; parts <= 12; parts++)
    expect(cutOff({ done: Array.from({ length: parts }) })).toMatchObject({ status: 'queued' })
  const ends = Array.from({ length: 5 }, () => cutOff(null)?.status)
  expect(ends).toEqual(['queued', 'queued', 'queued', 'queued', 'failed'])
})
