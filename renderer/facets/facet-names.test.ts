import { expect, test } from 'vitest'
import { toColumns } from '../query/columns.ts'
import { sampleAttribute } from '../query/testing/samples.ts'
import { listFacets, nameFacet, proposeFacets } from './facet-names.ts'

const columns = toColumns([
  sampleAttribute('sku', { is_primary: true }),
  sampleAttribute('notes'),
  sampleAttribute('released', { data_type: 'date' }),
  sampleAttribute('price', { data_type: 'number' }),
  sampleAttribute('brand'),
  sampleAttribute('status', { data_type: 'status', acceptable_values: ['Draft'] }),
  sampleAttribute('colour', { data_type: 'single_select_list', acceptable_values: ['Red'] }),
  sampleAttribute('wood', { data_type: 'single_select_list', acceptable_values: ['Oak'] }),
])

test('a panel opens with what has few values first, of no kind too many', () => {
  expect(proposeFacets(columns)).toEqual(['status', 'colour', 'brand', 'price', 'released'])
  expect(proposeFacets([])).toEqual([])
})

test('every attribute has facets, texts also their length, and people read what they are', () => {
  const all = listFacets(columns)
  expect(all).toContain('notes:length')
  expect(all).toContain('price:presence')
  expect(all).not.toContain('price:length')
  expect(nameFacet('brand:pixels', columns)).toBe('brand: shorter side in pixels')
  expect(all).not.toContain('id')
  expect(['brand', 'brand:presence', 'brand:length', 'gone'].map((name) => nameFacet(name, columns))).toEqual(
    ['brand', 'brand: filled or empty', 'brand: length', 'gone'],
  )
})
