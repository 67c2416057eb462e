import { expect, test } from 'vitest'
import type { Channel, ChannelCompleteness, ChannelSummary } from '#shared/channels.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { channelCompleteness } from '../completeness/channel-completeness.ts'
import { listChannels, readChannel } from './read-channels.ts'
import { disableChannel, enableChannel, mapChannel } from './set-up-channel.ts'

interface SetUp {
  readonly data: Channel
  readonly unmapped: string[]
}

const request = (key: string) => ({ key, faults: [], context: testContext })
const enable = (catalog: ScratchCatalog, key: string) =>
  parseAnswer<SetUp>(catalog.write((tx) => enableChannel(tx, request(key))))
const map = (catalog: ScratchCatalog, key: string, mapping: Record<string, string | null>) =>
  parseAnswer<SetUp>(catalog.write((tx) => mapChannel(tx, { ...request(key), body: { mapping } })))
const read = (catalog: ScratchCatalog, key: string) =>
  parseAnswer<{ data: Channel }>(catalog.read((db) => readChannel(db, request(key))))
const measure = (catalog: ScratchCatalog, key: string) =>
  parseAnswer<{ data: ChannelCompleteness }>(catalog.read((db) => channelCompleteness(db, request(key)))).data
const list = (catalog: ScratchCatalog, enabled?: string) =>
  parseAnswer<{ data: ChannelSummary[] }>(catalog.read((db) => listChannels(db, { enabled, faults: [] })))
    .data

function mapped({ data }: { data: Channel }): Record<string, string> {
  return Object.fromEntries(
    data.fields.flatMap(({ target, attribute }) => (attribute === null ? [] : [[target, attribute]])),
  )
}

test('enabling maps fields by key and name, tells what is left, and records no event', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Article', { key: 'product_name' })
  catalog.define('product', 'Barcode', { key: 'code' })
  catalog.define('product', 'SEO title', { channel: 'google_merchant' })
  const events = catalog.events().length

  const answer = enable(catalog, 'shopify')

  expect(mapped(answer)).toEqual({ Title: 'product_name', Barcode: 'code' })
  expect(answer.unmapped).toContain('SEO title')
  expect(answer.unmapped).not.toContain('Gift card')
  expect(answer.data).toMatchObject({ key: 'shopify', enabled: true, format: 'csv', required_count: 1 })
  expect(catalog.events()).toHaveLength(events)
  expect(list(catalog).map(({ key }) => key)).toEqual(['shopify'])
  expect(list(catalog, 'all')).toHaveLength(4)
})

test('a recommended field that is left empty on purpose is not counted as missing [COMPLETE-08]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Title', { key: 'product_name' })
  catalog.create('product', { product_name: 'Chair' })
  enable(catalog, 'google_merchant')
  const before = measure(catalog, 'google_merchant')

  const answer = map(catalog, 'google_merchant', { gender: null, size: null, link: null })

  const after = measure(catalog, 'google_merchant')
  const fieldOf = (target: string) => answer.data.fields.find((field) => field.target === target)
  expect(fieldOf('gender')).toMatchObject({ attribute: null, left_empty: true })
  expect(fieldOf('link')).not.toHaveProperty('left_empty')
  expect(after.recommended.total).toBe(before.recommended.total - 2)
  expect(after.required).toEqual(before.required)
})

test("a channel's own attributes come before the common ones", () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Title')
  catalog.define('product', 'Name', { key: 'shopify_name', channel: 'shopify' })
  expect(mapped(enable(catalog, 'shopify'))).toMatchObject({ Title: 'shopify_name' })
  expect(mapped(enable(catalog, 'woocommerce'))).toMatchObject({ Name: 'title' })
})

test('an attribute whose options the channel does not know is not mapped unasked', () => {
  using catalog = new ScratchCatalog()
  const select = { data_type: 'single_select_list' }
  catalog.define('product', 'Condition', { ...select, acceptable_values: 'Mint, Worn' })
  catalog.define('product', 'Gender', { ...select, acceptable_values: 'Male, Female' })
  catalog.define('product', 'Published', { data_type: 'boolean' })
  expect(mapped(enable(catalog, 'shopify'))).toEqual({
    'Published on online store': 'published',
    'Google Shopping / Gender': 'gender',
  })
})

test('enabling again maps what came since and leaves what the owner decided', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Title')
  catalog.define('product', 'Vendor')
  enable(catalog, 'shopify')
  map(catalog, 'shopify', { Vendor: null, 'SEO title': 'title' })
  catalog.write((tx) => disableChannel(tx, request('shopify')))
  expect(list(catalog)).toEqual([])
  catalog.define('product', 'Tags')

  expect(mapped(enable(catalog, 'shopify'))).toEqual({ Title: 'title', 'SEO title': 'title', Tags: 'tags' })
})

test('a mapping with faults changes nothing and names them all', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Title')
  catalog.define('vendor', 'City')
  enable(catalog, 'shopify')
  const mapping = { Title: null, Vendor: 'city', Nonsense: 'title' }
  expect(refusal(() => map(catalog, 'shopify', mapping)).fieldErrors).toMatchObject([
    { field: 'mapping.Vendor', issue: 'not_a_defined_attribute' },
    { field: 'mapping.Nonsense', issue: 'invalid_value' },
  ])
  expect(mapped(read(catalog, 'shopify'))).toEqual({ Title: 'title' })
})

test('an attribute that is gone or of a type that fills no field reads as unmapped', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Title')
  catalog.define('product', 'Vendor')
  enable(catalog, 'shopify')
  catalog.write((tx) => {
    tx.run("DELETE FROM attribute WHERE key = 'title'")
    tx.run("UPDATE attribute SET data_type = 'inverse_reference' WHERE key = 'vendor'")
    tx.run("UPDATE meta SET value = 'changed' WHERE key = 'schema_version'")
  })
  expect(mapped(read(catalog, 'shopify'))).toEqual({})
})

test('an unknown channel is not found, a bad value of `enabled` is refused', () => {
  using catalog = new ScratchCatalog()
  expect(refusal(() => read(catalog, 'ebay')).code).toBe('not_found')
  expect(refusal(() => enable(catalog, 'constructor')).code).toBe('not_found')
  expect(refusal(() => list(catalog, 'yes')).fieldErrors).toEqual([
    { field: 'enabled', issue: 'invalid_value', acceptable_values: ['all'] },
  ])
})
