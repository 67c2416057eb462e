/**
 * An export can be imported again without a change, whatever the schema and the values (specification of
 * exports).
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { NewExport } from '#shared/exports.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { JobWorkspace, ownerContext } from '../testing/job-workspace.ts'

const nasty = fc.constantFrom(
  '=1+1',
  "'=1+1",
  "''@x",
  '+49 30',
  '-5',
  '\tx',
  '\rx',
  '00123',
  '1e5',
  '12345678901234567890',
  'true',
  'a,b;c|d\te',
  '"quoted"',
  '""',
  'two\r\nlines',
  'two\nlines',
  'cr\ralone',
  ' spaces ',
  '#N/A',
  '_x000D_',
  '<b>&amp;</b>',
  'ß Å é 漢字 🧑‍🚀',
  '2024-02-30',
  '[1]',
  '{"a":1}',
  'null',
)
const oneLine = fc.oneof(
  { weight: 2, arbitrary: nasty },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)
const longText = fc.oneof(
  oneLine,
  fc.array(oneLine, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('\n')),
)
const options = ['Red', 'Light blue', '=green', 'x-large']
const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

const types: Record<string, { values: fc.Arbitrary<unknown>; rest?: object }> = {
  single_line_text_field: { values: oneLine },
  multi_line_text_field: { values: longText },
  rich_text_field: { values: longText.map((text) => `<p>${text}</p>`) },
  number: {
    values: fc.oneof(
      fc.integer(),
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.constantFrom(-0.1, 0.1 + 0.2, 1.5e-7, 1.234, 9_007_199_254_740_991),
    ),
  },
  boolean: { values: fc.boolean() },
  date: { values: day.map((at) => at.toISOString().slice(0, 10)) },
  url: { values: fc.webUrl() },
  json: { values: fc.json() },
  single_select_list: {
    values: fc.constantFrom(...options),
    rest: { acceptable_values: options.join(', ') },
  },
  multi_select_list: {
    values: fc.subarray(options, { minLength: 1 }).map((some) => some.join(', ')),
    rest: { acceptable_values: options.join(', ') },
  },
  status: { values: fc.constantFrom(...options), rest: { acceptable_values: options.join(', ') } },
  progress: { values: fc.integer({ min: 0, max: 100 }) },
  rank: { values: fc.integer({ min: 1, max: 1e9 }) },
}

const names = Object.keys(types)
const schemas = fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 8 })

type Row = Record<string, unknown>

function rowsOf(schema: readonly string[]): fc.Arbitrary<Row[]> {
  const cells = Object.fromEntries(
    schema.map((type, index) => [`a${index}`, types[type]?.values ?? fc.constant('')]),
  )
  return fc.array(fc.record(cells, { requiredKeys: [] }), { minLength: 1, maxLength: 8 })
}

const catalogs = schemas.chain((schema) => fc.tuple(fc.constant(schema), rowsOf(schema)))

async function create(workspace: JobWorkspace, type: 'product' | 'vendor', attributes: Row, parent?: string) {
  const body = { attributes, ...(parent !== undefined && { parent_id: parent }) } as never
  const answer = await workspace.threads.call('createEntity', {
    type,
    body,
    faults: [],
    context: ownerContext,
  })
  return parseAnswer<{ data: EntityResource }>(answer).data.id
}

const text = 'single_line_text_field'

async function fill(
  workspace: JobWorkspace,
  schema: readonly string[],
  rows: readonly Row[],
  prefix: string,
) {
  for (const [index, type] of schema.entries()) {
    const key = `${prefix}a${index}`
    await workspace.define({
      name: key,
      key,
      entity_type: 'product',
      data_type: type,
      ...types[type]?.rest,
    })
  }
  const vendors: string[] = []
  for (const label of [`${prefix} one`, `${prefix} twin`, `${prefix} twin`, `${prefix} with, comma`])
    vendors.push(await create(workspace, 'vendor', { vendor_name: label }))
  let parent: string | undefined
  for (const [index, row] of rows.entries()) {
    const own = Object.fromEntries(Object.entries(row).map(([key, value]) => [`${prefix}${key}`, value]))
    const links = {
      vendor: vendors[index % 4],
      others: vendors.slice(index % 4),
      ...(index % 3 === 0 && { origin: `=${index}` }),
    }
    const id = await create(workspace, 'product', { sku: `${prefix}${index}`, ...own, ...links }, parent)
    parent = index % 3 === 0 ? id : parent
  }
}

const styles: [string, Partial<NewExport>][] = [
  ['CSV', { format: 'csv' }],
  [
    'CSV with semicolons, names and ids',
    { format: 'csv', delimiter: ';', headers: 'names', bom: true, references: 'ids' },
  ],
  ['CSV for Excel', { format: 'csv', delimiter: ';', decimal: 'comma', bom: true, headers: 'names' }],
  ['JSON lines', { format: 'jsonl' }],
  ['a workbook', { format: 'xlsx' }],
  ['effective values', { format: 'csv', values: 'effective' }],
]

let workspace: JobWorkspace
let products = 0

beforeAll(async () => {
  workspace = await JobWorkspace.open()
  for (const [type, name, data_type, rest] of [
    ['vendor', 'Vendor name', text, { is_primary: true }],
    ['product', 'SKU', text, { is_primary: true }],
    ['product', 'Vendor', 'entity_reference', { reference: { type: 'vendor' } }],
    ['product', 'Others', 'entity_list_reference', { reference: { type: 'vendor' } }],
    ['product', 'Origin', text, { inheritance_mode: 'inherit_from_parent' }],
    ['product', 'Twice', 'formula', { formula: '{{sku}} & {{sku}}' }],
  ])
    await workspace.define({ entity_type: type, name, data_type, ...(rest as object) } as never)
  for (const [index, [schema, rows]] of fc.sample(catalogs, { seed: 20_262, numRuns: 25 }).entries()) {
    await fill(workspace, schema, rows, `s${index}_`)
    products += rows.length
  }
})

afterAll(() => workspace[Symbol.asyncDispose]())

test.each(styles)('%s: 0 changed, whatever the schema and the values [EXP-10]', async (_name, style) => {
  const before = await workspace.products()
  const { bytes } = await workspace.export(style)
  for (const fields of [
    { merge_key: 'id' },
    { merge_key: 'id', empty_cells: 'clear' },
    { merge_key: 'sku', create_missing_attributes: true },
  ]) {
    const job = await workspace.import(bytes, { create_missing_attributes: false, ...fields })
    expect(job.result).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: products,
      failed: 0,
      errors: [],
      created_attributes: [],
    })
  }
  expect(await workspace.products()).toEqual(before)
})

test('decimals that could be thousands are written so that nobody has to say what they are [EXP-18]', async () => {
  await using own = await JobWorkspace.open()
  for (const [name, data_type, rest] of [
    ['SKU', text, { is_primary: true }],
    ['Weight', 'number', {}],
  ] as const)
    await own.define({ entity_type: 'product', name, data_type, ...rest })
  await create(own, 'product', { sku: 'A', weight: 1.234 })
  await create(own, 'product', { sku: 'B', weight: 1234 })
  for (const [delimiter, decimal, written] of [
    [';', 'comma', '1,2340'],
    [';', 'point', '1.2340'],
    [',', 'comma', '"1,2340"'],
    ['\t', 'point', '1.2340'],
    [',', 'point', '1.234'],
  ] as const) {
    const { bytes } = await own.export({ format: 'csv', delimiter, decimal, fields: ['id', 'sku', 'weight'] })
    expect(bytes.toString()).toContain(`${delimiter}A${delimiter}${written}\r\n`)
    const job = await own.import(bytes, { merge_key: 'sku' })
    expect(job.result).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 0 })
  }
})
