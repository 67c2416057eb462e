import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUpkeep } from '../../catalog/connections/upkeep.ts'
import { checkpointInSteps, openDatabase } from './database.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-checkpoint-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function written(isReplicated: boolean) {
  const file = join(folder, 'shop.vitrine')
  const database = openDatabase(file, { isReplicated })
  const beside = openDatabase(file, { readonly: true })
  try {
    database.write((tx) => tx.exec('CREATE TABLE note (text)'))
    database.read((db) => checkpointInSteps(db, true))
    database.write((tx) => tx.run('INSERT INTO note VALUES (?)', 'x'.repeat(1000 * 4096)))
    openUpkeep(file, { isReplicated }).copyLog()
    const every = database.sqlite.pragma('wal_autocheckpoint', { simple: true })
    return { bytes: statSync(file).size, every }
  } finally {
    beside.close()
    database.close()
  }
}

test('the log is moved into the file in steps while an index is made', () => {
  const { bytes, every } = written(false)
  expect([bytes > 1000 * 4096, every]).toEqual([true, 1000])
})

test('[REPLICA-02] under replication no connection of ours moves the log into the file', () => {
  const { bytes, every } = written(true)
  expect([bytes < 1000 * 4096, every]).toEqual([true, 0])
})
