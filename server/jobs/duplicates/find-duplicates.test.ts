import { expect, test } from 'vitest'
import { parseAnswer } from '../../catalog/answer.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const pairs = 2000
const rows = Array.from(
  { length: pairs },
  (_, n) => `S${n},Oak chair number ${n}\nT${n},Chair oak number ${n}`,
)
const file = `sku,title\n${rows.join('\n')}\n`

async function open(): Promise<JobWorkspace> {
  const workspace = await JobWorkspace.open()
  await workspace.import(file)
  return workspace
}

async function start({ threads, runner }: JobWorkspace): Promise<string> {
  const { job_id: _, ...context } = ownerContext
  const asked = { body: { type: 'product' }, faults: [], context }
  const answer = await threads.call('enqueueDuplicates', asked as never)
  runner.wake()
  return parseAnswer<{ data: { id: string } }>(answer).data.id
}

async function untilPercent(workspace: JobWorkspace, percent: number, id: string): Promise<void> {
  for (;;) {
    const { status, progress } = await workspace.job(id)
    if (status === 'running' && progress.current >= percent) return
    if (status !== 'running' && status !== 'queued') throw new Error(`The job is ${status} already.`)
  }
}

async function groupsOf({ threads }: JobWorkspace): Promise<number> {
  const asked = { type: 'product', types: ['product'], status: 'open', limit: 1, offset: 0, faults: [] }
  const answer = await threads.call('listDuplicates', asked as never)
  return parseAnswer<{ pagination: { total: number } }>(answer).pagination.total
}

test('a search that is cancelled ends where it is, and one that comes after it finds all [DUPLICATE-09]', async () => {
  await using workspace = await open()
  const id = await start(workspace)
  await untilPercent(workspace, 1, id)
  await workspace.threads.call('cancelJob', { id })
  workspace.runner.stop(id)
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({ status: 'cancelled', result: null })
  expect(await groupsOf(workspace)).toBeLessThan(pairs)
  const next = await start(workspace)
  await workspace.runner.idle()
  expect((await workspace.job(next)).result).toMatchObject({ searched: 2 * pairs, groups: pairs })
  expect(await groupsOf(workspace)).toBe(pairs)
})

test('a search that a restart cuts off begins anew, and finds each group once [DUPLICATE-09]', async () => {
  await using workspace = await open()
  const id = await start(workspace)
  await untilPercent(workspace, 1, id)
  await workspace.restart()
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({
    status: 'completed',
    metadata: { interruptions: 1 },
    result: { searched: 2 * pairs, groups: pairs },
  })
  expect(await groupsOf(workspace)).toBe(pairs)
})
