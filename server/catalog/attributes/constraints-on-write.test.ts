import { expect, test } from 'vitest'
import type { Constraints, DataType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { JobWorkspace } from '../../testing/job-workspace.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { type Answer, parseAnswer } from '../answer.ts'
import { applyEdits } from '../edits/apply-edits.ts'
import { batchEntities } from '../entities/batch-entities.ts'
import { createEntity } from '../entities/create-entity.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { upsertEntity } from '../entities/upsert-entity.ts'
import { updateAttribute } from './update-attribute.ts'
import { withoutCodes } from '../../testing/without-codes.ts'

type RefusedFields = readonly { readonly field: string; readonly issue: string; readonly expected?: object }[]
type Values = Record<string, unknown>
const type: EntityType = 'product'
const request = { type, faults: [], context: testContext }

const writers: Record<string, (catalog: ScratchCatalog, id: string, attributes: Values) => RefusedFields> = {
  create: (catalog, _id, attributes) =>
    faultsOf(() =>
      catalog.answer((tx) =>
        createEntity(tx, { ...request, body: { attributes: { sku: 'new', ...attributes } } }),
      ),
    ),
  patch: (catalog, id, attributes) =>
    faultsOf(() => catalog.answer((tx) => updateEntity(tx, { ...request, id, body: { attributes } }))),
  'upsert that creates': (catalog, _id, attributes) => upsert(catalog, { sku: 'new', ...attributes }),
  'upsert that updates': (catalog, _id, attributes) => upsert(catalog, { sku: 'old', ...attributes }),
  'batch that creates': (catalog, _id, attributes) =>
    batch(catalog, { attributes: { sku: 'new', ...attributes } }),
  'batch that updates': (catalog, id, attributes) => batch(catalog, { id, attributes }),
  edit: (catalog, id, attributes) => {
    const body = { type, edits: [{ id, attributes }] }
    const answer = catalog.write((tx) => applyEdits(tx, { body, faults: [], context: testContext }))
    return refusedFirst(answer)
  },
}

function upsert(catalog: ScratchCatalog, attributes: Values): RefusedFields {
  const body = { merge_key: 'sku', attributes }
  return faultsOf(() => catalog.answer((tx) => upsertEntity(tx, { ...request, body })))
}

function batch(catalog: ScratchCatalog, item: object): RefusedFields {
  return refusedFirst(catalog.write((tx) => batchEntities(tx, { ...request, body: { items: [item] } })))
}

function refusedFirst(answer: Answer): RefusedFields {
  const { data } = parseAnswer<{ data: { error?: { field_errors: RefusedFields } }[] }>(answer)
  return data[0]?.error?.field_errors ?? []
}

function faultsOf(call: () => unknown): RefusedFields {
  return refusal(call).fieldErrors
}

const cases: [DataType, Constraints, unknown, string[]][] = [
  ['number', { min: 10 }, 9.99, ['out_of_range']],
  ['number', { max: 10 }, '10.01', ['out_of_range']],
  ['number', { decimals: 2 }, 1.005, ['out_of_range']],
  ['single_line_text_field', { min_length: 3 }, 'ab', ['too_short']],
  ['multi_line_text_field', { max_length: 3 }, 'abcd', ['too_long']],
  ['single_line_text_field', { pattern: '[A-Z]+' }, 'ABc', ['pattern_mismatch']],
  ['single_line_text_field', { check: 'gtin' }, '4006381333932', ['invalid_check_digit']],
  ['single_line_text_field', { max_length: 2, pattern: '\\d+' }, 'abc', ['too_long', 'pattern_mismatch']],
  [
    'single_line_text_field',
    { min_length: 2, pattern: '\\d', check: 'gtin' },
    'x',
    ['too_short', 'pattern_mismatch', 'invalid_check_digit'],
  ],
  ['multi_select_list', { max_items: 1, max_length: 2 }, 'Red, Blue', ['too_long']],
  ['entity_list_reference', { max_items: 1 }, 'two', ['too_long']],
  ['single_line_text_field', { unique: true }, ' TAKEN ', ['not_unique']],
  ['number', { unique: true }, '7.0', ['not_unique']],
  ['single_line_text_field', { required: true }, '', ['required']],
  ['boolean', { required: true }, null, ['required']],
  ['entity_reference', { required: true }, null, ['required']],
  ['entity_list_reference', { required: true }, [], ['required']],
  ['multi_select_list', { required: true }, ' , ', ['required']],
]

const ways = Object.keys(writers).flatMap((writer) => cases.map((one) => [writer, ...one] as const))

test.each(ways)('Attribute definitions: %s: a %s under %j refuses %j with %j', (...way) => {
  const [writer, dataType, constraints, value, issues] = way
  using catalog = new ScratchCatalog()
  const vendors = [catalog.create('vendor').id, catalog.create('vendor').id]
  catalog.define('product', 'Sku', { is_primary: true })
  const { id } = catalog.create('product', { sku: 'old' })
  catalog.define('product', 'A', {
    data_type: dataType,
    acceptable_values: 'Red, Blue',
    reference: referenceOf(dataType),
  })
  if (constraints.unique) catalog.create('product', { sku: 'other', a: dataType === 'number' ? 7 : 'taken' })
  constrain(catalog, constraints)
  const before = catalog.events().length

  const refused = writers[writer]?.(catalog, id, { a: value === 'two' ? vendors : value })

  expect(refused?.map(({ field, issue }) => ({ field, issue }))).toEqual(
    issues.map((issue) => ({ field: 'attributes.a', issue })),
  )
  const named = (refused ?? []).flatMap(({ expected = {} }) => Object.entries(expected))
  expect(constraints).toMatchObject(Object.fromEntries(named))
  const bounds = ['out_of_range', 'too_short', 'too_long', 'pattern_mismatch']
  expect(named.length > 0).toBe(issues.some((issue) => bounds.includes(issue)))
  expect(catalog.events()).toHaveLength(before)
})

function referenceOf(dataType: DataType) {
  return dataType.includes('reference') ? { type: 'vendor' } : null
}

function constrain(catalog: ScratchCatalog, constraints: Constraints): void {
  const body = { constraints }
  catalog.write((tx) => updateAttribute(tx, { key: 'a', type, body, faults: [], context: testContext }))
}

test.each(Object.keys(writers))(
  '%s refuses a text that is larger than its type allows [VALUE-24]',
  (writer) => {
    using catalog = new ScratchCatalog()
    catalog.define('product', 'Sku', { is_primary: true })
    catalog.define('product', 'A')
    const { id } = catalog.create('product', { sku: 'old' })
    const before = catalog.events().length
    const [fault, ...others] = writers[writer]?.(catalog, id, { a: 'x'.repeat(32 * 1024 + 1) }) ?? []
    expect(withoutCodes(fault)).toEqual({
      field: 'attributes.a',
      issue: 'too_long',
      message: expect.stringMatching(/32,769 bytes .* 32,768 bytes/),
    })
    expect([others, catalog.events().length]).toEqual([[], before])
  },
)

test('the text of a source may be larger, and a default is a value like others [VALUE-24]', () => {
  using catalog = new ScratchCatalog()
  const long = { data_type: 'multi_line_text_field' } as const
  const text = 'x'.repeat(1024 * 1024 + 1)
  catalog.define('source', 'Content', { ...long, default_value: text })
  expect(
    withoutCodes(faultsOf(() => catalog.define('product', 'Content', { ...long, default_value: text }))),
  ).toEqual([
    { field: 'default_value', issue: 'too_long', message: expect.stringContaining('1,048,577 bytes') },
  ])
})

test('a text that was stored before it was too large stays, and may be sent again [VALUE-24]', () => {
  using catalog = new ScratchCatalog()
  const large = 'x'.repeat(40_000)
  catalog.define('product', 'A', { data_type: 'multi_line_text_field' })
  catalog.define('product', 'B')
  const { id } = catalog.create('product', { a: large })
  catalog.write((tx) => {
    tx.run("UPDATE attribute SET data_type = 'single_line_text_field'")
    tx.run("UPDATE meta SET value = 'other' WHERE key = 'schema_version'")
  })
  const write = (attributes: Values) =>
    catalog.answer<{ attributes: Values }>((tx) => updateEntity(tx, { ...request, id, body: { attributes } }))
      .data.attributes
  expect(write({ b: 'x' })).toEqual({ a: large, b: 'x' })
  expect(write({ a: large, b: 'y' })).toEqual({ a: large, b: 'y' })
  expect(writers['patch']?.(catalog, id, { a: `${large}x` })).toMatchObject([{ issue: 'too_long' }])
  expect(write({ a: 'short' })).toEqual({ a: 'short', b: 'y' })
})

test('a long text does not become a line that would be too large [VALUE-24]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'A', { data_type: 'multi_line_text_field' })
  catalog.create('product', { a: 'x'.repeat(32 * 1024 + 1) })
  const body = { data_type: 'single_line_text_field' } as const
  expect(
    refusal(() => catalog.write((tx) => updateAttribute(tx, { ...request, key: 'a', body }))),
  ).toMatchObject({ code: 'conflict' })
})

test('a required attribute must be in a create; an update may leave it out', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Sku')
  catalog.define('product', 'A', { constraints: { required: true } })
  const body = { attributes: { sku: 'x' } }
  expect(faultsOf(() => catalog.write((tx) => createEntity(tx, { ...request, body })))).toEqual([
    { field: 'attributes.a', issue: 'required' },
  ])
  const { id } = catalog.create('product', { sku: 'x', a: '1' })
  const { status } = catalog.answer((tx) => updateEntity(tx, { ...request, id, body }))
  expect(status).toBe(200)
})

test('every unique value that is taken is told in one conflict', () => {
  using catalog = new ScratchCatalog()
  for (const name of ['A', 'B', 'C']) catalog.define('product', name, { constraints: { unique: true } })
  catalog.create('product', { a: '1', c: '3' })
  catalog.create('product', { b: '2' })
  const { code, fieldErrors } = refusal(() => catalog.create('product', { a: '1', b: '2', c: '4' }))
  expect(code).toBe('conflict')
  expect(fieldErrors.map(({ field, issue }) => `${field} ${issue}`)).toEqual([
    'attributes.a not_unique',
    'attributes.b not_unique',
  ])
})

test('what is stored may be sent again, whatever the constraints have become since', () => {
  using catalog = new ScratchCatalog()
  const vendors = [catalog.create('vendor').id, catalog.create('vendor').id]
  catalog.define('product', 'Sku')
  catalog.define('product', 'A')
  catalog.define('product', 'Makers', { data_type: 'entity_list_reference', reference: { type: 'vendor' } })
  catalog.create('product', { sku: 'other', a: 'long' })
  const { id, attributes } = catalog.create('product', { sku: 'old', a: 'long', makers: vendors })
  constrain(catalog, { max_length: 2, unique: true })
  catalog.write((tx) =>
    updateAttribute(tx, { ...request, key: 'makers', body: { constraints: { max_items: 1 } } }),
  )
  const before = catalog.events().length

  const body = { attributes }
  expect(catalog.answer((tx) => updateEntity(tx, { ...request, id, body })).status).toBe(200)
  const upsertion = { merge_key: 'sku', attributes }
  expect(catalog.answer((tx) => upsertEntity(tx, { ...request, body: upsertion })).status).toBe(200)
  expect(catalog.events()).toHaveLength(before)
  expect(writers['patch']?.(catalog, id, { a: 'longer' })).toEqual([
    { field: 'attributes.a', issue: 'too_long', expected: { max_length: 2 } },
  ])
  const reversed = vendors.toReversed()
  expect(writers['patch']?.(catalog, id, { makers: reversed })).toEqual([
    { field: 'attributes.makers', issue: 'too_long', expected: { max_items: 1 } },
  ])
})

test('an import reports the rows that break constraints by the same issues', async () => {
  await using workspace = await JobWorkspace.open()
  const define = (name: string, data_type: DataType, constraints: Constraints) =>
    workspace.define({ name, entity_type: type, data_type, constraints })
  await define('Sku', 'single_line_text_field', { required: true, unique: true })
  await define('Price', 'number', { min: 1, decimals: 2 })
  await define('Code', 'single_line_text_field', { max_length: 3, pattern: '[a-z]*' })
  await define('Gtin', 'single_line_text_field', { check: 'gtin' })
  const rows = ['sku,price,code,gtin', 'a,1,abc,4006381333931', 'b,0,abcd1,1', ',2,,', 'A,2,,']

  const { result } = await workspace.import(rows.join('\n'))

  const { errors } = result as { errors: { row: number; field: string; issue: string }[] }
  expect(errors.map(({ row, field, issue }) => `${row} ${field} ${issue}`)).toEqual([
    '2 price out_of_range',
    '2 code too_long',
    '2 code pattern_mismatch',
    '2 gtin invalid_check_digit',
    '3 sku required',
    '4 sku not_unique',
  ])
})

test('an import tells the row and column of a text that is too large, leaves it out, and goes on [VALUE-24]', async () => {
  await using workspace = await JobWorkspace.open()
  for (const name of ['Sku', 'Name'])
    await workspace.define({ name, entity_type: type, data_type: 'single_line_text_field' })
  const rows = ['sku,name', 'a,one', `b,${'x'.repeat(32 * 1024 + 1)}`, 'c,three']

  const { status, result } = await workspace.import(rows.join('\n'))

  expect(status).toBe('completed')
  expect(result).toMatchObject({
    created: 3,
    refused_cells: [{ column: 'name', cells: 1 }],
    errors: [
      { row: 2, field: 'name', issue: 'too_long', message: expect.stringMatching(/32,769 .* 32,768/) },
    ],
  })
})
