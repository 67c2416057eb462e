import { expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { nearWords } from './near-words.ts'
import { advanceSearchIndex, dropSearchIndex, findSearchIndex } from './search-index.ts'
import { hasWordWith, wordsWith } from './search-words.ts'

test('words that were meant come from the index, from what has changed since and from what is referred to [SEARCH-08]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.create('product', { name: 'Compact table lamp' })
  catalog.create('product', { name: 'Tabla, Stabil' })
  catalog.create('vendor', { name: 'Nordvik' })
  while (catalog.write((tx) => advanceSearchIndex(tx, 'product')));
  catalog.create('product', { name: 'Foldable' })
  const near = (typed: string) => catalog.read((db) => nearWords(db, 'product', typed))
  const found = (q: string) => catalog.list('product', { q }).data.map(({ label }) => label)

  expect(catalog.read((db) => findSearchIndex(db, 'product') !== undefined)).toBe(true)
  const parts = { start: 'com', end: 'lamp', whole: 'tabla' }
  expect(catalog.read((db) => wordsWith(db, 'product', parts))).toEqual(['compact', 'lamp', 'tabla'])
  expect(
    catalog.read((db) => ['comp', 'pact', 'foldable'].map((part) => hasWordWith(db, 'product', part))),
  ).toEqual([true, true, false])
  expect(near('compct')).toEqual(['compact'])
  expect(near('tabel')).toEqual(['table'])
  expect(near('tablx')).toEqual(['tabla', 'table'])
  expect(near('foldabel')).toEqual(['foldable'])
  expect(near('nordvk')).toEqual(['nordvik'])
  expect(near('compct9')).toEqual([])
  expect(near('stabi')).toEqual([])
  expect(found('compct')).toEqual(['Compact table lamp'])
  expect(found('lamp tabel')).toEqual(['Compact table lamp'])
  catalog.write((tx) => dropSearchIndex(tx, 'product'))
  expect(near('compct')).toEqual(['compact'])
})
