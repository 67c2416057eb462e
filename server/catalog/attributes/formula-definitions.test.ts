import { expect, test } from 'vitest'
import type { AttributeConfig, AttributePatch } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { CatalogError } from '../errors.ts'
import { updateAttribute } from './update-attribute.ts'

function shop(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { key: 'sku', is_primary: true })
  catalog.define('product', 'Price', { key: 'price', data_type: 'number' })
  catalog.define('product', 'Launch', { key: 'launch', data_type: 'date' })
  catalog.define('product', 'Tags', { key: 'tags', data_type: 'multi_select_list', acceptable_values: 'a,b' })
  catalog.define('vendor', 'Name', { key: 'name', is_primary: true })
  catalog.define('vendor', 'Lead time', { key: 'lead', data_type: 'number' })
  catalog.define('product', 'Vendor', {
    key: 'vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  })
  catalog.define('product', 'Similar', {
    key: 'similar',
    data_type: 'entity_reference',
    reference: { type: 'product' },
  })
  catalog.define('product', 'Lead', {
    key: 'vendor_lead',
    data_type: 'reference_lookup',
    reference: { via: 'vendor', attribute: 'lead' },
  })
  return catalog
}

const formula = (catalog: ScratchCatalog, key: string, text: string, type: EntityType = 'product') =>
  catalog.define(type, key, { key, data_type: 'formula', formula: text })

function patch(catalog: ScratchCatalog, key: string, body: AttributePatch): AttributeConfig {
  return catalog.answer<AttributeConfig>((tx) =>
    updateAttribute(tx, { key, type: 'product', body, faults: [], context: testContext }),
  ).data
}

function refusal(fn: () => unknown): unknown {
  try {
    fn()
  } catch (error) {
    if (error instanceof CatalogError)
      return [error.code, ...error.fieldErrors.map(({ field, issue }) => `${field}: ${issue}`)]
    throw error
  }
  return 'accepted'
}

test.each([
  ['{{prise}} * 2', 'Character 1: No attribute has the key prise. Did you mean {{price}}?'],
  [
    '{{name}}',
    'Character 1: No attribute has the key name. Define it first, or write the key of another attribute.',
  ],
  [
    '2 * {{sku}}',
    'Character 5: {{sku}} is a text, but * needs a number. Write VALUE({{sku}}) to read the text as a number.',
  ],
  [
    '{{price}} +',
    'Character 12: The formula ends too early. Write a value behind the last operator or comma.',
  ],
])('the formula %s is refused with the place and the remedy [FORMULA-01]', (text, issue) => {
  using catalog = shop()
  expect(refusal(() => formula(catalog, 'total', text))).toEqual(['validation_failed', `formula: ${issue}`])
  formula(catalog, 'total', '1')
  expect(refusal(() => patch(catalog, 'total', { formula: text }))).toEqual([
    'validation_failed',
    `formula: ${issue}`,
  ])
})

test.each([
  '{{price}} * {{vendor_lead}}',
  'COUNT({{tags}}) + LEN({{vendor}})',
  'DATEADD({{launch}}, {{vendor_lead}}, "day")',
  'UPPER({{sku}}) & " " & {{tags}}',
])('the formula %s is accepted: every attribute has the type of its values', (text) => {
  using catalog = shop()
  expect(formula(catalog, 'total', text)).toMatchObject({ formula: text, tool: 'formula', writable: false })
})

test('faults of a formula are told together with the others of the definition', () => {
  using catalog = shop()
  expect(
    refusal(() => catalog.define('product', 'T', { key: 'No key', data_type: 'formula', formula: '1+' })),
  ).toEqual([
    'validation_failed',
    'key: invalid_value',
    'formula: Character 3: The formula ends too early. Write a value behind the last operator or comma.',
  ])
})

test('formulas cannot refer to themselves, directly or through formulas and lookups [FORMULA-02]', () => {
  using catalog = shop()
  formula(catalog, 'one', '{{price}}')
  formula(catalog, 'two', '{{one}} + 1')
  formula(catalog, 'three', '{{two}} + 1')
  const circle = (way: string, key: string) => [
    'validation_failed',
    `formula: Character 5: {{${key}}} leads back to this formula: ${way}. Take it out, or change one between.`,
  ]
  expect(refusal(() => patch(catalog, 'one', { formula: '1 + {{one}}' }))).toEqual(circle('one → one', 'one'))
  expect(refusal(() => patch(catalog, 'one', { formula: '1 + {{three}}' }))).toEqual(
    circle('one → three → two → one', 'three'),
  )
  catalog.define('product', 'L', {
    key: 'similar_three',
    data_type: 'reference_lookup',
    reference: { via: 'similar', attribute: 'three' },
  })
  expect(refusal(() => patch(catalog, 'one', { formula: '1 + {{similar_three}}' }))).toEqual(
    circle('one → similar_three → three → two → one', 'similar_three'),
  )
})

test('a lookup cannot come to look up itself [FORMULA-02]', () => {
  using catalog = shop()
  formula(catalog, 'one', '{{vendor_lead}}')
  const reference = { via: 'similar', attribute: 'one' }
  expect(refusal(() => patch(catalog, 'vendor_lead', { reference }))).toEqual([
    'validation_failed',
    'reference.attribute: The lookup leads back to itself: vendor_lead → one → vendor_lead. Choose another attribute.',
  ])
})

test('formulas can stand ten deep on each other, and grow only so far [FORMULA-03]', () => {
  using catalog = shop()
  formula(catalog, 'f1', '{{price}} + 1')
  for (let level = 2; level <= 10; level += 1) formula(catalog, `f${level}`, `{{f${level - 1}}} + 1`)
  expect(refusal(() => formula(catalog, 'f11', '{{f10}}'))).toEqual([
    'validation_failed',
    'formula: Character 1: Formulas and lookups can stand 10 deep on each other, and this would be 11 deep. Refer to attributes further down.',
  ])
  formula(catalog, 'g1', `{{price}}${' + {{price}}'.repeat(60)}`)
  formula(catalog, 'g2', `{{g1}}${' + {{g1}}'.repeat(3)}`)
  expect(refusal(() => formula(catalog, 'g3', `{{g2}}${' + {{g2}}'.repeat(3)}`))).toEqual([
    'validation_failed',
    'formula: Character 1: Together with the formulas that it refers to, this formula is too large. Refer to attributes further down, or shorten it.',
  ])
})

test('a change that would break a formula is 409 naming it, and changes nothing [FORMULA-04]', () => {
  using catalog = shop()
  formula(catalog, 'total', '{{price}} * 2')
  formula(catalog, 'shown', '"EUR " & {{price}}')
  expect(refusal(() => patch(catalog, 'price', { data_type: 'single_line_text_field' }))).toEqual([
    'conflict',
    'data_type: invalid_value',
  ])
  expect(() => patch(catalog, 'price', { data_type: 'single_line_text_field' })).toThrow(
    '"Price" is used by "total" (product total), which could not be computed any more. Character 1: {{price}} is a text, but * needs a number. Write VALUE({{price}}) to read the text as a number. Change that definition first.',
  )
  expect(patch(catalog, 'price', { data_type: 'rank' }).data_type).toBe('rank')
  patch(catalog, 'total', { formula: 'LEN({{price}})' })
  expect(patch(catalog, 'price', { data_type: 'single_line_text_field' }).data_type).toBe(
    'single_line_text_field',
  )
})

test('a formula on what is rolled up minds the type of one value, too [FORMULA-04]', () => {
  using catalog = shop()
  catalog.define('product', 'Weight', {
    key: 'weight',
    data_type: 'number',
    inheritance_mode: 'rollup_from_children',
  })
  formula(catalog, 'heavier', '{{weight}} + 1')
  formula(catalog, 'length', 'LEN({{weight}})')
  expect(refusal(() => patch(catalog, 'weight', { data_type: 'single_line_text_field' }))).toEqual([
    'conflict',
    'data_type: invalid_value',
  ])
  patch(catalog, 'heavier', { formula: '"about " & {{weight}}' })
  expect(patch(catalog, 'weight', { data_type: 'single_line_text_field' }).data_type).toBe(
    'single_line_text_field',
  )
})

test('the result of a formula is what other formulas get', () => {
  using catalog = shop()
  formula(catalog, 'total', '{{price}} * 2')
  formula(catalog, 'double', '{{total}} * 2')
  expect(refusal(() => patch(catalog, 'total', { formula: '"EUR " & {{price}}' }))).toEqual([
    'conflict',
    'formula: invalid_value',
  ])
  expect(patch(catalog, 'total', { formula: '{{price}} * 3' }).formula).toBe('{{price}} * 3')
})

test.each<[what: string, makeText: (inner: string) => string, levels: number]>([
  ['additions', (inner) => `${inner} + {{price}}`, 140],
  ['comparisons', (inner) => `((${inner}) * 1.1 > {{price}})`, 24],
  ['decisions', (inner) => `IF({{price}} > 1, ${inner}, {{price}} / 3)`, 45],
  ['conditions', (inner) => `IF((${inner}) > 1, 2, 1)`, 24],
  ['cases', (inner) => `IFS({{price}} < 0, 1, {{price}} < 1, 2, TRUE, ${inner})`, 40],
  ['dates', (inner) => `YEAR(DATEADD("2020-01-01", ${inner}, "D"))`, 24],
  ['texts', (inner) => `LEN(${inner} & "x")`, 45],
])('the deepest formula of %s that is accepted can be computed [FORMULA-03]', (_what, makeText, levels) => {
  using catalog = shop()
  let text = '{{vendor_lead}}'
  for (let level = 0; level < levels; level += 1) text = makeText(text)
  formula(catalog, 'f0', text)
  let top = 0
  while (refusal(() => formula(catalog, `f${top + 1}`, `{{f${top}}} + {{vendor_lead}}`)) === 'accepted')
    top += 1
  catalog.create('product', { sku: 'A', price: 2 })
  const { data } = catalog.list('product', { sort: [{ key: `f${top}`, descending: false }] as never })
  expect(Object.keys(data[0]?.attributes ?? {})).toContain(`f${top}`)
})
