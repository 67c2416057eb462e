import { expect, test } from 'vitest'
import type { CountedTree } from '#shared/schemas/grid.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { enableChannel, mapChannel } from '../channels/set-up-channel.ts'
import { createChannel } from '../channels/custom-channels.ts'
import { countTree } from './count-groups.ts'

function shop() {
  const catalog = new ScratchCatalog()
  catalog.define('category', 'Name', { key: 'name', is_primary: true })
  catalog.define('product', 'SKU', { key: 'sku', is_primary: true })
  catalog.define('product', 'Title', { key: 'title' })
  catalog.define('product', 'Picture', { key: 'picture', data_type: 'image' })
  catalog.define('product', 'Category', {
    key: 'category',
    data_type: 'entity_reference',
    reference: { type: 'category' },
  })
  catalog.write((tx) => {
    const body = { name: 'Shop', fields: [{ target: 'Title', requirement: 'required' as const }] }
    createChannel(tx, { body, faults: [], context: testContext })
    enableChannel(tx, { key: 'shop', faults: [], context: testContext })
    mapChannel(tx, { key: 'shop', body: { mapping: { Title: 'title' } }, faults: [], context: testContext })
  })
  const top = catalog.create('category', { name: 'Seating' }).id
  const chairs = catalog.create('category', { name: 'Chairs' }, top).id
  catalog.create('category', { name: 'Empty' })
  catalog.create('product', { sku: 'S-1', title: 'Bench', category: top })
  catalog.create('product', {
    sku: 'C-1',
    title: 'Chair',
    category: chairs,
    picture: 'https://x.example/c.png',
  })
  catalog.create('product', { sku: 'C-2', category: chairs })
  return catalog
}

function nodesOf(catalog: ScratchCatalog, facts: { complete?: string; picture?: string }) {
  const request = { limit: 50, offset: 0, sort: [], clauses: [], join: 'and' as const }
  const answer = catalog.read((db) =>
    countTree(db, { type: 'category', request, of: 'product', by: 'category', faults: [], ...facts }),
  )
  return parseAnswer<{ data: CountedTree }>(answer).data.nodes.map(
    ({ id: _id, parent_id: _parent, ...node }) => node,
  )
}

test('a tree tells of each category how many products are complete for a channel, those below included, and a picture [surfaces.5.8]', () => {
  using catalog = shop()
  const picture = 'https://x.example/c.png'
  expect(nodesOf(catalog, { complete: 'shop', picture: 'picture' })).toEqual([
    { label: 'Seating', count: 1, total: 3, complete: 2, picture },
    { label: 'Chairs', count: 2, total: 2, complete: 1, picture },
    { label: 'Empty', count: 0, total: 0, complete: 0 },
  ])
  expect(nodesOf(catalog, {})).toContainEqual({ label: 'Chairs', count: 2, total: 2 })
})

test('a channel that is off and an attribute without pictures are refused [surfaces.5.8]', () => {
  using catalog = shop()
  expect(
    refusal(() => nodesOf(catalog, { complete: 'shopify', picture: 'title' })).fieldErrors,
  ).toMatchObject([
    { field: 'complete', issue: 'invalid_value' },
    { field: 'picture', issue: 'not_a_defined_attribute' },
  ])
})
