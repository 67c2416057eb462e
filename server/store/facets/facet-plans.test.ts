import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { readFacets } from '../../catalog/facets/read-facets.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { attributesOf } from '../tables/attributes.ts'
import { makeIndex } from '../tables/index-tables.ts'

const catalog = new ScratchCatalog()
const products = 64

beforeAll(() => {
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Brand')
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const vendor = catalog.create('vendor', { name: 'V' }).id
  for (let at = 0; at < products; at += 1)
    catalog.create('product', { name: `P${at}`, brand: `B${at % 5}`, price: at, vendor })
  catalog.write((tx) => {
    for (const { id, traits } of attributesOf(tx, 'product').list)
      if (traits.shape === 'scalar') makeIndex(tx, `value_${id}`)
    makeIndex(tx, `length_${attributesOf(tx, 'product').primary!.id}`)
    makeIndex(tx, 'referring')
  })
})
afterAll(() => catalog[Symbol.dispose]())

function read(facets: string, choices: readonly [key: string, operator: string, value: string][] = []) {
  const steps: string[] = []
  const answer = catalog.read((db) => {
    const listening = listenTo(db, ({ text, steps: explain }) => {
      if (!/sqlite_schema|PRAGMA/.test(text)) steps.push(...explain())
    })
    return readFacets(listening, {
      type: 'product',
      request: { limit: 10, offset: 0, sort: [], clauses: [], join: 'and' },
      facets: facets.split(','),
      choices: { clauses: choices.map(([key, operator, value]) => ({ field: key, key, operator, value })) },
      searches: [],
      faults: [],
    })
  })
  return { steps, data: parseAnswer<{ data: { matching: number } }>(answer).data }
}

const ids = () => catalog.read((db) => attributesOf(db, 'product').byKey)

test('values are grouped in the order of their index, whether all rows are meant or most of them [FACET-01]', () => {
  const index = `SCAN index_value_${ids().get('brand')!.id}`
  for (const { steps } of [read('brand'), read('brand', [['price', 'gte', '5']])]) {
    expect(steps).toContain(index)
    expect(steps).not.toContain('USE TEMP B-TREE FOR GROUP BY')
  }
})

test('of few rows the values are looked up [FACET-01]', () => {
  const { steps, data } = read('brand,name:length,vendor', [['price', 'lt', '5']])
  expect(data.matching).toBe(5)
  expect(steps.filter((step) => step.startsWith('SCAN index_') || step === 'SCAN entity')).toEqual([])
  expect(steps).toContain('SEARCH v USING INTEGER PRIMARY KEY (rowid=?)')
})

test('lengths are read from their index, without a document [FACET-03]', () => {
  const { steps } = read('name:length')
  expect(steps).toContain(`SCAN index_length_${ids().get('name')!.id}`)
  expect(steps.filter((step) => /entity\b.*\(rowid/.test(step))).toEqual([])
})

test('references are counted target by target from the index of what refers [FACET-01]', () => {
  const { steps } = read('vendor', [['price', 'gte', '5']])
  expect(steps).toContain('SEARCH r USING COVERING INDEX reference_by_target (target=? AND attribute=?)')
})

test('a choice is read once, however many facets it narrows [FACET-04]', () => {
  const narrowing = (facets: string) => {
    const index = `SEARCH index_value_${ids().get('price')!.id} USING PRIMARY KEY (norm>?)`
    return read(facets, [['price', 'gte', '5']]).steps.filter((step) => step === index).length
  }
  expect(narrowing('brand,vendor,name')).toBe(narrowing('brand'))
  expect(narrowing('brand')).toBeGreaterThan(0)
})
