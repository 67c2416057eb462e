import { afterEach, beforeEach, expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
  await workspace.define({
    entity_type: 'product',
    key: 'sku',
    name: 'SKU',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
})
afterEach(() => workspace[Symbol.asyncDispose]())

test.each([
  ['a comma in another column', 'sku;Preis;Gewicht\nA;1.250;12,50\nB;1.299;3\n', [1250, 1299], [12.5, 3]],
  ['a comma further down', 'sku;Preis;x\nA;1.250;a\nB;9,90;b\n', [1250, 9.9], ['a', 'b']],
  ['both marks in one cell', 'sku;Preis;x\nA;1.250;1.234,5\nB;1.299;2\n', [1250, 1299], [1234.5, 2]],
  ['a point in another column', 'sku;Preis;Gewicht\nA;1.250;0.500\nB;1.299;2\n', [1.25, 1.299], [0.5, 2]],
  ['points and commas for thousands', 'sku,a,b\nA,"1,250",3.5\nB,"12,000",4\n', [1250, 12000], [3.5, 4]],
  ['spaces for thousands', 'sku;a;b\nA;1 250;12,5\nB;2 000;4\n', [1250, 2000], [12.5, 4]],
  ['a currency', 'sku;a;b\nA;1.250 €;12,50 EUR\nB;€ 999;4 EUR\n', [1250, 999], [12.5, 4]],
  [
    'days before months',
    'sku;a;b\nA;03.04.2025;13/4/2025\nB;1.2.25;1/4/2025\n',
    ['2025-04-03', '2025-02-01'],
    ['2025-04-13', '2025-04-01'],
  ],
  [
    'months before days',
    'sku,a,b\nA,3/4/2025,4/13/2025\nB,1/2/2025,5/1/2025\n',
    ['2025-03-04', '2025-01-02'],
    ['2025-04-13', '2025-05-01'],
  ],
])(
  '%s tells how the numbers and dates of the whole file are written [IMPORT-16]',
  async (_what, csv, first, second) => {
    const { result } = await workspace.import(csv)

    expect(result).toMatchObject(counts(2, 0, 0, 0))
    const values = (await workspace.products()).map(({ sku: _sku, ...others }) => Object.values(others))
    expect(values.map(([value]) => value)).toEqual(first)
    expect(values.map(([, value]) => value)).toEqual(second)
  },
)

test('numbers of attributes that are there are read so too [IMPORT-16]', async () => {
  await workspace.define({ entity_type: 'product', key: 'price', name: 'Preis', data_type: 'number' })
  await workspace.define({ entity_type: 'product', key: 'weight', name: 'Gewicht', data_type: 'number' })
  const { result } = await workspace.import('sku;Preis;Gewicht\nA;1.250;12,50\n', {
    mapping: { Preis: { key: 'price' }, Gewicht: 'weight' },
  })

  expect(result).toMatchObject(counts(1, 0, 0, 0))
  expect(await workspace.products()).toEqual([{ sku: 'A', price: 1250, weight: 12.5 }])
})

test('what nothing in the file tells is asked and never guessed [IMPORT-16]', async () => {
  const csv = 'sku;Preis;Tag\nA;1.250;03/04/2025\nB;1.299;05/06/2025\n'
  const { status, result } = await workspace.import(csv)

  expect(status).toBe('failed')
  expect(result).toMatchObject({
    error: {
      code: 'validation_failed',
      message: expect.stringMatching(/^1\.250 in row 1 of Preis can mean 1250 or 1\.25, and no cell/),
      field_errors: [
        { field: 'decimal', acceptable_values: ['comma', 'point'] },
        { field: 'dates', acceptable_values: ['dmy', 'mdy'] },
      ],
    },
  })
  expect(await workspace.products()).toEqual([])

  expect((await workspace.import(csv, { decimal: 'comma', dates: 'mdy' })).result).toMatchObject(
    counts(2, 0, 0, 0),
  )
  const anew = { decimal: 'point', dates: 'dmy', imported_rows: 'new' }
  expect((await workspace.import(csv, anew)).result).toMatchObject(counts(2, 0, 0, 0))
  expect((await workspace.products()).map(({ preis, tag }) => [preis, tag])).toEqual([
    [1250, '2025-03-04'],
    [1299, '2025-05-06'],
    [1.25, '2025-04-03'],
    [1.299, '2025-06-05'],
  ])
})

test('columns that tell different things leave open what can be read either way [IMPORT-16]', async () => {
  const { result } = await workspace.import('sku;a;b;c\nA;1.250;0.500;12,50\n')

  expect(result).toMatchObject({ error: { field_errors: [{ field: 'decimal' }] } })
})

test('codes, and numbers that the file has as such, leave nothing open [IMPORT-16]', async () => {
  const ofCodes = await workspace.import('sku;Artikel-Nr.\nA;1.250\nB;1.299\n')
  const ofJson = await workspace.import('[{"sku":"C","price":1.25},{"sku":"D","price":1.299}]')

  expect([ofCodes.result, ofJson.result]).toMatchObject([counts(2, 0, 0, 0), counts(2, 0, 0, 0)])
  expect(await workspace.products()).toMatchObject([
    { artikel_nr: '1.250' },
    { artikel_nr: '1.299' },
    { price: 1.25 },
    { price: 1.299 },
  ])
})

test('a cell that is not written as its column is refused and not read in another way [IMPORT-16]', async () => {
  await workspace.define({ entity_type: 'product', key: 'price', name: 'Preis', data_type: 'number' })
  const { result } = await workspace.import('sku;Preis\nA;9,90\nB;12,50\nC;3.5\n')

  expect(result).toMatchObject({ created: 3, errors: [{ row: 3, field: 'Preis', value: '3.5' }] })
})
