import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { readSalts, WalReader } from './wal-end.ts'

function database() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-wal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.db')
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('wal_autocheckpoint = 0')
  db.exec('CREATE TABLE texts (text TEXT)')
  return { file, db, reader: new WalReader(file) }
}

/** How many frames SQLite itself knows in the log, from which the offset of the last follows. */
function offsetBySqlite(db: Database.Database): number {
  const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
  return 32 + log * (24 + 4096)
}

test('the end of the newest commit is where SQLite says, and moves with each commit alone', () => {
  const { db, reader } = database()
  for (const text of ['one', 'two'.repeat(5000)]) {
    db.prepare('INSERT INTO texts VALUES (?)').run(text)
    expect(reader.read()?.offset).toBe(offsetBySqlite(db))
    expect(reader.read()).toEqual(reader.read())
  }
  db.close()
})

test('pages of a transaction that is under way or was rolled back are no commit', () => {
  const { db, reader } = database()
  const before = reader.read()
  // Pages go into the log before the end of a transaction once the cache is full.
  db.pragma('cache_size = 10')
  const insert = db.prepare('INSERT INTO texts VALUES (?)')
  db.exec('BEGIN')
  for (let row = 0; row < 200; row++) insert.run('x'.repeat(3000))
  expect(reader.read()).toEqual(before)
  db.exec('ROLLBACK')
  expect(reader.read()).toEqual(before)
  insert.run('after')
  expect(reader.read()?.offset).toBe(offsetBySqlite(db))
  expect(reader.read()?.offset).toBeGreaterThan(before?.offset ?? Infinity)
  db.close()
})

test('a log that begins again has other salts, and what is left of its former round is not read', () => {
  const { db, reader, file } = database()
  const insert = db.prepare('INSERT INTO texts VALUES (?)')
  for (let row = 0; row < 50; row++) insert.run('x'.repeat(3000))
  const long = reader.read()
  copyFileSync(`${file}-wal`, `${file}-copy`)
  db.pragma('wal_checkpoint(RESTART)')
  insert.run('short')
  const short = reader.read()
  expect(short?.salts).not.toBe(long?.salts)
  expect(short?.offset).toBeLessThan(long?.offset ?? 0)
  expect([readSalts(`${file}-copy`), readSalts(`${file}-wal`)]).toEqual([long?.salts, short?.salts])
  db.close()
})

test('without a log nothing is pending, and without a database there is nothing', () => {
  const { db, reader, file } = database()
  db.close()
  expect(reader.read()).toEqual({ salts: '', offset: 0 })
  expect(new WalReader(`${file}-missing`).read()).toBeUndefined()
})

test('reading the log leaves the locks of SQLite in this process as they are', () => {
  const { db, reader, file } = database()
  const other = new Database(file, { timeout: 0 })
  db.exec('BEGIN IMMEDIATE')
  reader.read()
  expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked')
  db.close()
  other.close()
})
