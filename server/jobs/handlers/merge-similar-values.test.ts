import { expect, test } from 'vitest'
import { parseAnswer } from '../../catalog/answer.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const rows = 2100
const file = `sku,material\n${Array.from({ length: rows }, (_, n) => `S${n},oak wood\n`).join('')}`
const { job_id: _, ...context } = ownerContext

async function begun(workspace: JobWorkspace): Promise<{ id: string; edit: string }> {
  const { threads, runner } = workspace
  const changed = new Promise<void>((resolve) => {
    const stop = threads.onCommitted(() => {
      stop()
      resolve()
    })
  })
  const groups = [{ values: ['oak wood'], to: 'Oak' }]
  const body = { type: 'product', attribute: 'material', groups }
  const answer = await threads.call('enqueueClusterMerge', { body, faults: [], context } as never)
  const { data } = parseAnswer<{ data: { id: string; metadata: { edit_id: string } } }>(answer)
  runner.wake()
  await changed
  return { id: data.id, edit: data.metadata.edit_id }
}

const merged = async (workspace: JobWorkspace) =>
  (await workspace.products()).filter(({ material }) => material === 'Oak').length

test('a merge of values that is cancelled keeps what it has changed, and one undo takes that back [CLUSTER-12]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(file)
  const { id, edit } = await begun(workspace)
  await workspace.threads.call('cancelJob', { id })
  workspace.runner.stop(id)
  await workspace.runner.idle()
  const { status, result } = await workspace.job(id)
  const changed = await merged(workspace)
  expect([status, changed % 1000, changed < rows]).toEqual(['cancelled', 0, true])
  expect(result).toMatchObject({ changed, edit_id: edit })
  await workspace.threads.call('undoEdit', { id: edit, faults: [], context: ownerContext })
  workspace.runner.wake()
  await workspace.runner.idle()
  expect(await merged(workspace)).toBe(0)
})

test('a merge of values that a restart cuts off goes on behind its last chunk [CLUSTER-12]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(file)
  const { id } = await begun(workspace)
  await workspace.restart()
  await workspace.runner.idle()
  expect(await workspace.job(id)).toMatchObject({
    status: 'completed',
    metadata: { interruptions: 1 },
    result: { matching: rows, changed: rows },
  })
  expect(await merged(workspace)).toBe(rows)
})
