import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateEntity } from '../../catalog/entities/update-entity.ts'
import { restoreEntities, trashEntities } from '../../catalog/trash/trash-entities.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { type Database, openDatabase, type ReadableDb } from '../database/database.ts'
import { listIds } from './list-ids.ts'

let catalog: ScratchCatalog
let reader: Database
let uuids: string[]
const products = 2400

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('vendor', 'Name', { is_primary: true })
  uuids = Array.from({ length: products }, (_, index) => catalog.create('product', { name: `P${index}` }).id)
  const file = catalog.read((db) => db.path)
  reader = openDatabase(file, { readonly: true })
})

afterAll(() => {
  reader.close()
  catalog[Symbol.dispose]()
})

const context = testContext
const trash = (...ids: string[]) =>
  catalog.write((tx) => trashEntities(tx, { body: { type: 'product', ids }, faults: [], context }))
const restore = (...ids: string[]) =>
  catalog.write((tx) => restoreEntities(tx, { body: { ids }, faults: [], context }))
const rename = (id: string, name: string) =>
  catalog.write((tx) =>
    updateEntity(tx, { type: 'product', id, body: { attributes: { name } }, faults: [], context }),
  )

const page = {
  type: 'product',
  clauses: [],
  join: 'and',
  search: undefined,
  after: undefined,
  limit: 10,
} as const
const byId = { source: { kind: 'system', field: 'id' }, descending: true } as const
const walks: string[] = []
let listening: ReadableDb | undefined

function isReadFromKnown(offset = 2000): boolean {
  return reader.read((db) => {
    listening ??= listenTo(db, ({ text }) => walks.push(text))
    walks.length = 0
    const all = db.column<number>('SELECT id FROM entity WHERE type = 0 ORDER BY created_at, id')
    for (const [terms, ids] of [
      [[], all],
      [[byId], all.toReversed()],
    ] as const)
      expect(listIds(listening, { ...page, terms, offset }).ids).toEqual(ids.slice(offset, offset + 10))
    return walks.filter((walk) => walk.includes('(e.created_at, e.id)')).length === 2
  })
}

test('the places of rows are kept while values are written and entities of other types come', () => {
  expect(isReadFromKnown()).toBe(false)
  expect(isReadFromKnown(2001)).toBe(true)
  rename(uuids[5]!, 'Other')
  expect(isReadFromKnown(2002)).toBe(true)
  catalog.create('vendor', { name: 'Nordlys' })
  expect(isReadFromKnown(2003)).toBe(true)
})

test('they are learned anew when an entity came, went or came back, also when as many went as came', () => {
  const [one, other] = [uuids[10]!, uuids[700]!]
  const changes = [
    () => catalog.create('product', { name: 'New' }),
    () => trash(one),
    () =>
      catalog.write((tx) => [
        restoreEntities(tx, { body: { ids: [one] }, faults: [], context }),
        trashEntities(tx, { body: { type: 'product', ids: [other] }, faults: [], context }),
      ]),
    () => [catalog.create('product', { name: 'Newer' }), trash(uuids[1200]!)],
    () => restore(other),
  ]
  for (const change of changes) {
    isReadFromKnown()
    expect(isReadFromKnown(2001)).toBe(true)
    change()
    expect(isReadFromKnown()).toBe(false)
  }
})

test('nothing is kept of what a writer has read and undone', () => {
  const trashAndRead = (id: string, isUndone: boolean) =>
    catalog.write((tx) =>
      tx.nested(() => {
        trashEntities(tx, { body: { type: 'product', ids: [id] }, faults: [], context })
        const all = tx.column<number>('SELECT id FROM entity WHERE type = 0 ORDER BY created_at, id')
        for (const offset of [2000, 2001])
          expect(listIds(tx, { ...page, terms: [], offset }).ids).toEqual(all.slice(offset, offset + 10))
        if (isUndone) throw new Error('undone')
      }),
    )
  expect(() => trashAndRead(uuids[2100]!, true)).toThrow('undone')
  trashAndRead(uuids[20]!, false)
})
