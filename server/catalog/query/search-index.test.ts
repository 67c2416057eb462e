import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { isFoundBy } from '../../testing/naive-search.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import type { WritableDb } from '../../store/database/database.ts'
import {
  advanceSearchIndex,
  countRuns,
  findSearchIndex,
  isWorthFollowing,
  mergeRuns,
  type SearchIndex,
} from '../../store/search/search-index.ts'
import { deleteAttribute } from '../attributes/delete-attribute.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { restoreEntities, trashEntities } from '../trash/trash-entities.ts'
import type { ListRequest } from './list-request.ts'

/**
 * Answers are the same without the search index, while it is built, with it and while it lags behind the
 * stored values.
 */
const textKeys = ['name', 'story', 'code']
const letters = ['a', 'B', 'ß', 'é', ' ', '-', '"', "'", '%', '\n', '🪑', 'Ж', 'ω', '', '*', '7']
const anyText = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 })
  .map((parts) => `x${parts.join('')}x`)
const anyPart = fc
  .array(fc.constantFrom(...letters, 'x'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
const anyQuery = fc.oneof(
  anyPart.filter((q) => q.trim() !== '').map((q): Partial<ListRequest> => ({ q })),
  fc
    .tuple(fc.constantFrom(...textKeys), fc.constantFrom('contains', 'ends_with', 'not_contains'), anyPart)
    .filter(([, , value]) => value.trim() !== '')
    .map(([key, operator, value]): Partial<ListRequest> => ({
      clauses: [{ field: 'filter', key, operator, value }],
    })),
)
const seed = 20261121

let catalog: ScratchCatalog
let products: EntityResource[]

function defineAll(): void {
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Story', { data_type: 'multi_line_text_field' })
  catalog.define('product', 'Code')
  catalog.define('product', 'Price', { data_type: 'number' })
}

const textsOf = ({ attributes }: EntityResource): string[] =>
  textKeys.flatMap((key) => (typeof attributes[key] === 'string' ? foldText(attributes[key]) : []))

function expected({ q, clauses = [] }: Partial<ListRequest>): string[] {
  return products
    .filter((product) => q === undefined || isFoundBy(foldText(q), textsOf(product)))
    .filter((product) =>
      clauses.every(({ key, operator, value }) => {
        const stored = product.attributes[key]
        const text = typeof stored === 'string' ? foldText(stored) : ''
        const wanted = foldText(value)
        if (operator === 'ends_with') return text.endsWith(wanted)
        return text.includes(wanted) === (operator === 'contains')
      }),
    )
    .map(({ id }) => id)
}

function expectAllAnswersRight(): void {
  fc.assert(
    fc.property(anyQuery, (request) => {
      const { data, pagination } = catalog.list('product', { ...request, limit: 200 })
      const ids = expected(request)
      expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 200))
      expect(pagination.total).toBe(ids.length)
    }),
    { seed, numRuns: process.env['LONG_TESTS'] ? 150 : 60 },
  )
}

const runsNow = (): number => catalog.read((db) => countRuns(db, 'product'))
const isIndexed = (): boolean => catalog.read((db) => findSearchIndex(db, 'product') !== undefined)
const advance = () => catalog.write((tx) => advanceSearchIndex(tx, 'product'))

function advanceToEnd(): void {
  while (advance());
}

const valuesOf = (index: number): Record<string, string> => {
  const [name = '', story = '', code = ''] = fc.sample(anyText, { seed: index, numRuns: 3 })
  return { name, ...(index % 2 === 0 && { story: `${story}\n${name}` }), ...(index % 3 === 0 && { code }) }
}

beforeAll(() => {
  catalog = new ScratchCatalog()
  defineAll()
  products = Array.from({ length: 1100 }, (_, index) => catalog.create('product', valuesOf(index)))
})

afterAll(() => catalog[Symbol.dispose]())

describe('the quick search and clauses on a part of a text', { timeout: 20_000 }, () => {
  test('without an index', () => {
    expect(isIndexed()).toBe(false)
    expectAllAnswersRight()
  })

  test('while the index is being built', () => {
    expect(advance()).toBe(true)
    expect(isIndexed()).toBe(false)
    expectAllAnswersRight()
  })

  test('with the index', () => {
    advanceToEnd()
    expect(isIndexed()).toBe(true)
    expectAllAnswersRight()
  })

  test('with its runs merged: what each slice has written lies in few of them', () => {
    const runs = runsNow()
    expect(runs).toBe(catalog.read((db) => db.column('SELECT count(DISTINCT segid) FROM search_0_idx')[0]))
    while (catalog.write((tx) => mergeRuns(tx, 'product')));
    expect(runsNow()).toBeLessThan(runs / 4)
    expectAllAnswersRight()
  })

  test('with an index that has not followed creations, changes, deletions and restores', () => {
    change()
    expect(isIndexed()).toBe(true)
    expectAllAnswersRight()
  })

  test('with an index that has followed them', () => {
    advanceToEnd()
    expect(catalog.read((db) => findSearchIndex(db, 'product')?.changed)).toEqual([])
    expectAllAnswersRight()
  })

  test('with numbers that changed since, which leave an entity found as before, until one of its texts changes too', () => {
    const set = (index: number, attributes: Record<string, unknown>) => {
      const one = {
        type: 'product' as const,
        id: products[index]?.id ?? '',
        faults: [],
        context: testContext,
      }
      const write = (tx: WritableDb) => updateEntity(tx, { ...one, body: { attributes } })
      products[index] = catalog.answer<EntityResource>(write).data
    }
    const reader = catalog.openReader()
    const changed = () => reader.read((db) => findSearchIndex(db, 'product')?.changed)
    for (let index = 0; index < 30; index += 1) set(index, { price: index })
    expect(changed()).toEqual([])
    set(3, { price: null, code: 'xchangedx' })
    set(4, { price: 7 })
    expect(changed()).toHaveLength(1)
    set(5, { code: 'xalsox' })
    expect(changed()).toHaveLength(2)
    advanceToEnd()
    expect(changed()).toEqual([])
    reader.close()
    expect(catalog.list('product', { q: 'changed' }).pagination.total).toBe(1)
    expectAllAnswersRight()
  })

  test('with an attribute that is younger than the index', () => {
    catalog.define('product', 'Note')
    products.push(catalog.create('product', { name: 'Jolly', note: 'gimmick' }))
    expect(catalog.list('product', { q: 'gimmick' }).pagination.total).toBe(1)
    advanceToEnd()
    expect(catalog.list('product', { q: 'gimmick' }).pagination.total).toBe(1)
    expectAllAnswersRight()
  })
})

function change(): void {
  products.slice(0, 40).forEach(({ id }, index) => {
    const body = { attributes: { ...valuesOf(5000 + index), ...(index % 4 === 0 && { story: null }) } }
    products[index] = catalog.answer<EntityResource>((tx) =>
      updateEntity(tx, { type: 'product', id, body, faults: [], context: testContext }),
    ).data
  })
  const gone = products.splice(100, 20)
  catalog.write((tx) =>
    trashEntities(tx, {
      body: { type: 'product', ids: gone.map(({ id }) => id) },
      faults: [],
      context: testContext,
    }),
  )
  const back = gone.slice(0, 5)
  const ids = back.map(({ id }) => id)
  catalog.write((tx) => restoreEntities(tx, { body: { ids }, faults: [], context: testContext }))
  products.splice(100, 0, ...back)
  products.push(...[7000, 7001, 7002].map((index) => catalog.create('product', valuesOf(index))))
}

describe('the index is forgotten where values change without an event of the entity', () => {
  const context = { faults: [], context: testContext }

  test('an attribute that is deleted', () => {
    advanceToEnd()
    catalog.write((tx) => deleteAttribute(tx, { key: 'note', type: 'product', ...context }))
    expect(isIndexed()).toBe(false)
    expect(catalog.list('product', { q: 'gimmick' }).pagination.total).toBe(0)
  })

  test('a number that becomes a text', () => {
    products.push(catalog.create('product', { name: 'priced', price: 987_654 }))
    advanceToEnd()
    expect(catalog.list('product', { q: '8765' }).pagination.total).toBe(0)
    const body = { data_type: 'single_line_text_field' }
    catalog.write((tx) => updateAttribute(tx, { key: 'price', type: 'product', body, ...context }))
    expect(catalog.list('product', { q: '8765' }).pagination.total).toBe(1)
    advanceToEnd()
    expect(catalog.list('product', { q: '8765' }).pagination.total).toBe(1)
  })
})

test('what has just changed is found once, where words that may have been meant are looked for beside the one that was typed', () => {
  using small = new ScratchCatalog()
  small.define('product', 'Name', { is_primary: true })
  for (let index = 0; index < 30; index += 1) small.create('product', { name: `Chair ${index}` })
  while (small.write((tx) => advanceSearchIndex(tx, 'product')));
  small.create('product', { name: 'An xarmchairx set' })
  const { data, pagination } = small.list('product', { q: 'armchair' })
  expect([data.length, pagination.total]).toEqual([1, 1])
})

test('the index is to follow once many texts have changed, or nothing more for some seconds', () => {
  using small = new ScratchCatalog()
  small.define('product', 'Name', { is_primary: true })
  while (small.write((tx) => advanceSearchIndex(tx, 'product')));
  const find = (): SearchIndex => small.read((db) => findSearchIndex(db, 'product'))!
  const anHourAgo = ({ changedAt, ...index }: SearchIndex) => ({ ...index, changedAt: changedAt - 3_600_000 })
  expect(isWorthFollowing(anHourAgo(find()))).toBe(false)
  small.create('product', { name: 'Chair' })
  expect(isWorthFollowing(find())).toBe(false)
  expect(isWorthFollowing(anHourAgo(find()))).toBe(true)
  for (let index = 0; index < 250; index += 1) small.create('product', { name: `Chair ${index}` })
  expect(isWorthFollowing(find())).toBe(true)
})

test('runs are merged before there are more than FTS5 can keep, however little else merges them', () => {
  using many = new ScratchCatalog()
  many.define('product', 'Name', { is_primary: true })
  for (let index = 0; index < 1000; index += 1) many.create('product', { name: `Chair ${index}` })
  const [most, counts] = [20, [] as number[]]
  while (many.write((tx) => advanceSearchIndex(tx, 'product', most)))
    counts.push(many.read((db) => countRuns(db, 'product')))
  expect(Math.max(...counts)).toBe(most)
  expect(many.list('product', { q: '99 chair' }).pagination.total).toBe(19)
  expect(many.read((db) => findSearchIndex(db, 'product'))).toBeDefined()
})
