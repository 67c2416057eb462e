import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase, type WritableDb } from './database.ts'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-statements-'))
  database = openDatabase(join(folder, 'shop.vitrine'))
  database.write((tx) => tx.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text)'))
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

function textsOf(fn: (tx: WritableDb) => void): string[] {
  const statements = database.collectStatements()
  try {
    database.write(fn)
  } catch {
    // The statements before the failure are the subject of the test.
  }
  return statements.map(({ text }) => text)
}

const insert = 'INSERT INTO note (text) VALUES (?)'

test('statements that write are collected in their order, with values and what came of them', () => {
  const statements = database.collectStatements()
  database.write((tx) => {
    tx.exec('CREATE TABLE other (id)')
    tx.run(insert, 'a')
    tx.run(insert, 'b')
    tx.all('SELECT * FROM note')
    expect(tx.get(`${insert} RETURNING id`, 'c')).toEqual({ id: 3 })
    expect(tx.column('UPDATE note SET text = ? RETURNING id', 'd')).toEqual([1, 2, 3])
  })
  expect(statements).toEqual([
    { text: 'CREATE TABLE other (id)', params: [] },
    { text: insert, params: ['a'], done: { changes: 1, lastInsertRowid: 1 } },
    { text: insert, params: ['b'], done: { changes: 1, lastInsertRowid: 2 } },
    { text: `${insert} RETURNING id`, params: ['c'] },
    { text: 'UPDATE note SET text = ? RETURNING id', params: ['d'] },
  ])
})

test('what a savepoint or the transaction takes back is collected no more, nor what failed', () => {
  const taken = textsOf((tx) => {
    tx.run(insert, 'kept')
    expect(() =>
      tx.nested(() => {
        tx.run(insert, 'lost')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(() => tx.run('INSERT INTO note (id, text) VALUES (1, ?)', 'twice')).toThrow('UNIQUE')
    tx.run('DELETE FROM note')
  })
  expect(taken).toEqual([insert, 'DELETE FROM note'])

  const none = textsOf((tx) => {
    tx.run(insert, 'lost')
    throw new Error('no')
  })
  expect(none).toEqual([])
})

test('what is about this file alone is not collected', () => {
  const taken = textsOf((tx) => {
    tx.unreplicated(() => tx.exec('CREATE TABLE index_note (text)'))
    expect(() =>
      tx.unreplicated(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
    tx.run(insert, 'a')
  })
  expect(taken).toEqual([insert])
})
