import { makeIndex } from '../tables/index-tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { attributesOf } from '../tables/attributes.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm } from '../query/clause.ts'
import { countGroups } from './aggregate.ts'
import { listenTo } from '../../testing/listening-db.ts'

let catalog: ScratchCatalog

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Material')
  catalog.define('vendor', 'Name', { is_primary: true })
  for (let index = 0; index < 60; index += 1) {
    const material = index % 3 === 0 ? {} : { material: `Wood ${index % 4}` }
    catalog.create('product', { name: `P${index}`, ...material })
  }
  catalog.create('vendor', { name: 'Nordvik' })
  catalog.write((tx) => makeIndex(tx, `order_${attributeOf(tx).id}`))
})

afterAll(() => catalog[Symbol.dispose]())

const attributeOf = (db: ReadableDb) => attributesOf(db, 'product').byKey.get('material')!

function count(descending: boolean, text?: string) {
  const search =
    text === undefined ? undefined : { text, terms: [{ sought: text, isExcluded: false, isPhrase: false }] }
  return catalog.read((db) => {
    const steps: string[] = []
    const explaining = listenTo(db, (statement) => {
      if (statement.text.includes('GROUP BY')) steps.push(...statement.steps())
    })
    const term: SortTerm = { source: { kind: 'attribute', attribute: attributeOf(db) }, descending }
    const query = { type: 'product', clauses: [], join: 'and', search, limit: 100 } as const
    return { steps, groups: countGroups(explaining, query, term) }
  })
}

const counts = ({ groups }: ReturnType<typeof count>) => groups.map((group) => group.count)

test('the groups of a whole type are counted in one walk of the index, already in order', () => {
  for (const descending of [false, true]) {
    expect(count(descending).steps).toEqual(['SCAN s0'])
  }
})

test('groups of texts stand in the order in which these sort, with the index and without [SORT-04]', () => {
  using other = new ScratchCatalog()
  other.define('product', 'Name', { is_primary: true })
  const { key } = other.define('product', 'Material')
  const materials = ['Zinn', 'Äpfel', 'Apfel', 'apfel', 'Öl', '(x)', '7']
  for (const [index, material] of materials.entries())
    other.create('product', { name: `P${index}`, material })
  const read = () =>
    other.read((db) => {
      const attribute = attributesOf(db, 'product').byKey.get(key)!
      const term: SortTerm = { source: { kind: 'attribute', attribute }, descending: false }
      const query = { type: 'product', clauses: [], join: 'and', limit: 100 } as const
      const searched = { text: 'p', terms: [{ sought: 'p', isExcluded: false, isPhrase: false }] }
      return [undefined, searched].map((search) =>
        countGroups(db, { ...query, search }, term).map(({ entity, count: size }) => [
          materials[entity - 1],
          size,
        ]),
      )
    })
  const groups = [
    ['(x)', 1],
    ['7', 1],
    ['Apfel', 2],
    ['Äpfel', 1],
    ['Öl', 1],
    ['Zinn', 1],
  ]
  expect(read()).toEqual([groups, groups])
  other.write((tx) => makeIndex(tx, `order_${attributesOf(tx, 'product').byKey.get(key)!.id}`))
  expect(read()).toEqual([groups, groups])
})

test('what has no value is the last group, in both directions', () => {
  expect(counts(count(false))).toEqual([10, 10, 10, 10, 20])
  expect(count(true).groups.map(({ isBlank }) => isBlank)).toEqual([false, false, false, false, true])
})

test('under a search the same groups are counted among its matches', () => {
  const { groups, steps } = count(false, 'p')
  expect(groups.map((group) => group.count)).toEqual([10, 10, 10, 10, 20])
  expect(steps.some((step) => step.startsWith('SEARCH s0 USING INTEGER PRIMARY KEY'))).toBe(true)
})
