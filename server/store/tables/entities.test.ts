import { toJson } from '../database/json.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insertEntity } from './entities.ts'
import { removeTrashed } from './trash.ts'
import { createWorkspaceFile, openWorkspaceFile } from '../file/workspace-file.ts'

test('the id of an entity that was removed for good is not given again after a restart: events go on to name it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-ids-'))
  const file = join(folder, 'shop.vitrine')
  createWorkspaceFile(file)
  const entity = { type: 'product', parent: null, label: null, attributes: toJson({}) } as const

  const first = await openWorkspaceFile(file)
  const removed = first.database.write((tx) => {
    insertEntity(tx, entity)
    const { id } = insertEntity(tx, entity)
    tx.run(
      'INSERT INTO trashed_entity SELECT id, uuid, type, parent, label, created_at, updated_at, attributes, 0, id FROM entity WHERE id = ?',
      id,
    )
    tx.run('DELETE FROM entity WHERE id = ?', id)
    removeTrashed(tx, [id])
    return id
  })
  first.close()

  const second = await openWorkspaceFile(file)
  expect(second.database.write((tx) => insertEntity(tx, entity)).id).toBe(removed + 1)
  second.close()
  rmSync(folder, { recursive: true })
})
