import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AttributeConfig, dataTypes, type DataType, dataTypeTraits } from '#shared/attributes.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getComparable } from '../../store/tables/values.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { createEntity } from '../entities/create-entity.ts'
import { CatalogError } from '../errors.ts'
import { addFile } from '../files/stored-files.ts'
import { convertValue } from './convert-values.ts'
import { getScalarRules, type Scalar } from './data-types/data-types.ts'
import { updateAttribute } from './update-attribute.ts'

const picture = Buffer.from('picture')
const hash = createHash('sha256').update(picture).digest('hex')
const options = '5, Red, true, 2024-05-01, https://example.com/a, [1]'
const scalars = dataTypes.filter((type) => dataTypeTraits[type].shape === 'scalar')

const samples: Partial<Record<DataType, readonly Scalar[]>> = {
  single_line_text_field: [
    '5',
    '00123',
    'Red',
    'true',
    '2024-05-01',
    'https://example.com/a',
    '[1]',
    ' Straße ',
  ],
  multi_line_text_field: ['5', 'two\nlines', 'Red, 5'],
  rich_text_field: ['<p>Red</p>', '1.50'],
  number: [5, 0.1, -1e-7, 101],
  boolean: [true, false],
  date: ['2024-05-01'],
  url: ['https://example.com/a'],
  json: ['[1]', '{\n"a": 1}', '5'],
  single_select_list: ['Red', '5', 'https://example.com/a'],
  multi_select_list: ['Red', 'Red, 5'],
  image: ['https://example.com/a', `files/${hash}.png`],
  video: ['https://example.com/a'],
  status: ['Red', 'true'],
  progress: [5, 0, 99.5],
  rank: [5, 200],
}

function change(catalog: ScratchCatalog, key: string, type: DataType): AttributeConfig {
  const body = { data_type: type, acceptable_values: options }
  return catalog.answer<AttributeConfig>((tx) =>
    updateAttribute(tx, { key, type: 'product', body, faults: [], context: testContext }),
  ).data
}

function isRefused(fn: () => unknown): boolean {
  try {
    fn()
    return false
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'conflict') return true
    throw error
  }
}

function reading(value: Scalar): string | number {
  const isNumber = typeof value !== 'boolean' && !Number.isNaN(Number(value))
  return isNumber ? Number(value) : String(value).trim()
}

test.each(scalars)('a change of %s into any other type loses nothing or is refused', (from) => {
  using catalog = new ScratchCatalog()
  catalog.write((tx) => addFile(tx, { bytes: picture, media_type: 'image/png', extension: 'png' }))
  const cases = scalars.flatMap((to) => (samples[from] ?? []).map((value) => ({ to, value })))
  cases.forEach(({ to, value }, index) => {
    const key = `a${index}`
    catalog.define('product', key, { data_type: from, acceptable_values: options })
    const before = catalog.create('product', { [key]: value }).attributes[key] as Scalar

    const wasRefused = isRefused(() => change(catalog, key, to))

    const attribute = catalog.read((db) => attributesOf(db, 'product').byKey.get(key)) as Attribute
    const [row] = catalog.list('product', { offset: index, limit: 1 }).data
    const after = row?.attributes[key] as Scalar
    expect([attribute.dataType, reading(after)]).toEqual([wasRefused ? from : to, reading(before)])
    // A converted value is a valid write and compares like a written one.
    const rules = getScalarRules(attribute.dataType)
    expect(rules.parse(after, attribute)).toEqual({ value: after })
    expect(catalog.read((db) => getComparable(db, attribute.id, index + 1))).toBe(rules.toComparable(after))
    expect(row?.attributes).toEqual({ [key]: after })
  })
})

const safe: [DataType, DataType, Scalar][] = [
  ['single_line_text_field', 'multi_line_text_field', 'any'],
  ['single_line_text_field', 'rich_text_field', 'any'],
  ['single_line_text_field', 'number', '-12.50'],
  ['single_line_text_field', 'date', '2024-05-01'],
  ['single_line_text_field', 'single_select_list', 'Red'],
  ['single_line_text_field', 'boolean', 'true'],
  ['number', 'single_line_text_field', 0.1],
  ['number', 'rank', 5],
  ['single_select_list', 'single_line_text_field', 'Red'],
  ['single_select_list', 'multi_select_list', 'Red'],
  ['multi_select_list', 'single_select_list', 'Red'],
]

test.each(safe)('Attribute definitions: %s may become %s with %j', (from, to, value) => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'A', { data_type: from, acceptable_values: options })
  catalog.create('product', { a: value })
  expect(change(catalog, 'a', to).data_type).toBe(to)
})

test.each<[DataType, Scalar]>([
  ['number', '00123'],
  ['number', '1e3'],
  ['number', '12 cm'],
  ['number', '0.12345678901234567890'],
  ['date', '2024-5-1'],
  ['single_select_list', 'red'],
  ['multi_select_list', 'Red, Red'],
  ['multi_select_list', ' , '],
  ['boolean', 'TRUE'],
  ['single_line_text_field', 'two\nlines'],
])('%s cannot hold %j without loss', (dataType, value) => {
  expect(
    convertValue(value, {
      dataType,
      entityType: 'product',
      traits: dataTypeTraits[dataType],
      options: ['Red'],
      extras: { constraints: {} },
    }),
  ).toBeUndefined()
})

test('a refused change tells how many values would be lost, and which', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Size')
  for (const size of ['1', '2', 'XL', 'XL', 'M']) catalog.create('product', { size })
  const { code, message, fieldErrors } = refusal(() => change(catalog, 'size', 'number'))
  expect(code).toBe('conflict')
  expect(fieldErrors).toEqual([{ field: 'data_type', issue: 'invalid_value' }])
  expect(message).toContain(
    '3 products hold a value of "Size" that number cannot hold without loss, of 5 in all',
  )
  expect(message).toContain('"XL" (2), "M" (1)')
})

test('converted values are a change of their entities, and sort and filter by their new type', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Width')
  catalog.define('product', 'Note')
  for (const width of ['9', '10', '100.50'])
    catalog.create('product', { width, note: `"${width}" \u2028 \u{1fa91}` })
  const before = catalog.list('product').data
  catalog.create('product', { note: 'untouched' })

  change(catalog, 'width', 'number')

  const after = catalog.list('product').data
  expect(after.map(({ attributes }) => attributes.width)).toEqual([9, 10, 100.5, undefined])
  expect(after.map(({ attributes }) => attributes.note).slice(0, 3)).toEqual(
    before.map(({ attributes }) => attributes.note),
  )
  before.forEach((entity, index) => {
    expect((after[index]?.updated_at ?? '') > (entity.updated_at ?? '')).toBe(true)
  })
  expect(after[3]?.updated_at).toBe(after[3]?.created_at)
})

test('more values than one page are all converted', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Width', { data_type: 'number' })
  catalog.write((tx) => {
    for (let width = 0; width < 2001; width += 1)
      createEntity(tx, { type: 'product', body: { attributes: { width } }, faults: [], context: testContext })
  })
  change(catalog, 'width', 'single_line_text_field')
  const { id } = catalog.read((db) => attributesOf(db, 'product').byKey.get('width')) ?? { id: 0 }
  const kinds = catalog.read((db) =>
    db.all(`SELECT typeof(norm) AS norm, json_type(attributes, '$.width') AS value, count(*) AS count
      FROM value_${id} JOIN entity ON id = entity GROUP BY 1, 2`),
  )
  expect(kinds).toEqual([{ norm: 'text', value: 'text', count: 2001 }])
})
