import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkspaceFile, openWorkspaceFile } from '../file/workspace-file.ts'
import { listSpend, noteUnsettled, reserveSpend, settleSpend } from './generation-runs.ts'

const always = { since: 0, until: Number.MAX_SAFE_INTEGER }

test('what was cut off counts as reserved and is told beside the rest; what has no price leaves the sum unknown [RUN-05]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-spend-'))
  const file = join(folder, 'shop.vitrine')
  createWorkspaceFile(file)
  const workspace = await openWorkspaceFile(file)
  const call = (model: string) => ({ job: 'a', provider: 'p', model, reserved: 0.5 })

  const [first = 0, , unpriced = 0] = workspace.database.write((tx) =>
    reserveSpend(tx, [call('priced'), call('priced'), call('unpriced')]),
  )
  workspace.database.write((tx) => {
    settleSpend(tx, [
      { id: first, input: 100, output: 20, cost: 0.25 },
      { id: unpriced, input: 7, output: 3, cost: null },
    ])
  })
  const read = () => workspace.database.read((db) => listSpend(db, always))
  expect(read()).toMatchObject([
    { model: 'priced', calls: 2, cost: 0.75, unsettled: { calls: 0, cost: 0 } },
    { model: 'unpriced', calls: 1, cost: null, tokens: { input: 7, output: 3 } },
  ])
  workspace.database.write((tx) => noteUnsettled(tx, 'a'))
  expect(read()[0]).toMatchObject({ calls: 2, cost: 0.75, unsettled: { calls: 1, cost: 0.5 } })
  workspace.close()
  rmSync(folder, { recursive: true })
})
