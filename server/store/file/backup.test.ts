import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUpDatabase } from './backup.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { createWorkspaceFile, openWorkspaceFile } from './workspace-file.ts'

let folder: string
let database: Database
let target: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-backup-'))
  const file = join(folder, 'shop.vitrine')
  target = join(folder, 'copy.vitrine')
  createWorkspaceFile(file)
  database = openDatabase(file)
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const note = (key: string) =>
  database.write((tx) => tx.run("INSERT INTO meta (key, value) VALUES (?, 'x')", key))

test('the copy is a workspace file with everything that was committed, the log included [SPACE-06]', async () => {
  note('a')
  await backUpDatabase(database, target)
  note('b')

  const copy = await openWorkspaceFile(target)
  const keys = copy.database.read((db) => db.column("SELECT key FROM meta WHERE value = 'x'"))
  copy.close()
  expect(keys).toEqual(['a'])
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.vitrine'])
})

test('a file that is there is not replaced [SPACE-06]', async () => {
  writeFileSync(target, 'Dear reader')
  await expect(backUpDatabase(database, target)).rejects.toMatchObject({ kind: 'exists' })
  expect(readFileSync(target, 'utf8')).toBe('Dear reader')
})

test('what an interrupted copy left behind is replaced', async () => {
  writeFileSync(`${target}.partial`, 'half')
  await backUpDatabase(database, target)
  expect(readdirSync(folder)).not.toContain('copy.vitrine.partial')
})

test('a damaged workspace is not copied, and no half of it stays', async () => {
  note('a'.repeat(20_000))
  database.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const file = database.sqlite.name
  database.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 8 * 4096, 9 * 4096)
  writeFileSync(file, bytes)
  database = openDatabase(file)

  await expect(backUpDatabase(database, target)).rejects.toMatchObject({ kind: 'corrupt' })
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([])
})
