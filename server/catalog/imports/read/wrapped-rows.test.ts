import { describe, test, expect } from 'vitest'
import { rowsOfObject } from './json.ts'

const rows = [{ sku: 'a' }, { sku: 'b' }]

describe('an object that wraps a list gives its elements [IMPORT-06]', () => {
  test.each<[string, Record<string, unknown>, unknown[]]>([
    ['an answer of an API', { data: rows, pagination: { total: 2 }, has_more: false }, rows],
    ['an answer without rows', { data: [], pagination: { total: 0 } }, []],
    ['numbers beside it', { results: rows, count: 2, next: null, perPage: 10 }, rows],
    ['the plural of the type', { shop: 'North', products: rows, currency: 'EUR' }, rows],
    ['the plural of the type, empty', { shop: 'North', Products: [] }, []],
    ['a list of any name alone', { articles: rows }, rows],
    [
      'several lists, one of which is named like the type',
      { categories: [{ name: 'x' }], products: rows },
      rows,
    ],
    ['several lists, one of which is named as such', { data: rows, included: [{ id: 1 }], errors: [] }, rows],
  ])('%s', (_what, object, expected) => {
    expect(rowsOfObject(object, 'product')).toEqual(expected)
  })
})

describe('an object with values of its own is a row [IMPORT-06]', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a product with variants', { sku: 'A1', name: 'Chair', variants: rows }],
    ['a product with several lists', { sku: 'A1', variants: rows, images: [{ url: 'x' }] }],
    ['a product with texts in a list', { sku: 'A1', tags: ['x'], items: [] }],
    ['nested values alone', { size: { w: 1 }, variants: rows }],
    ['no list', { sku: 'A1' }],
  ])('%s', (_what, object) => {
    expect(rowsOfObject(object, 'product')).toEqual([object])
  })
})

describe('what could be either is refused in one sentence [IMPORT-06]', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['several lists', { categories: rows, vendors: rows }, 'several lists: "categories", "vendors"'],
    ['values and a list', { sku: 'A1', name: 'Set', items: rows }, '(sku, name) and a list "items"'],
    ['rows in a row', { sku: 'A1', products: rows }, '(sku) and a list "products"'],
    ['rows of attributes', { sku: 'A1', products: [{ attributes: { sku: 'a' } }] }, 'a list "products"'],
  ])('%s', (_what, object, sentence) => {
    expect(() => rowsOfObject(object, 'product')).toThrow(sentence)
  })
})
