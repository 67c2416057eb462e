import { setTimeout as sleep } from 'node:timers/promises'
import { readCheckpoint } from '../store/tables/jobs.ts'
import type { ReadableDb, WritableDb } from '../store/database/database.ts'
import { raw, guardRow } from '../store/database/fragment.ts'
import { saveJobProgress } from '../store/tables/jobs.ts'
import type { JobContext, JobHandler } from '../jobs/job-context.ts'
import { readOperations, writeOperations } from '../catalog/operations.ts'
import { serveThread } from '../threads/serve-thread.ts'
import { jobHandlers } from '../jobs/job-handlers.ts'
import type { JobEnd } from '../catalog/job-queue/running-job.ts'
import { enqueueJob, finishJob } from '../catalog/job-queue/queue.ts'

let isFull = false
const fullDisk = { error: { code: 'full', message: 'The disk is full.' } }

const writes = {
  ...writeOperations,
  enqueueTest: (tx: WritableDb, { id, name }: { id: string; name: string }) =>
    enqueueJob(tx, { uuid: id, name, input: {}, metadata: {} }),
  noteTest: (tx: WritableDb, { id, step }: { id: string; step: number }) =>
    saveJobProgress(tx, id, { current: step, total: 3, checkpoint: { step } }),
  /** Like a full disk: from the end of such a job on no end is written, until the job is at work again. */
  finishJob: (tx: WritableDb, end: JobEnd & { readonly id: string }) => {
    if (
      end.status !== 'paused' &&
      end.result &&
      'error' in end.result &&
      end.result.error.code === fullDisk.error.code
    )
      isFull = true
    if (isFull) throw new Error('database or disk is full')
    return finishJob(tx, end)
  },
  fillDisk: () => {
    isFull = true
    return null
  },
  makeRoom: () => {
    isFull = false
    return null
  },
}

const readLease = (db: ReadableDb, id: string): number =>
  db.get<{ lease_until: number }>('SELECT lease_until FROM job WHERE uuid = ?', id)?.lease_until ?? 0

/** Stops the thread for good, like an endless loop, but without using CPU time. */
function hang(): never {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('Nobody wakes it.')
}

const callAdded = ({ call }: JobContext, name: string, input: object) =>
  (call as (name: string, input: object) => Promise<unknown>)(name, input)
const noteFirst = (context: JobContext) => callAdded(context, 'noteTest', { id: context.jobId, step: 1 })
const completed = { status: 'completed', result: { done: true } }

const handlers: Record<string, JobHandler> = {
  async throws() {
    throw new TypeError('a bug')
  },
  async crashes() {
    process.exit(9)
  },
  /** Blocks its thread for good the first time and continues after its checkpoint the second time. */
  async hangs(context) {
    if (context.read((db) => readCheckpoint(db, context.jobId))) return completed
    await noteFirst(context)
    return hang()
  },
  async readsAlways(context) {
    await noteFirst(context)
    const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    return context.read((db) => db.column(`${endless} WHERE ${guardRow(raw('i')).text}`))
  },
  async hangsAlways(context) {
    await noteFirst(context)
    return hang()
  },
  /** Its end cannot be written, because JSON has no such number. */
  async endsUnwritten() {
    return { status: 'completed', result: { count: 1n } }
  },
  async endsOnFullDisk(context) {
    if (context.read((db) => readCheckpoint(db, context.jobId))) {
      await callAdded(context, 'makeRoom', {})
      return completed
    }
    await noteFirst(context)
    return { status: 'completed', result: fullDisk }
  },
  async endsOnDiskOfOthers(context) {
    await noteFirst(context)
    await callAdded(context, 'fillDisk', {})
    return completed
  },
  async lastsAWhile({ read, jobId, signal }) {
    const lease = () => read((db) => readLease(db, jobId))
    for (let beats = 0, last = lease(); beats < 2;) {
      await sleep(20, undefined, { signal })
      const now = lease()
      if (now > last) beats += 1
      last = now
    }
    return completed
  },
  async waits({ signal }) {
    await sleep(60_000, undefined, { signal }).catch(() => undefined)
    return { status: 'cancelled', result: null }
  },
  waits2: (context) => handlers['waits']!(context),
  waits3: (context) => handlers['waits']!(context),
  waits4: (context) => handlers['waits']!(context),
}

await serveThread({
  operations: async () => ({ readOperations, writeOperations: writes }),
  jobHandlers: async () => ({ ...jobHandlers, ...handlers }),
})
