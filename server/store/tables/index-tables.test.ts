import type { IndexName } from '../database/writer-requests.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { emptyTrash, restoreEntities, trashEntities } from '../../catalog/trash/trash-entities.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { updateEntity } from '../../catalog/entities/update-entity.ts'
import type { ReadableDb } from '../database/database.ts'
import { attributesOf, deleteAttribute } from './attributes.ts'
import { beginIndex, fillIndex, findFixedIndex, finishIndex, listIndexRows } from './index-tables.ts'

const products = 12

const sources: Record<string, string> = {
  index_updated: 'SELECT type, updated_at, id FROM entity',
  index_referring: 'SELECT DISTINCT attribute, source FROM reference',
  index_history: 'SELECT entity, sequence FROM event WHERE entity IS NOT NULL',
}

test('whatever is written while an index is filled, it is complete and current in the end and stays so [SPACE-07]', () => {
  const actions = ['set', 'clear', 'refer', 'trash', 'restore', 'create', 'empty', 'fill'] as const
  const steps = fc.array(fc.tuple(fc.constantFrom(...actions), fc.nat(products - 1)), { maxLength: 40 })
  fc.assert(
    fc.property(steps, (taken) => {
      using scratch = new IndexedCatalog()
      scratch.begin()
      for (const [action, which] of taken) scratch[action](which)
      scratch.finish()
      expect(scratch.catalog.read((db) => findFixedIndex(db, 'updated'))).toBe('index_updated')
      expect(scratch.differences()).toEqual([])
      for (const [action, which] of taken) if (action !== 'fill') scratch[action](which)
      expect(scratch.differences()).toEqual([])
    }),
    { numRuns: 40, seed: 20261123 },
  )
})

test('an index goes with its attribute, complete or not', () => {
  using scratch = new IndexedCatalog()
  scratch.begin()
  scratch.catalog.write((tx) => deleteAttribute(tx, attributesOf(tx, 'product').byKey.get('price')!))
  const left = scratch.catalog.read((db) =>
    db.column("SELECT name FROM sqlite_schema WHERE name LIKE 'index_value_2%' OR name = 'value_2'"),
  )
  expect(left).toEqual([])
  expect(scratch.catalog.write((tx) => beginIndex(tx, 'value_2'))).toBe(false)
})

class IndexedCatalog implements Disposable {
  readonly catalog = new ScratchCatalog()
  readonly #ids: string[] = []
  readonly #names: IndexName[]
  #waiting: { readonly name: IndexName; readonly rows: readonly number[] }[] = []
  #round = 0

  constructor() {
    this.catalog.define('product', 'Name', { is_primary: true })
    const price = this.catalog.define('product', 'Price', { data_type: 'number' })
    this.catalog.define('product', 'Related', {
      data_type: 'entity_list_reference',
      reference: { type: 'product' },
    })
    for (let index = 0; index < products; index += 1) this.create(index)
    const { byKey, primary } = this.catalog.read((db) => attributesOf(db, 'product'))
    const [id, name] = [byKey.get(price.key)!.id, primary!.id]
    this.#names = [
      'updated',
      'referring',
      'history',
      `value_${id}`,
      `length_${name}`,
      `order_${name}`,
      `natural_${name}`,
    ]
    sources[`index_value_${id}`] = `SELECT norm, entity FROM value_${id}`
    sources[`index_order_${name}`] = `SELECT text_order(norm), entity FROM value_${name}`
    sources[`index_natural_${name}`] = `SELECT natural_order(norm), entity FROM value_${name}`
    sources[`index_length_${name}`] =
      "SELECT id, length(attributes ->> '$.name') FROM entity WHERE attributes ->> '$.name' IS NOT NULL"
  }

  /** The rows are listed now and indexed later in two parts: writes in between must not be lost. */
  begin(): void {
    for (const name of this.#names) {
      this.catalog.write((tx) => beginIndex(tx, name))
      const rows = this.catalog.read((db) => listIndexRows(db, name))
      const half = Math.ceil(rows.length / 2)
      this.#waiting.push({ name, rows: rows.slice(0, half) }, { name, rows: rows.slice(half) })
    }
  }

  fill(): void {
    const part = this.#waiting.shift()
    if (part) this.catalog.write((tx) => fillIndex(tx, part.name, part.rows))
  }

  finish(): void {
    while (this.#waiting.length > 0) this.fill()
    for (const name of this.#names) this.catalog.write((tx) => finishIndex(tx, name))
  }

  differences(): unknown[] {
    return this.catalog.read((db: ReadableDb) =>
      Object.entries(sources).flatMap(([index, source]) => [
        ...db.all(`SELECT * FROM (SELECT * FROM ${index} EXCEPT ${source})`),
        ...db.all(`SELECT * FROM (${source} EXCEPT SELECT * FROM ${index})`),
      ]),
    )
  }

  create(which: number): void {
    this.#ids[which] = this.catalog.create('product', { name: `P${which}`, price: which }).id
  }

  set(which: number): void {
    this.#round += 1
    this.#write(which, { price: this.#round % 7, name: `P${'ßé'.repeat(this.#round % 4)}` })
  }

  clear(which: number): void {
    this.#write(which, { price: null, related: null })
  }

  refer(which: number): void {
    this.#write(which, { related: [this.#ids[(which + 1) % products], this.#ids[(which + 2) % products]] })
  }

  trash(which: number): void {
    const body = { type: 'product', ids: [this.#ids[which] ?? ''] } as const
    this.#attempt(() =>
      this.catalog.write((tx) => trashEntities(tx, { body, faults: [], context: testContext })),
    )
  }

  restore(which: number): void {
    const body = { ids: [this.#ids[which] ?? ''] }
    this.#attempt(() =>
      this.catalog.write((tx) => restoreEntities(tx, { body, faults: [], context: testContext })),
    )
  }

  empty(): void {
    this.catalog.write((tx) => emptyTrash(tx, { body: {}, faults: [], context: testContext }))
  }

  #write(which: number, attributes: Record<string, unknown>): void {
    const request = {
      type: 'product',
      id: this.#ids[which] ?? '',
      body: { attributes },
      faults: [],
      context: testContext,
    } as const
    this.#attempt(() => this.catalog.write((tx) => updateEntity(tx, request)))
  }

  /** The catalog refuses writes to trashed entities and restores of living ones. */
  #attempt(write: () => unknown): void {
    try {
      write()
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
    }
  }

  [Symbol.dispose](): void {
    this.catalog[Symbol.dispose]()
  }
}
