import fc from 'fast-check'
import { toUtcDay } from '#shared/iso-times.ts'
import { expect, test } from 'vitest'
import type { AttributeCreate } from '#shared/attributes.ts'
import {
  type ChannelCompleteness,
  type ChannelKey,
  channelKeys,
  type Completeness,
} from '#shared/channels.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { channelCatalog } from '../channels/channels.ts'
import { channelCompleteness, productCompleteness } from './channel-completeness.ts'
import { readCompletenessHistory } from './completeness-history.ts'
import { readDailyPoints, recordDailyPoints } from '../quality/daily-points.ts'
import { enableChannel, mapChannel } from '../channels/set-up-channel.ts'
import { listenTo } from '../../testing/listening-db.ts'

function enable(catalog: ScratchCatalog, key: ChannelKey, mapping: Record<string, string | null> = {}): void {
  catalog.write((tx) => {
    enableChannel(tx, { key, faults: [], context: testContext })
    mapChannel(tx, { key, body: { mapping }, faults: [], context: testContext })
  })
}

function ofProduct(catalog: ScratchCatalog, id: string, channel: string): Completeness {
  const answer = catalog.read((db) => productCompleteness(db, { id, channel, faults: [] }))
  return parseAnswer<{ data: Completeness }>(answer).data
}

function ofChannel(catalog: ScratchCatalog, key: ChannelKey): ChannelCompleteness {
  const answer = catalog.read((db) => channelCompleteness(db, { key, faults: [] }))
  return parseAnswer<{ data: ChannelCompleteness }>(answer).data
}

function googleCatalog(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  const define = (name: string, rest: Partial<AttributeCreate> = {}) => catalog.define('product', name, rest)
  define('SKU')
  define('Product name')
  define('GTIN')
  define('Price', { data_type: 'number' })
  define('Condition')
  define('Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  define('Margin', { data_type: 'formula', formula: '""' })
  enable(catalog, 'google_merchant', { brand: 'vendor', sale_price: 'margin' })
  return catalog
}

test('the answer has the shape of the decisions: what is filled, missing and invalid', () => {
  using catalog = googleCatalog()
  const vendor = catalog.create('vendor')
  const { id } = catalog.create('product', {
    sku: 'CH-100',
    product_name: 'x'.repeat(151),
    price: 0,
    condition: 'broken',
    vendor: vendor.id,
  })

  const { missing, ...answer } = ofProduct(catalog, id, 'google_merchant')

  expect(answer).toEqual({
    product_id: id,
    channel: 'google_merchant',
    complete: false,
    percent: 37,
    required: { filled: 3, total: 8 },
    recommended: { filled: 1, total: 13 },
    invalid: [
      { key: 'product_name', issue: 'too_long' },
      { key: 'condition', issue: 'not_an_acceptable_value' },
    ],
  })
  expect(missing.slice(0, 6)).toEqual([
    {
      key: 'availability',
      name: 'availability, or a number in stock',
      data_type: null,
      requirement: 'required',
    },
    {
      key: 'gtin',
      name: 'a GTIN, or a brand with an MPN, or “no” in identifier_exists',
      data_type: 'single_line_text_field',
      requirement: 'required',
    },
    ...['description', 'link', 'image_link'].map((target) => ({
      key: target,
      name: target,
      data_type: null,
      requirement: 'required',
    })),
    { key: 'margin', name: 'Margin', data_type: 'formula', requirement: 'recommended' },
  ])
})

test('a condition counts once, however it is met, and is told in one line [COMPLETE-01] [COMPLETE-04]', () => {
  using catalog = new ScratchCatalog()
  for (const name of ['GTIN', 'MPN', 'Brand']) catalog.define('product', name)
  catalog.define('product', 'Identifier exists', { data_type: 'boolean' })
  enable(catalog, 'google_merchant')
  const met = [
    { gtin: '1' },
    { brand: 'Bosch', mpn: '0601' },
    { identifier_exists: false },
    { gtin: '1', brand: 'Bosch', mpn: '0601', identifier_exists: false },
  ]
  const unmet = [{}, { brand: 'Bosch' }, { mpn: '0601' }, { identifier_exists: true }]
  const lines = (attributes: Record<string, unknown>) => {
    const { missing, required } = ofProduct(
      catalog,
      catalog.create('product', attributes).id,
      'google_merchant',
    )
    const about = missing.filter(({ name }) => /gtin|mpn|brand|identifier/i.test(name))
    return [required.filled, ...about.map(({ key }) => key)]
  }

  expect(met.map(lines)).toEqual(met.map(() => [1]))
  expect(unmet.map(lines)).toEqual(unmet.map(() => [0, 'gtin']))
  const all = ofChannel(catalog, 'google_merchant')
  expect(all.required.filled).toBe(met.length)
  expect(all.missing).toContainEqual(expect.objectContaining({ key: 'gtin', products: unmet.length }))
})

test('a condition that no attribute can meet stands under its first field, and no product is complete', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Brand')
  enable(catalog, 'google_merchant')
  const { id } = catalog.create('product', { brand: 'Bosch' })
  const line = expect.objectContaining({ key: 'gtin', data_type: null, requirement: 'required' })
  expect(ofProduct(catalog, id, 'google_merchant').missing).toContainEqual(line)
  expect(ofChannel(catalog, 'google_merchant').complete).toBe(0)
})

test('limits count characters, not code units; case and white space around a value do not matter', () => {
  using catalog = googleCatalog()
  const issues = (attributes: Record<string, unknown>) =>
    ofProduct(catalog, catalog.create('product', attributes).id, 'google_merchant').invalid
  expect(issues({ product_name: '😀'.repeat(150), condition: ' New ' })).toEqual([])
  expect(issues({ product_name: `  ${'ß'.repeat(150)}  ` })).toEqual([])
  expect(issues({ product_name: 'e\u0301'.repeat(76) })).toEqual([{ key: 'product_name', issue: 'too_long' }])
})

test('of rich text the characters count that are left without its markup', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Description', { data_type: 'rich_text_field' })
  enable(catalog, 'amazon', { product_description: 'description' })
  const rich = (length: number) => `<p class="lead">${'x'.repeat(length)}</p>`
  const fits = catalog.create('product', { description: rich(2000) })
  const tooLong = catalog.create('product', { description: rich(2001) })
  const issues = [{ key: 'description', issue: 'too_long' }]
  expect(ofProduct(catalog, fits.id, 'amazon').invalid).toEqual([])
  expect(ofProduct(catalog, tooLong.id, 'amazon').invalid).toEqual(issues)
  expect(ofChannel(catalog, 'amazon').invalid).toMatchObject([{ ...issues[0], products: 1 }])
})

test('an attribute that fills several fields is told once, by the strictest of them', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Title')
  enable(catalog, 'shopify', { 'SEO title': 'title', Vendor: 'title' })
  const long = catalog.create('product', { title: 'x'.repeat(300) })
  const none = catalog.create('product')
  expect(ofProduct(catalog, long.id, 'shopify')).toMatchObject({
    complete: false,
    percent: 100,
    recommended: { filled: 2 },
    invalid: [{ key: 'title', issue: 'too_long' }],
  })
  const { missing } = ofProduct(catalog, none.id, 'shopify')
  expect(missing.filter(({ key }) => key === 'title')).toMatchObject([{ requirement: 'required' }])
})

test('a field that takes several values takes a list of them, white space and empty places aside', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Kind')
  enable(catalog, 'woocommerce', { Type: 'kind' })
  for (const kind of ['simple,\tVirtual ,', 'simple, "virtual"', 'simple virtual']) {
    const { id } = catalog.create('product', { kind })
    const { invalid } = ofProduct(catalog, id, 'woocommerce')
    expect(invalid.map(({ issue }) => issue)).toEqual(kind.includes('V') ? [] : ['not_an_acceptable_value'])
  }
  expect(ofChannel(catalog, 'woocommerce').invalid).toEqual([
    { key: 'kind', issue: 'not_an_acceptable_value', products: 2 },
  ])
})

test('a filter finds what a channel does not accept, for one reason or any [FILTER-22]', () => {
  using catalog = googleCatalog()
  catalog.create('product', { product_name: 'x'.repeat(151), condition: 'broken' })
  catalog.create('product', { product_name: 'Chair', condition: 'new' })
  const key = 'not_accepted:google_merchant'
  expect(totalOf(catalog, key, 'product_name')).toBe(1)
  expect(totalOf(catalog, key, 'product_name:too_long')).toBe(1)
  expect(totalOf(catalog, key, 'product_name:not_an_acceptable_value')).toBe(0)
  expect(totalOf(catalog, key, 'condition')).toBe(1)
  const refused = refusal(() => totalOf(catalog, key, 'product_name:short'))
  expect(refused.fieldErrors).toMatchObject([{ issue: 'invalid_value' }])
  expect(refusal(() => totalOf(catalog, 'not_accepted:shopify', 'condition')).fieldErrors).toMatchObject([
    { issue: 'not_a_defined_attribute' },
  ])
})

test('without a channel there is one answer for each enabled channel', () => {
  using catalog = googleCatalog()
  const { id } = catalog.create('product')
  enable(catalog, 'woocommerce')
  const answer = catalog.read((db) => productCompleteness(db, { id, faults: [] }))
  expect(parseAnswer<{ data: Completeness[] }>(answer).data).toMatchObject([
    { channel: 'google_merchant' },
    { channel: 'woocommerce' },
  ])
})

test('unknown products come first, channels that are not enabled are refused with those that are', () => {
  using catalog = googleCatalog()
  const { id } = catalog.create('product')
  expect(refusal(() => ofProduct(catalog, 'nope', 'ebay')).code).toBe('not_found')
  const fault = { field: 'channel', issue: 'invalid_value', acceptable_values: ['google_merchant'] }
  for (const channel of ['ebay', ''])
    expect(refusal(() => ofProduct(catalog, id, channel)).fieldErrors).toEqual([fault])
  const message = 'The channel shopify is off. The owner of the workspace turns it on in the app.'
  expect(refusal(() => ofProduct(catalog, id, 'shopify')).fieldErrors).toEqual([{ ...fault, message }])
  expect(refusal(() => ofChannel(catalog, 'shopify')).code).toBe('not_found')
})

function summed(answers: readonly Completeness[], channel: ChannelKey): ChannelCompleteness {
  const sumOf = (pick: (answer: Completeness) => number) => answers.reduce((sum, a) => sum + pick(a), 0)
  const countsOf = <Item extends { key: string }>(items: readonly Item[]) =>
    [...Map.groupBy(items, (item) => JSON.stringify(item))].map(([item, { length }]) => ({
      ...(JSON.parse(item) as Item),
      products: length,
    }))
  const pair = (requirement: 'required' | 'recommended') => ({
    filled: sumOf((answer) => answer[requirement].filled),
    total: sumOf((answer) => answer[requirement].total),
  })
  const required = pair('required')
  return {
    channel,
    products: answers.length,
    complete: answers.filter(({ complete }) => complete).length,
    percent: required.total === 0 ? 100 : Math.floor((100 * required.filled) / required.total),
    required,
    recommended: pair('recommended'),
    missing: countsOf(answers.flatMap(({ missing }) => missing)),
    invalid: countsOf(answers.flatMap(({ invalid }) => invalid)),
  }
}

function totalOf(catalog: ScratchCatalog, key: string, value: string): number {
  const clauses = [{ field: `filter[${key}]`, key, operator: 'eq', value }]
  return catalog.list('product', { clauses }).pagination.total
}

const inAnyOrder = ({ missing, invalid, ...rest }: ChannelCompleteness) => ({
  ...rest,
  missing: new Set(missing.map((item) => JSON.stringify(item))),
  invalid: new Set(invalid.map((item) => JSON.stringify(item))),
})

const options = ['New', 'used', 'In_Stock', 'TRUE', 'no', '1', 'Mint', 'simple', 'Virtual']
const types: Partial<AttributeCreate>[] = [
  { data_type: 'single_line_text_field' },
  { data_type: 'multi_line_text_field' },
  { data_type: 'number' },
  { data_type: 'boolean' },
  { data_type: 'single_select_list', acceptable_values: options.join(', ') },
  { data_type: 'multi_select_list', acceptable_values: options.join(', ') },
  { data_type: 'entity_list_reference', reference: { type: 'product' } },
  { data_type: 'formula', formula: '1' },
]

const padding = fc.constantFrom('', ' ', '\t\u00a0', '\ufeff ')
const limits = channelKeys
  .flatMap((key) => channelCatalog[key].fields)
  .flatMap(({ maxLength }) => (maxLength !== undefined && maxLength < 600 ? [maxLength] : []))
const units = ['a', 'a\u0001', 'ß', 'e\u0301', 'ι\u0308\u0301', '😀', 'ΐ', 'J\u030c', '"']
const longText = fc
  .record({
    before: padding,
    unit: fc.constantFrom(...units),
    limit: fc.constantFrom(...limits),
    more: fc.integer({ min: -1, max: 1 }),
    after: padding,
  })
  .map(({ before, unit, limit, more, after }) => {
    const text = unit.repeat(Math.ceil(limit / [...unit].length) + more)
    return before + text + after
  })
const listText = fc
  .array(fc.constantFrom(...options, ' simple ', 'DOWNLOADABLE', '\tvirtual'), { minLength: 1 })
  .map((tokens) => tokens.join(','))
const text = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...options, ' new ', 'IN_STOCK') },
  { weight: 3, arbitrary: longText },
  { weight: 1, arbitrary: listText },
)
const valueOf: Record<string, fc.Arbitrary<unknown>> = {
  single_line_text_field: text,
  multi_line_text_field: text,
  number: fc.constantFrom(0, 1, -1, 2.5),
  boolean: fc.boolean(),
  single_select_list: fc.constantFrom(...options),
  multi_select_list: fc.subarray(options, { minLength: 1 }).map((tokens) => tokens.join(', ')),
}

const scenario = fc.constantFrom(...channelKeys).chain((channel) =>
  fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 6 }).chain((schema) =>
    fc.record({
      channel: fc.constant(channel),
      schema: fc.constant(schema),
      fields: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
      coverRequired: fc.boolean(),
      products: fc.array(
        fc.tuple(
          ...schema.map(({ data_type: type = '' }) =>
            fc.option(valueOf[type] ?? fc.boolean(), { nil: undefined, freq: 5 }),
          ),
        ),
        { maxLength: 8 },
      ),
    }),
  ),
)

test(
  'the aggregate is the sum of what every product answers [COMPLETE-04] [FILTER-22]',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(scenario, ({ channel, schema, fields, coverRequired, products }) => {
        using catalog = new ScratchCatalog()
        const keys = schema.map((type, index) => catalog.define('product', `Attribute ${index}`, type).key)
        const templateFields = channelCatalog[channel].fields
        const parts = channelCatalog[channel].conditions.flatMap(({ anyOf }) => anyOf.flat())
        const required = [
          ...templateFields.filter(({ requirement }) => requirement === 'required'),
          ...templateFields.filter(({ target }) => parts.some((part) => part.target === target)),
        ]
        // Fields with limits are chosen more often, list fields most.
        const choices = [
          ...templateFields,
          ...templateFields.filter(({ maxLength, acceptableValues }) => maxLength ?? acceptableValues),
          ...Array.from({ length: 10 }, () => templateFields.filter(({ multiple }) => multiple)).flat(),
        ]
        const chosen = fields.map((number) => choices[number % choices.length])
        const mapping = [...(coverRequired ? required : []), ...chosen].map((field, index) => [
          field?.target ?? '',
          keys[(index + (fields[0] ?? 0)) % keys.length] ?? null,
        ])
        enable(catalog, channel, Object.fromEntries(mapping) as Record<string, string>)
        const target = catalog.create('product')
        const other = catalog.create('product')
        const ids = products.map((values) => {
          const attributes = values.flatMap((value, index) => {
            if (value === undefined || schema[index]?.data_type === 'formula') return []
            const isReference = schema[index]?.data_type === 'entity_list_reference'
            return [[keys[index], isReference ? [target.id, other.id] : value]]
          })
          return catalog.create('product', Object.fromEntries(attributes) as Record<string, unknown>).id
        })

        const answers = [target.id, other.id, ...ids].map((id) => ofProduct(catalog, id, channel))

        const all = ofChannel(catalog, channel)
        expect(inAnyOrder(all)).toEqual(inAnyOrder(summed(answers, channel)))
        for (const { key, issue, products: count } of all.invalid)
          expect(totalOf(catalog, `not_accepted:${channel}`, `${key}:${issue}`)).toBe(count)
        const names = new Map(keys.map((key, index) => [key, `Attribute ${index}`]))
        // A field that can be filled in several ways is named by all of them, and asked for by the attribute
        // to fill first.
        const lacking = all.missing.filter(
          ({ key, name, data_type: type }) => type && names.get(key) !== name,
        )
        const alone = [...Map.groupBy(lacking, ({ key }) => key).values()].filter(
          ({ length }) => length === 1,
        )
        for (const { key, products: count } of alone.flat())
          expect(totalOf(catalog, `not_accepted:${channel}`, `${key}:missing`)).toBe(count)
      }),
      { numRuns: 200, seed: 20261121 },
    )
  },
)

test('the aggregate takes a handful of statements and reads no document but of texts that may be too long [COMPLETE-04]', () => {
  using catalog = new ScratchCatalog()
  for (const name of ['SKU', 'Title', 'Description', 'Link', 'Image link', 'Brand', 'GTIN', 'Condition'])
    catalog.define('product', name)
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Availability', {
    data_type: 'single_select_list',
    acceptable_values: 'in_stock, gone',
  })
  catalog.define('product', 'Gallery', { data_type: 'entity_list_reference', reference: { type: 'image' } })
  enable(catalog, 'google_merchant')
  const full = {
    sku: 'A',
    title: 'A',
    description: 'A',
    link: 'A',
    image_link: 'A',
    brand: 'A',
    gtin: '1',
    price: 1,
  }
  catalog.create('product', { ...full, availability: 'in_stock' })
  catalog.create('product', { ...full, availability: 'gone', title: 'x'.repeat(200) })
  catalog.create('product', { ...full, price: null, gtin: null })

  const plans: string[][] = []
  const answer = catalog.read((db) => {
    const watching = listenTo(db, ({ text, steps }) => {
      // SQLite's schema queries run once per connection, so they are not counted.
      if (!/sqlite_schema|PRAGMA/.test(text)) plans.push(steps())
    })
    return channelCompleteness(watching, { key: 'google_merchant', faults: [] })
  })

  expect(parseAnswer(answer)).toMatchObject({ data: { products: 3, complete: 1 } })
  expect(plans.length).toBeLessThanOrEqual(10)
  const scansOfEntities = plans.flat().filter((detail) => /^SCAN (e|entity)\b/.test(detail))
  expect(scansOfEntities).toEqual([])
  expect(plans.flat().filter((detail) => /TEMP B-TREE FOR (DISTINCT|count|GROUP)/.test(detail))).toEqual([])
})

test('with variants no statement scans the products, and what was counted for a channel is known to the next [COMPLETE-04] [COMPLETE-07]', () => {
  using catalog = googleCatalog()
  const parent = catalog.create('product', { sku: 'P', product_name: 'Chair' })
  catalog.create('product', { sku: 'V', product_name: 'Chair, red' }, parent.id)
  enable(catalog, 'shopify')
  const read: { readonly text: string; readonly steps: readonly string[] }[] = []
  const answers = catalog.read((db) => {
    const watching = listenTo(db, ({ text, steps }) => {
      if (!/sqlite_schema|PRAGMA/.test(text)) read.push({ text, steps: steps() })
    })
    return ['google_merchant', 'shopify'].map((key) => {
      read.length = 0
      return { answer: channelCompleteness(watching, { key, faults: [] }), statements: [...read] }
    })
  })

  const steps = answers.flatMap(({ statements }) => statements.flatMap((one) => one.steps))
  expect(steps.filter((step) => /^SCAN (e|entity)\b(?!.* INDEX )/.test(step))).toEqual([])
  // The parents are read from their index in its order, never by the rows of all products.
  expect(
    steps.filter((step) => /SEARCH entity USING .*entity_by_created|TEMP B-TREE FOR DISTINCT/.test(step)),
  ).toEqual([])
  const counted = answers.map(
    ({ statements }) => statements.filter(({ text }) => text.includes('CROSS JOIN value_')).length,
  )
  expect(counted[0]).toBeGreaterThan(0)
  expect(counted[1]).toBe(0)
})

test('a product with variants counts as these, unless the channel lists it too [COMPLETE-07] (work-surfaces.4.4)', () => {
  using catalog = googleCatalog()
  const vendor = catalog.create('vendor')
  const whole = {
    sku: 'S',
    product_name: 'Chair',
    gtin: '4006381333931',
    price: 9,
    condition: 'new',
    vendor: vendor.id,
  }
  const parent = catalog.create('product', { sku: 'P' })
  const full = catalog.create('product', whole, parent.id)
  catalog.create('product', { ...whole, sku: 'T', condition: 'broken' }, parent.id)
  const filled = ({ required, percent }: Completeness | ChannelCompleteness) => ({ required, percent })
  const [one, other] = [
    ofProduct(catalog, full.id, 'google_merchant'),
    ofProduct(catalog, parent.id, 'google_merchant'),
  ]

  const sold = ofChannel(catalog, 'google_merchant')
  expect(sold.products).toBe(2)
  expect(sold.required).toEqual({ filled: 2 * one.required.filled, total: 2 * one.required.total })
  expect(filled(other)).toEqual(filled(sold))
  expect(other.invalid).toEqual([{ key: 'condition', issue: 'not_an_acceptable_value' }])
  expect(sold.invalid).toMatchObject([{ key: 'condition', products: 1 }])
  expect(sold.missing.map(({ key }) => key)).not.toContain('gtin')

  catalog.write((tx) =>
    mapChannel(tx, { key: 'google_merchant', body: { parents: 'count' }, faults: [], context: testContext }),
  )
  const all = ofChannel(catalog, 'google_merchant')
  expect(all.products).toBe(3)
  expect(all.missing).toContainEqual(expect.objectContaining({ key: 'gtin', products: 1 }))
  expect(ofProduct(catalog, parent.id, 'google_merchant').percent).toBeLessThan(other.percent)
})

test('what is sold is counted by the products with variants, each of whose values is found by its key [COMPLETE-07]', () => {
  using catalog = googleCatalog()
  const parent = catalog.create('product', { sku: 'P', gtin: '4006381333931' })
  catalog.create('product', { sku: 'S', product_name: 'Chair' }, parent.id)
  const behind: string[] = []
  catalog.read((db) => {
    const explaining = listenTo(db, ({ text, steps }) => {
      if (!text.includes('CROSS JOIN value_')) return
      const all = steps()
      behind.push(...all.filter((_step, at) => all[at - 1] === 'SCAN parents'))
    })
    channelCompleteness(explaining, { key: 'google_merchant', faults: [] })
  })
  // With 200,000 such products, a scan for each would read every value 200,000 times.
  expect(
    behind.filter((step) => step.startsWith('SEARCH v USING INTEGER PRIMARY KEY')).length,
  ).toBeGreaterThan(3)
  expect(behind.filter((step) => step.startsWith('SCAN'))).toEqual([])
})

test('the completeness of each enabled channel is kept once a day, and read back oldest first [QUALITY-12]', () => {
  using catalog = googleCatalog()
  catalog.create('product', { sku: 'CH-100' })
  const today = toUtcDay(Date.now())
  const record = (day: string) =>
    catalog.write((tx) => recordDailyPoints(tx, { day, points: readDailyPoints(tx) }))
  record('2020-01-01')
  record(today)
  record(today)
  const { products, complete, percent } = ofChannel(catalog, 'google_merchant')
  const answer = catalog.read((db) => readCompletenessHistory(db, { days: 90, faults: [] }))
  expect(parseAnswer(answer)).toEqual({
    data: [{ channel: 'google_merchant', days: [{ day: today, products, complete, percent }] }],
  })
})
