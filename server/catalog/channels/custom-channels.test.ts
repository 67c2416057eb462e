import { expect, test } from 'vitest'
import type { Channel, ChannelSetup, ChannelSummary, Completeness } from '#shared/channels.ts'
import type { NewChannel } from '#shared/custom-channels.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { createChannel, deleteChannel } from './custom-channels.ts'
import { productCompleteness } from '../completeness/channel-completeness.ts'
import { listChannels, readChannel } from './read-channels.ts'
import { disableChannel, enableChannel, mapChannel } from './set-up-channel.ts'

const rest = { faults: [], context: testContext }
const make = (catalog: ScratchCatalog, body: Partial<NewChannel>) =>
  parseAnswer<{ data: Channel; unmapped: string[] }>(
    catalog.write((tx) => createChannel(tx, { body, ...rest })),
  )
const change = (catalog: ScratchCatalog, key: string, body: ChannelSetup) =>
  parseAnswer<{ data: Channel }>(catalog.write((tx) => mapChannel(tx, { key, body, ...rest }))).data
const remove = (catalog: ScratchCatalog, key: string) =>
  parseAnswer<{ data: Channel }>(catalog.write((tx) => deleteChannel(tx, { key, ...rest }))).data
const read = (catalog: ScratchCatalog, key: string) =>
  parseAnswer<{ data: Channel }>(catalog.read((db) => readChannel(db, { key, faults: [] }))).data
const kindsOf = (catalog: ScratchCatalog) => catalog.events().map(({ event }) => event)

function shop(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { key: 'sku', is_primary: true })
  catalog.define('product', 'Title', { key: 'title' })
  catalog.define('product', 'Price', { key: 'price', data_type: 'number', constraints: { unit: 'EUR' } })
  catalog.define('product', 'Stock', { key: 'stock', data_type: 'number' })
  catalog.define('product', 'Note', { key: 'note' })
  return catalog
}

test('a template is filled from the catalog: by names, by the currency of prices [CHANNEL-06]', () => {
  using catalog = shop()
  const { data, unmapped } = make(catalog, { name: 'Etsy shop', template: 'etsy' })
  const filled = Object.fromEntries(
    data.fields.map(({ target, attribute, value, formula }) => [target, value ?? formula ?? attribute]),
  )
  expect(data).toMatchObject({
    key: 'etsy_shop',
    own: true,
    enabled: true,
    format: 'csv',
    file: { rows: 'products' },
  })
  expect(filled).toMatchObject({
    TITLE: 'title',
    PRICE: 'price',
    CURRENCY_CODE: 'EUR',
    QUANTITY: 'stock',
    IMAGE1: null,
  })
  expect(unmapped).toEqual(['DESCRIPTION', 'TAGS', 'MATERIALS', 'IMAGE1'])
})

test('a copy of a given channel has its fields and what fills them, and can be changed where that cannot [CHANNEL-07]', () => {
  using catalog = shop()
  catalog.write((tx) => enableChannel(tx, { key: 'shopify', ...rest }))
  change(catalog, 'shopify', { values: { Vendor: 'Nord' }, currency: 'EUR' })
  const { data } = make(catalog, { name: 'Shop', copy_of: 'shopify' })
  expect(data).toMatchObject({ key: 'shop', currency: 'EUR' })
  expect(data.fields.find(({ target }) => target === 'Vendor')).toMatchObject({ value: 'Nord', kind: 'text' })
  expect(data.fields.find(({ target }) => target === 'Product image URL')).toMatchObject({ kind: 'pictures' })
  expect(data.fields).toHaveLength(read(catalog, 'shopify').fields.length)
  const refused = refusal(() => change(catalog, 'shopify', { fields: [{ target: 'SKU' }] }))
  expect(refused.fieldErrors).toMatchObject([
    { field: 'fields', message: expect.stringContaining('copy_of shopify') },
  ])
})

test('fields that were read can be sent back in another order, renamed and with others [CHANNEL-07]', () => {
  using catalog = shop()
  const fields: NewChannel['fields'] = [
    { target: 'Number', attribute: 'sku', unique: true },
    { target: 'Gross', kind: 'price', formula: '{{price}} * 1.19' },
    { target: 'From', value: 'here' },
  ]
  const { data } = make(catalog, { name: 'List', fields })
  expect(change(catalog, 'list', { fields: data.fields })).toEqual(data)
  const [number, gross] = data.fields
  const next = change(catalog, 'list', {
    name: 'Price list',
    fields: [{ ...gross!, target: 'Brutto' }, number!, { target: 'title', max_length: 40 }],
    file: { delimiter: '\t' },
  })
  expect(next).toMatchObject({ key: 'list', name: 'Price list', format: 'tsv' })
  expect(next.fields.map(({ target, attribute, formula }) => [target, formula ?? attribute])).toEqual([
    ['Brutto', '{{price}} * 1.19'],
    ['Number', 'sku'],
    ['title', 'title'],
  ])
  expect(change(catalog, 'list', { mapping: { Brutto: 'price' } }).fields[0]).not.toHaveProperty('formula')
})

test('every fault is told at its place, and nothing is made [CHANNEL-08]', () => {
  using catalog = shop()
  const refused = refusal(() =>
    make(catalog, {
      name: ' ',
      key: 'Ä',
      fields: [
        { target: 'A', unique: true, formula: '{{nope}} + 1' },
        { target: 'A ', unique: true, attribute: 'nothing' },
        { target: ' ' },
        { target: 'Group', kind: 'group', value: 'x' },
      ],
    }),
  )
  expect(refused.fieldErrors.map(({ field }) => field)).toEqual(['name', 'key'])
  const inside = refusal(() =>
    make(catalog, {
      name: 'List',
      fields: [
        { target: 'A', unique: true, formula: '{{nope}} + 1' },
        { target: 'A ', unique: true },
        { target: ' ' },
        { target: 'Group', kind: 'group', value: 'x' },
        { target: 'B', attribute: 'nothing' },
      ],
      file: { delimiter: '\t', list_separator: '\t' },
    }),
  )
  expect(inside.fieldErrors.map(({ field }) => field)).toEqual([
    'fields[1].target',
    'fields[1].unique',
    'fields[2].target',
    'file.list_separator',
    'values.Group',
    'mapping.B',
    'formulas.A',
  ])
  expect(
    refusal(() => make(catalog, { name: 'Two', template: 'meta', copy_of: 'ebay' })).fieldErrors,
  ).toMatchObject([{ field: 'template' }, { field: 'copy_of', issue: 'invalid_value' }])
  const names = parseAnswer<{ data: ChannelSummary[] }>(
    catalog.read((db) => listChannels(db, { enabled: 'all', faults: [] })),
  ).data.map(({ key }) => key)
  expect(names).toEqual(['google_merchant', 'shopify', 'amazon', 'woocommerce'])
})

test('keys and names are those of one channel, given ones included [CHANNEL-08]', () => {
  using catalog = shop()
  expect(make(catalog, { name: 'Mine' }).data.key).toBe('mine')
  expect(make(catalog, { name: 'Mine!' }).data.key).toBe('mine_2')
  expect(refusal(() => make(catalog, { name: 'mine' }))).toMatchObject({ code: 'conflict' })
  expect(refusal(() => make(catalog, { name: 'Amazon' }))).toMatchObject({ code: 'conflict' })
  expect(refusal(() => make(catalog, { name: 'Other', key: 'amazon' }))).toMatchObject({ code: 'conflict' })
})

test('what comes, changes and goes is recorded whole, so that what was can be sent again [CHANNEL-09]', () => {
  using catalog = shop()
  const before = catalog.events().length
  const { data } = make(catalog, { name: 'List', fields: [{ target: 'Number', attribute: 'sku' }] })
  change(catalog, 'list', { currency: 'CHF' })
  change(catalog, 'list', { currency: 'CHF' })
  catalog.write((tx) => disableChannel(tx, { key: 'list', ...rest }))
  catalog.write((tx) => enableChannel(tx, { key: 'list', ...rest }))
  const deleted = remove(catalog, 'list')
  expect(kindsOf(catalog).slice(before)).toEqual([
    'channel.created',
    'channel.updated',
    'channel.updated',
    'channel.updated',
    'channel.deleted',
  ])
  const nameIn = (at: number) =>
    catalog.events()[before + at]?.changes.find(({ attribute }) => attribute === 'name')
  expect(nameIn(0)).toEqual({ attribute: 'name', old: null, new: 'List' })
  expect(nameIn(4)).toEqual({ attribute: 'name', old: 'List', new: null })
  expect(catalog.events()[before + 1]).toMatchObject({
    entity: null,
    channel: { id: data.id, key: 'list', name: 'List' },
    changes: [{ attribute: 'currency', old: null, new: 'CHF' }],
  })
  expect(refusal(() => read(catalog, 'list')).code).toBe('not_found')
  const { name, key, fields, file, currency } = deleted
  const again = make(catalog, { name, key, fields, ...(file && { file }), currency }).data
  expect({ ...again, id: deleted.id }).toEqual(deleted)
  expect(refusal(() => remove(catalog, 'shopify'))).toMatchObject({ code: 'conflict' })
})

test('completeness counts constants and formulas of an own channel as what fills it [CHANNEL-10]', () => {
  using catalog = shop()
  const lamp = catalog.create('product', { sku: 'L-1', title: 'Lamp', price: 10 }).id
  make(catalog, {
    name: 'List',
    fields: [
      { target: 'Number', attribute: 'sku', requirement: 'required', max_length: 2 },
      { target: 'Gross', requirement: 'required', formula: 'ROUND({{price}} * 1.19, 2)' },
      { target: 'Left', requirement: 'required', formula: 'UPPER({{note}})' },
      { target: 'From', requirement: 'required', value: 'here' },
      { target: 'Group', kind: 'group', requirement: 'required' },
    ],
  })
  const [completeness] = parseAnswer<{ data: Completeness[] }>(
    catalog.read((db) => productCompleteness(db, { id: lamp, faults: [] })),
  ).data
  expect(completeness).toMatchObject({
    channel: 'list',
    required: { filled: 2, total: 3 },
    missing: [{ key: 'Left', data_type: 'formula', requirement: 'required' }],
    invalid: [{ key: 'sku', issue: 'too_long' }],
  })
})

test('the name of a channel has no control characters [SPACE-01]', () => {
  using catalog = shop()
  const refused = (run: () => unknown) =>
    expect(refusal(run)).toMatchObject({ fieldErrors: [{ field: 'name', issue: 'invalid_value' }] })
  refused(() => make(catalog, { name: 'Shop\u0007', template: 'empty' }))
  make(catalog, { name: 'Shop', template: 'empty' })
  refused(() => change(catalog, 'shop', { name: 'Shop\nof oak' }))
})
