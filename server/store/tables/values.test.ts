import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase, type WritableDb } from '../database/database.ts'
import { collectingComparables, getComparable, putComparable } from './values.ts'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-values-'))
  database = openDatabase(join(folder, 'values.db'))
  database.write((tx) => {
    for (const id of [1, 2]) tx.exec(`CREATE TABLE value_${id} (entity INTEGER PRIMARY KEY, norm NOT NULL)`)
    putComparable(tx, 1, 7, 'old')
  })
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const rowsOf = (attribute: number) =>
  database.read((db) => db.tuples(`SELECT entity, norm FROM value_${attribute} ORDER BY entity`))

test('values that are collected are written at the end, of each entity the last one; the others at once', () => {
  const expected = Array.from({ length: 137 }, (_, index) => [index + 1, index + 0.5])
  database.write((tx) =>
    collectingComparables(tx, new Set([1]), () => {
      for (const [entity = 0, comparable = 0] of expected) putComparable(tx, 1, entity, comparable)
      for (const entity of [200, 3]) putComparable(tx, 1, entity, 'again')
      putComparable(tx, 1, 200, null)
      putComparable(tx, 2, 1, 'other')
      expect([getComparable(tx, 1, 7), getComparable(tx, 1, 1), getComparable(tx, 2, 1)]).toEqual([
        'old',
        null,
        'other',
      ])
    }),
  )
  expect(rowsOf(1)).toEqual(
    expected.map(([entity, comparable]) => [entity, entity === 3 ? 'again' : comparable]),
  )
  expect(rowsOf(2)).toEqual([[1, 'other']])
})

test('what a savepoint undoes is not written, nor anything of a transaction that fails', () => {
  const collecting = (fn: (tx: WritableDb) => void) =>
    database.write((tx) => collectingComparables(tx, new Set([1]), () => fn(tx)))
  const fail = () => {
    throw new Error('refused')
  }
  collecting((tx) => {
    putComparable(tx, 1, 1, 'kept')
    const refused = () =>
      tx.nested(() => {
        putComparable(tx, 1, 2, 'undone')
        fail()
      })
    expect(refused).toThrow('refused')
    putComparable(tx, 1, 3, 'kept')
  })
  expect(() => {
    collecting((tx) => {
      putComparable(tx, 1, 4, 'undone')
      fail()
    })
  }).toThrow('refused')
  database.write((tx) => putComparable(tx, 1, 5, 'at once'))
  expect(rowsOf(1)).toEqual([
    [1, 'kept'],
    [3, 'kept'],
    [5, 'at once'],
    [7, 'old'],
  ])
})
