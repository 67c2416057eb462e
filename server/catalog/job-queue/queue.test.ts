import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { WritableDb } from '../../store/database/database.ts'
import { endJob, findJob, insertJob, type NewJob, saveJobProgress } from '../../store/tables/jobs.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { enqueueSource } from './enqueue-import.ts'
import { cancelJob, claimJob, enqueueJob, finishJob, requeueJobs, retryJob } from './queue.ts'

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

const jobOf = (person: string) => ({
  ...job(randomUUID()),
  name: 'quality_fix',
  input: { context: { person, role: 'editor' as const } },
})

test('of a person of a team a hundred jobs wait, whoever else has some [JOB-11]', () => {
  using catalog = new ScratchCatalog()
  const enqueue = (one: NewJob) => catalog.write((tx) => enqueueJob(tx, one))
  const [failed] = [jobOf('ana')]
  enqueue(failed)
  catalog.write((tx) => endJob(tx, failed.uuid, 'failed', null))
  const mine = Array.from({ length: 100 }, () => jobOf('ana'))
  for (const one of mine) enqueue(one)
  const refused = expect.objectContaining({
    code: 'rate_limited',
    message: expect.stringMatching(/^100 jobs/),
  })
  expect(() => enqueue(jobOf('ana'))).toThrow(refused)
  expect(() => catalog.write((tx) => retryJob(tx, { id: failed.uuid }))).toThrow(refused)
  enqueue(jobOf('bo'))
  enqueue(job(randomUUID()))
  catalog.write((tx) => cancelJob(tx, { id: mine[7]!.uuid }))
  enqueue(jobOf('ana'))
})

test('people have their jobs run in turns, and nobody waits for all of another [JOB-11]', () => {
  using catalog = new ScratchCatalog()
  const queued: string[] = []
  const clock = vi.spyOn(Date, 'now')
  let now = 1_700_000_000_000
  clock.mockImplementation(() => (now += 1))
  const enqueue = (person: string) => {
    const one = jobOf(person)
    queued.push(one.uuid)
    catalog.write((tx) => enqueueJob(tx, one))
  }
  for (const person of ['ana', 'ana', 'ana', 'ana', 'bo', 'bo', 'cleo']) enqueue(person)
  const order: string[] = []
  for (;;) {
    const { job: claimed } = catalog.write((tx) => claimJob(tx, { leaseMs: 1000 }))
    if (!claimed) break
    order.push(claimed.person ?? '')
    catalog.write((tx) => endJob(tx, claimed.id, 'completed', null))
  }
  expect(order).toEqual(['ana', 'bo', 'cleo', 'ana', 'bo', 'ana', 'ana'])
  clock.mockRestore()
})

test('a job that gets on a little each time it is cut off is never given up, one that does not is [JOB-05]', () => {
  using catalog = new ScratchCatalog()
  const id = randomUUID()
  catalog.write((tx) => insertJob(tx, job(id)))
  const cutOff = (checkpoint: object | null) =>
    catalog.write((tx) => {
      claimJob(tx, { leaseMs: 1000 })
      if (checkpoint) saveJobProgress(tx, id, { current: 0, total: 9, checkpoint })
      requeueJobs(tx, {})
      return findJob(tx, id)
    })
  for (let parts = 1; parts <= 12; parts++)
    expect(cutOff({ done: Array.from({ length: parts }) })).toMatchObject({ status: 'queued' })
  const ends = Array.from({ length: 5 }, () => cutOff(null)?.status)
  expect(ends).toEqual(['queued', 'queued', 'queued', 'queued', 'failed'])
})

test('a run waits for its own provider alone, and for no other job [JOB-12]', () => {
  using catalog = new ScratchCatalog()
  const run = (provider: string) => ({ ...job(randomUUID()), name: 'generation', metadata: { provider } })
  const enqueue = (one: NewJob) => {
    catalog.write((tx) => enqueueJob(tx, one))
    return one.uuid
  }
  const claim = () => catalog.write((tx) => claimJob(tx, { leaseMs: 60_000 })).job?.id
  const [hanging, behind, other] = [enqueue(run('a')), enqueue(run('a')), enqueue(run('b'))]
  const [third, fourth] = [enqueue(run('c')), enqueue(run('d'))]
  expect([claim(), claim(), claim()]).toEqual([hanging, other, third])
  // Three jobs call providers: the fourth waits, but a job without a provider does not.
  const plain = enqueue(job(randomUUID()))
  expect([claim(), claim()]).toEqual([plain, undefined])
  catalog.write((tx) => endJob(tx, other, 'completed', null))
  expect([claim(), claim()]).toEqual([fourth, undefined])
  const until = new Date(Date.now() + 60_000).toISOString()
  catalog.write((tx) => finishJob(tx, { id: hanging, status: 'paused', reason: 'away', until }))
  expect([claim(), claim()]).toEqual([behind, undefined])
})
