import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { JobStatus } from '#shared/jobs.ts'
import { CatalogError } from '../catalog/errors.ts'
import { bundledWorker } from '../testing/bundle-worker.ts'
import { JobWorkspace } from '../testing/job-workspace.ts'

const isLong = process.env['LONG_TESTS'] !== undefined
const entry = bundledWorker(new URL('../workspaces/job-runner.test-worker.ts', import.meta.url))

async function enqueue({ threads, runner }: JobWorkspace, name: string): Promise<string> {
  const id = crypto.randomUUID()
  await (threads.call as (name: string, input: object) => Promise<unknown>)('enqueueTest', { id, name })
  runner.wake()
  return id
}

async function cancel({ threads, runner }: JobWorkspace, id: string): Promise<void> {
  await threads.call('cancelJob', { id })
  runner.stop(id)
}

async function until(workspace: JobWorkspace, id: string, status: JobStatus): Promise<void> {
  await vi.waitFor(async () => expect((await workspace.job(id)).status).toBe(status), {
    timeout: 90_000,
    // Most wait for seconds, many at once, and each poll takes time from the thread under test.
    interval: 50,
  })
}

test('a handler that throws ends its job failed with result.error; a crashed thread too, and others go on [JOB-06]', async () => {
  await using workspace = await JobWorkspace.open({ entry })
  const waiting = await enqueue(workspace, 'waits')
  const thrown = await enqueue(workspace, 'throws')
  const crashed = await enqueue(workspace, 'crashes')
  const unknown = await enqueue(workspace, 'nobody_knows')
  for (const id of [thrown, crashed, unknown]) {
    await until(workspace, id, 'failed')
    expect(await workspace.job(id)).toMatchObject({
      completed_at: expect.any(String),
      result: { error: { code: 'internal_error', message: expect.stringMatching(/\w/) } },
    })
  }
  expect((await workspace.job(waiting)).status).toBe('running')
  await cancel(workspace, waiting)
  await workspace.runner.idle()
  expect((await workspace.job(waiting)).status).toBe('cancelled')
})

test('a job whose end cannot be written has failed for that reason, and no other waits for it [JOB-06]', async () => {
  await using workspace = await JobWorkspace.open({ entry })
  const id = await enqueue(workspace, 'endsUnwritten')
  const next = await enqueue(workspace, 'endsUnwritten')
  for (const job of [id, next]) {
    await until(workspace, job, 'failed')
    expect((await workspace.job(job)).result).toMatchObject({
      error: { code: 'internal_error', message: 'What came of the job could not be saved. Try it again.' },
    })
  }
})

test('three jobs run at once and one of a name, so that many of one kind hold up no other', async () => {
  await using workspace = await JobWorkspace.open({ entry })
  const ids: Record<string, string> = {}
  for (const name of ['waits', 'waits', 'waits2', 'waits3', 'waits4']) {
    ids[`${name}${ids[name] ? ' again' : ''}`] = await enqueue(workspace, name)
  }
  await until(workspace, ids['waits3'] as string, 'running')
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(ids).map(async ([name, id]) => [name, (await workspace.job(id)).status] as const),
      ),
    )
  expect(await statuses()).toEqual({
    waits: 'running',
    'waits again': 'queued',
    waits2: 'running',
    waits3: 'running',
    waits4: 'queued',
  })
  await workspace.threads.call('cancelJob', { id: ids['waits2'] as string })
  workspace.runner.stop(ids['waits2'] as string)
  await until(workspace, ids['waits4'] as string, 'running')
  expect((await statuses())['waits again']).toBe('queued')
})

test('a job fails with the reason why what comes before it failed [BACKUP-06]', async () => {
  const beforeJob = () => Promise.reject(new CatalogError('conflict', 'The disk is full.'))
  await using workspace = await JobWorkspace.open({ entry, beforeJob })
  const id = await enqueue(workspace, 'lastsAWhile')
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({
    status: 'failed',
    result: { error: { message: 'The disk is full.' } },
  })
})

// Where threads start slowly, one may be interrupted before it began.
const interruptions = expect.toSatisfy((count: number) => count >= 1)

describe.concurrent('by the clock', () => {
  test('where nothing can be written a job is taken up again when its lease has run out [JOB-05]', async () => {
    await using workspace = await JobWorkspace.open({ entry, leaseMs: 1500 })
    const id = await enqueue(workspace, 'endsOnFullDisk')
    await until(workspace, id, 'completed')
    expect(await workspace.job(id)).toMatchObject({ metadata: { interruptions }, result: { done: true } })
  })

  test('an end that could not be written is written once there is room again, and the job is not done twice [JOB-05]', async () => {
    await using workspace = await JobWorkspace.open({ entry })
    const id = await enqueue(workspace, 'endsOnDiskOfOthers')
    await workspace.runner.idle()
    expect((await workspace.job(id)).status).toBe('running')
    await (workspace.threads.call as (name: string, input: object) => Promise<unknown>)('makeRoom', {})
    await until(workspace, id, 'completed')
    expect(await workspace.job(id)).toMatchObject({ metadata: {}, result: { done: true } })
  })

  test('a thread that answers no more is ended when its lease runs out; its job goes on from its checkpoint [JOB-05]', async () => {
    await using workspace = await JobWorkspace.open({ entry, leaseMs: 2000 })
    const id = await enqueue(workspace, 'hangs')
    await until(workspace, id, 'completed')
    expect(await workspace.job(id)).toMatchObject({ metadata: { interruptions }, result: { done: true } })
  })

  // The short tests cover this by the job that runs while another is prepared.
  test.runIf(isLong)('a thread that gives signs of life keeps its lease however long it takes', async () => {
    await using workspace = await JobWorkspace.open({ entry, leaseMs: 6000 })
    const id = await enqueue(workspace, 'lastsAWhile')
    await until(workspace, id, 'completed')
    expect((await workspace.job(id)).metadata).toEqual({})
  })

  test('a job that hangs again and again at the same point is given up with a reason [JOB-05]', async () => {
    await using workspace = await JobWorkspace.open({ entry, leaseMs: 400 })
    const id = await enqueue(workspace, 'hangsAlways')
    await until(workspace, id, 'failed')
    expect((await workspace.job(id)).result).toMatchObject({
      error: { message: expect.stringContaining('cut off too often') },
    })
  })

  test('what has to be done before a job holds up no other job, and keeps the lease of its own [BACKUP-06]', async () => {
    const gate = Promise.withResolvers<void>()
    const beforeJob = ({ name }: { name: string }) => (name === 'waits' ? gate.promise : Promise.resolve())
    await using workspace = await JobWorkspace.open({ entry, leaseMs: 6000, beforeJob })
    const prepared = await enqueue(workspace, 'waits')
    // It completes, and its lease is extended twice, while the other job has not even begun.
    await until(workspace, await enqueue(workspace, 'lastsAWhile'), 'completed')
    expect(await workspace.job(prepared)).toMatchObject({ status: 'running', metadata: {} })

    await cancel(workspace, prepared)
    gate.resolve()
    await workspace.runner.idle()
    expect((await workspace.job(prepared)).status).toBe('cancelled')
  })

  test.each(isLong ? ['hangs', 'readsAlways'] : ['readsAlways'])(
    'a cancelled job whose thread hears nothing ends all the same, and the next one of its kind runs: %s [JOB-10]',
    async (name) => {
      await using workspace = await JobWorkspace.open({ entry })
      const id = await enqueue(workspace, name)
      await vi.waitFor(async () => expect((await workspace.job(id)).progress.current).toBe(1), {
        timeout: 60_000,
      })
      await cancel(workspace, id)
      await until(workspace, id, 'cancelled')
      const next = await enqueue(workspace, name)
      await until(workspace, next, 'running')
      await cancel(workspace, next)
      await until(workspace, next, 'cancelled')
    },
  )

  test('a job is cancelled while what comes before it is still going on [JOB-10]', async () => {
    const never = new Promise<void>(() => undefined)
    await using workspace = await JobWorkspace.open({ entry, beforeJob: () => never })
    const id = await enqueue(workspace, 'waits')
    await until(workspace, id, 'running')
    await cancel(workspace, id)
    await until(workspace, id, 'cancelled')
    expect((await workspace.job(id)).result).toBeNull()
  })

  test('closing does not wait for a thread that hangs, and its job does not stay running', async () => {
    await using workspace = await JobWorkspace.open({ entry })
    const id = await enqueue(workspace, 'hangs')
    await until(workspace, id, 'running')
    await vi.waitFor(async () => expect((await workspace.job(id)).progress.current).toBe(1), {
      timeout: 60_000,
    })
    await workspace.restart()
    await workspace.runner.idle()
    expect((await workspace.job(id)).status).toBe('completed')
  })
})

const rows = 1500

test('kill -9 in the middle of an import: the next start goes on, every row is stored once [JOB-04] [SPACE-03]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-killed-'))
  const source = new URL('../testing/job-workspace.ts', import.meta.url).href
  const script = `
    const { JobWorkspace } = await import(${JSON.stringify(source)})
    const workspace = await JobWorkspace.open({ folder: ${JSON.stringify(folder)} })
    workspace.threads.onCommitted((events) => {
      if (events.some(({ event }) => event === 'entity.created')) console.log('writing')
    })
    const rows = Array.from({ length: ${rows} }, (_, index) => 'S' + index + ',Name ' + index)
    console.log(await workspace.enqueue('sku,name\\n' + rows.join('\\n') + '\\n'))
    setInterval(() => undefined, 1000)`
  const file = join(folder, 'import-and-wait.mjs')
  await writeFile(file, script)
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) if ((output += String(chunk)).includes('writing')) break
  child.kill('SIGKILL')
  await exited

  await using workspace = await JobWorkspace.open({ folder })
  await workspace.runner.idle()
  const [id = ''] = output.split('\n')
  expect(await workspace.job(id)).toMatchObject({
    status: 'completed',
    metadata: { interruptions: 1 },
    result: { created: rows },
  })
  const names = (await workspace.products()).map(({ name }) => name)
  expect([names.length, new Set(names).size]).toEqual([rows, rows])
})
