import { expect, onTestFinished, test } from 'vitest'
import { parseAnswer } from '../catalog/answer.ts'
import { openDatabase } from '../store/database/database.ts'
import type { WritableDb } from '../store/database/database.ts'
import { attributesOf } from '../store/tables/attributes.ts'
import { JobWorkspace, ownerContext } from '../testing/job-workspace.ts'

test('[QUALITY-15] what a reader found goes to the file, and the next start goes on from there', async () => {
  const workspace = await JobWorkspace.open()
  onTestFinished(() => workspace[Symbol.asyncDispose]())
  await workspace.import('sku,title\nA,Chair\nB,Chair of oak\nC,Stool\n')
  const behindTheFeed = <T>(write: (tx: WritableDb) => T): T => {
    const database = openDatabase(workspace.file)
    try {
      return database.write(write)
    } finally {
      database.close()
    }
  }
  behindTheFeed((tx) => tx.run('UPDATE type_count SET total = total + 20000'))
  const body = {
    name: 'Long',
    entity_type: 'product',
    check: { kind: 'length', attributes: ['title'], max: 5 },
  }
  await workspace.threads.call('createQualityRule', { body, faults: [], context: ownerContext } as never)
  const count = async () => {
    const asked = { type: 'product', rule: 'long', limit: 10, offset: 0, faults: [] }
    const answer = await workspace.threads.call('listFindings', asked)
    return parseAnswer<{ pagination: { total: number } }>(answer).pagination.total
  }
  expect(await count()).toBe(1)
  const stored = () =>
    behindTheFeed((tx) => tx.get("SELECT 1 FROM sqlite_schema WHERE name = 'kept_result'") !== undefined)
  // Storing at once would be a write, which would empty the readers' caches.
  expect(stored()).toBe(false)
  await workspace.restart()
  expect(stored()).toBe(true)
  behindTheFeed((tx) => {
    const title = attributesOf(tx, 'product').byKey.get('title')?.id
    tx.run(`DELETE FROM value_${title}`)
  })
  expect(await count()).toBe(1)
  behindTheFeed((tx) => tx.run('DELETE FROM kept_result'))
  await workspace.restart()
  expect(await count()).toBe(0)
})
