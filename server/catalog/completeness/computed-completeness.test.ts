import { expect, test } from 'vitest'
import type { ChannelCompleteness, Completeness } from '#shared/channels.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { channelCompleteness, productCompleteness } from './channel-completeness.ts'
import { enableChannel, mapChannel } from '../channels/set-up-channel.ts'

function computedCatalog(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  const inherited = { inheritance_mode: 'inherit_from_parent' }
  const rolledUp = { inheritance_mode: 'rollup_from_children' }
  catalog.define('product', 'Name')
  catalog.define('product', 'Title', { data_type: 'formula', formula: 'UPPER({{name}})' })
  catalog.define('product', 'Condition', inherited)
  catalog.define('product', 'Availability', rolledUp)
  catalog.define('product', 'Description', { ...rolledUp, rollup_mode: 'all' })
  catalog.define('product', 'Price', { data_type: 'number', ...rolledUp })
  catalog.define('product', 'Vendor', {
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
    ...inherited,
  })
  const fields = { title: 'title', condition: 'condition', availability: 'availability', brand: 'vendor' }
  const mapping = { ...fields, description: 'description', price: 'price' }
  catalog.write((tx) => {
    enableChannel(tx, { key: 'google_merchant', faults: [], context: testContext })
    const body = { mapping, parents: 'count' } as const
    mapChannel(tx, { key: 'google_merchant', body, faults: [], context: testContext })
  })
  return catalog
}

test('effective values count, for one product as for all (decisions, Completeness)', () => {
  using catalog = computedCatalog()
  const vendor = catalog.create('vendor')
  const long = { description: 'x'.repeat(3000), price: 5 }
  const parent = catalog.create('product', { name: 'Chair', condition: 'broken', vendor: vendor.id })
  catalog.create('product', { availability: 'in_stock', ...long }, parent.id)
  catalog.create('product', { name: 'Red', availability: 'gone', condition: 'new', ...long }, parent.id)
  const products = catalog.list('product').data.map(({ id }) => {
    const answer = catalog.read((db) =>
      productCompleteness(db, { id, channel: 'google_merchant', faults: [] }),
    )
    return parseAnswer<{ data: Completeness }>(answer).data
  })
  const all = catalog.read((db) => channelCompleteness(db, { key: 'google_merchant', faults: [] }))
  const { data } = parseAnswer<{ data: ChannelCompleteness }>(all)

  expect(products.map(({ invalid }) => invalid.map(({ key, issue }) => `${key} ${issue}`))).toEqual([
    ['description too_long', 'availability not_an_acceptable_value', 'condition not_an_acceptable_value'],
    ['condition not_an_acceptable_value'],
    ['availability not_an_acceptable_value'],
  ])
  expect(data.required.filled).toBe(products.reduce((sum, { required }) => sum + required.filled, 0))
  expect(data.recommended.filled).toBe(products.reduce((sum, { recommended }) => sum + recommended.filled, 0))
  const counts = products.flatMap(({ invalid }) => invalid.map(({ key }) => key))
  for (const { key, products: count } of data.invalid)
    expect(count).toBe(counts.filter((other) => other === key).length)
  expect(data.invalid.length).toBe(3)
})
