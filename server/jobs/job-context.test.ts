import { expect, test } from 'vitest'
import { openDatabase } from '../store/database/database.ts'
import { JobWorkspace, ownerContext } from '../testing/job-workspace.ts'

async function runChanged(workspace: JobWorkspace, input: string) {
  const body = { type: 'product', filter: { sku: 'S1' }, set: { name: 'New' } }
  const { location = '' } = await workspace.threads.call('enqueueBulkEdit', {
    body,
    faults: [],
    context: ownerContext,
  })
  const id = location.replace('/jobs/', '')
  const database = openDatabase(workspace.file)
  database.write((tx) => tx.run(`UPDATE job SET input = ${input} WHERE uuid = ?`, id))
  database.close()
  workspace.runner.wake()
  await workspace.runner.idle()
  const { status, result } = await workspace.job(id)
  return { status, result, names: (await workspace.products()).map(({ name }) => name) }
}

const refused = {
  status: 'failed',
  result: {
    error: {
      code: 'conflict',
      message:
        'Another version of Vitrine queued this job, and this one cannot go on with it. Start it anew.',
    },
  },
  names: ['Old'],
}

const unreadable = [
  "json_set(input, '$.version', 2)",
  "json_set(input, '$.version', 'old')",
  "json_remove(input, '$.edit_id')",
  "'[]'",
]

test('a stored input that cannot be read fails its job with a sentence; one without a version is of the first', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('sku,name\nS1,Old\n')
  for (const input of unreadable) expect(await runChanged(workspace, input)).toMatchObject(refused)
  const { status, names } = await runChanged(workspace, "json_remove(input, '$.version')")
  expect({ status, names }).toEqual({ status: 'completed', names: ['New'] })
})
