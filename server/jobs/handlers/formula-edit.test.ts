import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const rows = 3000
const raised = { price: { formula: 'ROUND({{price}} * 1.04, 2)' } }

async function open(): Promise<JobWorkspace> {
  const workspace = await JobWorkspace.open()
  await workspace.define({ entity_type: 'product', name: 'SKU', data_type: 'single_line_text_field' })
  await workspace.define({ entity_type: 'product', name: 'Price', data_type: 'number' })
  const lines = Array.from({ length: rows }, (_, index) => `S${index},100`)
  await workspace.import(`sku,price\n${lines.join('\n')}\n`, { create_missing_attributes: false })
  return workspace
}

async function enqueue({ threads, uploads }: JobWorkspace, change: object): Promise<string> {
  const body = { type: 'product', filter: {}, ...change }
  const request = { body, faults: [], context: ownerContext, uploadsDir: uploads }
  const { location = '' } = await threads.call('enqueueBulkEdit', request)
  return location.replace('/jobs/', '')
}

async function begun(workspace: JobWorkspace, id: string): Promise<void> {
  while ((await workspace.job(id)).progress.current === 0) await new Promise(setImmediate)
}

const pricesOf = async (workspace: JobWorkspace) =>
  Object.groupBy(
    (await workspace.products()).map(({ price }) => String(price)),
    (price) => price,
  )

test('a raise of prices that a restart cuts off raises each of them once [BULK-04]', async () => {
  await using workspace = await open()
  const id = await enqueue(workspace, { set: raised })
  workspace.runner.wake()
  await begun(workspace, id)
  await workspace.restart()
  await workspace.runner.idle()

  expect(await workspace.job(id)).toMatchObject({
    metadata: { interruptions: 1 },
    result: { matched: rows, changed: rows, unchanged: 0, failed: 0 },
  })
  expect((await pricesOf(workspace))['104']).toHaveLength(rows)
})

test('a formula that needs what is no longer defined fails the job, and says so [BULK-04]', async () => {
  await using workspace = await open()
  await workspace.define({ entity_type: 'product', name: 'Passing', data_type: 'number' })
  const id = await enqueue(workspace, { set: { price: { formula: '{{passing}}' } } })
  await workspace.threads.call('deleteAttribute', {
    key: 'passing',
    type: 'product',
    faults: [],
    context: ownerContext,
  })
  workspace.runner.wake()
  await workspace.runner.idle()
  const { status, result } = await workspace.job(id)
  expect(status).toBe('failed')
  expect(result).toMatchObject({
    error: {
      field_errors: [
        { field: 'set.price', issue: expect.stringMatching(/have changed since.*Send the edit again/) },
      ],
    },
  })
  expect((await pricesOf(workspace))['100']).toHaveLength(rows)
})

test('a dry run that a restart cuts off begins anew, leaves nothing behind and changes nothing [BULK-05]', async () => {
  await using workspace = await open()
  const events = (await workspace.events()).length
  const id = await enqueue(workspace, { set: raised, dry_run: true })
  workspace.runner.wake()
  await begun(workspace, id)
  await workspace.restart()
  await workspace.runner.idle()

  const { status, result } = await workspace.job(id)
  expect(status).toBe('completed')
  expect(result).toMatchObject({ matched: rows, changed: rows, differences_total: rows, edit_id: null })
  expect(result && 'differences' in result && result.differences).toHaveLength(100)
  const lines = (await workspace.result(id, 'differences')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).row)).toEqual(
    Array.from({ length: rows }, (_, index) => index + 1),
  )
  expect((await pricesOf(workspace))['100']).toHaveLength(rows)
  expect((await workspace.events()).slice(events).filter((event) => !event.startsWith('job.'))).toEqual([])
  expect(await readdir(workspace.uploads)).toEqual([])
})
