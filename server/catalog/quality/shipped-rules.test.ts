import { expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { listRules } from './known-rules.ts'
import { shippedRules } from './shipped-rules.ts'
import { summaryOf } from './summary.ts'
import { updateQualityRule } from './write-rules.ts'

function switchOn(catalog: ScratchCatalog, key: string): void {
  const { id = '' } = shippedRules.find((rule) => rule.key === key) ?? {}
  catalog.write((tx) => updateQualityRule(tx, { id, body: { enabled: true }, faults: [] }))
}

test('rules that ship name the attributes as the catalog calls them [QUALITY-07]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name')
  for (const key of ['Title', 'Product name', 'EAN']) catalog.define('product', key)
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const rules = catalog.read((db) => new Map(listRules(db).map((rule) => [rule.key, rule])))
  expect(rules.get('title_missing')?.check.attributes).toEqual(['title'])
  expect(rules.get('gtin_missing')).toMatchObject({
    applies_to: 'filter[vendor][exists]=true&filter[has_variants]=false',
    check: { attributes: ['ean'] },
  })
  expect(rules.get('gtin_repeated')?.message).toBe('Another product has the GTIN {{ean}} too.')
  expect(rules.get('price_not_above_zero')?.check.must_match).toBe('filter[price][gt]=0')
})

test('what variants have is not missing of their product [QUALITY-07]', () => {
  using catalog = new ScratchCatalog()
  for (const key of ['Brand', 'GTIN']) catalog.define('product', key)
  const { id } = catalog.create('product', { brand: 'Oak' })
  catalog.create('product', { brand: 'Oak', gtin: '96385074' }, id)
  catalog.create('product', { brand: 'Oak' }, id)
  catalog.create('product', { brand: 'Oak' })
  switchOn(catalog, 'gtin_missing')
  expect(catalog.read((db) => summaryOf(db, 'product').rules)).toEqual([
    { rule: 'gtin_missing', failing: 2, checked: 3 },
  ])
})
