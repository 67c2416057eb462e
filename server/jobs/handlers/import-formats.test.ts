import { zipBytes } from '../../testing/zip-bytes.ts'
import { JobWorkspace, counts } from '../../testing/job-workspace.ts'
import { beforeAll, afterAll, describe, test, expect } from 'vitest'
import { writeXlsx, type Cell } from 'hucre/xlsx'
import { readSheet } from 'read-excel-file/node'

function sheetBytes(rows: string, formats: readonly string[] = []): Buffer {
  const schemas = 'http://schemas.openxmlformats.org'
  const main = `xmlns="${schemas}/spreadsheetml/2006/main"`
  const office = `${schemas}/officeDocument/2006/relationships`
  const relations = (list: [id: string, type: string, target: string][]) =>
    `<Relationships xmlns="${schemas}/package/2006/relationships">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  return zipBytes({
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  })
}

let workspace: JobWorkspace
beforeAll(async () => {
  workspace = await JobWorkspace.open()
})
afterAll(() => workspace[Symbol.asyncDispose]())

describe('XLSX', () => {
  const cells = [
    ['sku', 'name', 'ean', 'price', 'active', 'since', 'sum', 'empty'],
    ['X-1', 'Chair', '0012345678905', 19.99, true, new Date(Date.UTC(2024, 1, 29)), null, null],
    [],
    ['X-2', 'Tisch "groß"\nzwei', '0098765432109', 1_250_000, false, null, null, null],
  ]

  async function workbook(): Promise<Uint8Array> {
    const formula = { formula: 'D2*2', formulaResult: 39.98, value: 39.98 }
    return writeXlsx({
      sheets: [
        {
          name: 'Products',
          rows: cells,
          columns: cells[0]?.map((_, index) => (index === 5 ? { numFmt: 'dd.mm.yyyy' } : {})) ?? [],
          cells: new Map([['1,6', formula]]),
        },
        {
          name: 'Notes',
          rows: [
            ['sku', 'name', 'remark'],
            ['N-1', 'N', 'second sheet'],
          ],
        },
      ],
    })
  }

  test('text stays text, dates, booleans and results of formulas are read, rows count as in the sheet [IMPORT-06]', async () => {
    const bytes = await workbook()
    const { result } = await workspace.import(bytes, { merge_key: 'sku' })

    expect(result).toMatchObject({ ...counts(2, 0, 0, 0), format: 'xlsx', sheet: 'Products', rows: 3 })
    const [first, second] = await workspace.products()
    expect(first).toEqual({
      sku: 'X-1',
      name: 'Chair',
      ean: '0012345678905',
      price: 19.99,
      active: true,
      since: '2024-02-29',
      sum: 39.98,
    })
    expect(second).toMatchObject({ sku: 'X-2', name: 'Tisch "groß"\nzwei', price: 1_250_000, active: false })
    // Another reader reads the same text from the same bytes.
    const other = await readSheet(Buffer.from(bytes))
    expect(other[1]?.slice(0, 4)).toEqual(['X-1', 'Chair', '0012345678905', 19.99])
  })

  test('another sheet is read where it is named; one that is not there is told', async () => {
    const named = await workspace.import(await workbook(), { merge_key: 'sku', sheet: 'Notes' })
    const missing = await workspace.import(await workbook(), { merge_key: 'sku', sheet: 'Nope' })

    expect(named.result).toMatchObject({ ...counts(1, 0, 0, 0), sheet: 'Notes' })
    expect(missing.result).toMatchObject({
      error: { message: 'The workbook has no sheet named "Nope". It has: Products, Notes.' },
    })
  })

  test('a number is read as such whatever a rule says of how texts write numbers', async () => {
    const rows = [
      ['sku', 'name', 'price'],
      ['D-1', 'a', 1.234],
      ['D-2', 'b', '1.234,5'],
    ]
    const bytes = await writeXlsx({ sheets: [{ name: 'S', rows }] })
    const { result } = await workspace.import(bytes, {
      mapping: { price: { key: 'price', decimal: 'comma' } },
    })

    expect(result).toMatchObject(counts(2, 0, 0, 0))
    const prices = (await workspace.products()).filter(({ sku }) => String(sku).startsWith('D-'))
    expect(prices.map(({ price }) => price)).toEqual([1.234, 1234.5])
  })

  test('an error value leaves its cell, or its row where that is asked for, and the message names the cell [IMPORT-24]', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['sku', 'name', 'price'],
            ['E-1', 'one', '#DIV/0!'],
            ['E-2', 'two', 5],
          ],
        },
      ],
    })
    const errors = [{ row: 1, field: 'price', issue: 'Cell C2 holds the error #DIV/0!.', value: '#DIV/0!' }]
    const strict = await workspace.import(bytes, { merge_key: 'sku', misfits: 'row', dry_run: true })
    expect(strict.result).toMatchObject({ ...counts(1, 0, 0, 1), errors })
    const { result } = await workspace.import(bytes, { merge_key: 'sku' })
    expect(result).toMatchObject({ ...counts(2, 0, 0, 0), errors })
    const made = (await workspace.products()).filter(({ sku }) => String(sku).startsWith('E-'))
    expect(made).toEqual([
      { sku: 'E-1', name: 'one' },
      { sku: 'E-2', name: 'two', price: 5 },
    ])
  })

  test('an error value clears nothing, and ends the row where it stands for the key [IMPORT-24]', async () => {
    await using own = await JobWorkspace.open()
    await own.import('sku,price\nK-1,5\nK-2,7\n', { merge_key: 'sku' })
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const error = '<c t="e"><v>#N/A</v></c>'
    const bytes = sheetBytes(
      `<row r="1">${text('sku')}${text('price')}</row>
       <row r="2">${text('K-1')}${error}</row>
       <row r="3">${error}<c><v>8</v></c></row>`,
    )
    const { result } = await own.import(bytes, { merge_key: 'sku', empty_cells: 'clear' })
    expect(result).toMatchObject(counts(0, 0, 1, 1))
    expect(await own.products()).toEqual([
      { sku: 'K-1', price: 5 },
      { sku: 'K-2', price: 7 },
    ])
  })

  test('a text that reads like an error value stays text, beside one that is an error [EXP-10]', async () => {
    await using own = await JobWorkspace.open()
    await own.import('[{"sku":"N-1","name":"#N/A"},{"sku":"N-2","name":"#REF!"}]')
    const { bytes } = await own.export({ format: 'xlsx', fields: ['sku', 'name'] })
    expect((await own.import(bytes, { merge_key: 'sku' })).result).toMatchObject(counts(0, 0, 2, 0))

    const error: Partial<Cell> = { value: '#N/A', type: 'error' }
    const text: Partial<Cell> = { value: '#N/A', richText: [{ text: '#N/A' }], type: 'richText' }
    const rows = [
      ['sku', 'name'],
      ['M-1', 'text'],
      ['M-2', 'error'],
    ]
    const cells = new Map([
      ['1,1', text],
      ['2,1', error],
    ])
    const { result } = await own.import(await writeXlsx({ sheets: [{ name: 'S', rows, cells }] }), {
      merge_key: 'sku',
    })
    expect(result).toMatchObject({
      ...counts(1, 0, 0, 1),
      errors: [
        { row: 2, issue: 'Cell B3 holds the error #N/A.' },
        { row: 2, issue: 'required' },
      ],
    })
    expect((await own.products()).find(({ sku }) => sku === 'M-1')).toMatchObject({ name: '#N/A' })
  })

  test('a formula without its result leaves its cell, one with an empty text does not [IMPORT-06]', async () => {
    const { result } = await workspace.import(
      sheetBytes(
        `<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>note</t></is></c></row>
         <row r="2"><c r="A2" t="inlineStr"><is><t>F-1</t></is></c><c r="B2"><f>A2&amp;"x"</f><v></v></c></row>
         <row r="3"><c r="A3" t="inlineStr"><is><t>F-2</t></is></c><c r="B3"><f>1+1</f></c></row>
         <row r="4"><c r="A4" t="inlineStr"><is><t>F-3</t></is></c><c r="B4" t="str"><f>""</f><v></v></c></row>
         <row r="5"/>
         <row><c t="inlineStr"><is><t>F-4</t></is></c><c><f>2+2</f><v>4</v></c></row>`,
      ),
      { merge_key: 'name' },
    )

    expect(result).toMatchObject({
      ...counts(4, 0, 0, 0),
      errors: [
        { row: 1, issue: expect.stringMatching(/^Cell B2 holds a formula without its result/) },
        { row: 2, issue: expect.stringMatching(/^Cell B3 holds a formula without its result/) },
      ],
    })
    const made = (await workspace.products()).filter(({ name }) => String(name).startsWith('F-'))
    expect(made).toEqual([{ name: 'F-1' }, { name: 'F-2' }, { name: 'F-3' }, { name: 'F-4', note: 4 }])
  })

  test('numbers that the sheet shows with zeros in front keep them, prices do not become text [IMPORT-06]', async () => {
    const formats = ['00000', '000\\-000', '0.00', '00']
    const { result } = await workspace.import(
      sheetBytes(
        `<row r="1">${['name', 'zip', 'code', 'cost', 'pair'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>
         <row r="2"><c r="A2" t="inlineStr"><is><t>Z-1</t></is></c><c r="B2" s="1"><v>123</v></c><c r="C2" s="2"><v>1234</v></c><c r="D2" s="3"><v>1.5</v></c><c r="E2" s="4"><v>123</v></c></row>
         <row r="3"><c r="A3" t="inlineStr"><is><t>Z-2</t></is></c><c r="B3" s="1"><v>99999</v></c><c r="C3" s="2"><v>123456</v></c><c r="D3" s="3"><v>20</v></c><c r="E3" s="4"><v>7</v></c></row>`,
        formats,
      ),
      { merge_key: 'name' },
    )

    expect(result).toMatchObject(counts(2, 0, 0, 0))
    const made = (await workspace.products()).filter(({ name }) => String(name).startsWith('Z-'))
    expect(made).toEqual([
      { name: 'Z-1', zip: '00123', code: '001-234', cost: 1.5, pair: '123' },
      { name: 'Z-2', zip: '99999', code: '123-456', cost: 20, pair: '07' },
    ])
  })

  test('a number that is too large leaves its cell, and the message names the cell', async () => {
    const cell = (place: string, value: string) => `<c r="${place}"><v>${value}</v></c>`
    const text = (place: string, value: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
    const { result } = await workspace.import(
      sheetBytes(
        `<row r="1">${text('A1', 'name')}${text('B1', 'mass')}</row>
         <row r="2">${text('A2', 'O-1')}${cell('B2', '1e400')}</row>
         <row r="3">${text('A3', 'O-2')}${cell('B3', '1')}</row>`,
      ),
      { merge_key: 'name', dry_run: true },
    )

    expect(result).toMatchObject({
      ...counts(2, 0, 0, 0),
      errors: [{ row: 1, issue: 'Cell B2 holds a number that is too large.' }],
    })
  })

  test.each([
    ['a broken workbook', Buffer.from('PK\x03\x04 and nothing more'), /cannot be read/],
    [
      'a broken old workbook',
      Buffer.from('\xd0\xcf\x11\xe0 and more', 'latin1'),
      /no workbook that can be read/,
    ],
  ])('%s is refused in one sentence', async (_what, bytes, message) => {
    const job = await workspace.import(bytes)
    expect(job.status).toBe('failed')
    expect(job.result).toMatchObject({ error: { message: expect.stringMatching(message) } })
  })
})

describe('JSON', () => {
  test('a list of objects: members in any order, lists, nested values, text with zeros', async () => {
    const json = JSON.stringify([
      { sku: 'J-1', name: 'One', lot: '007', tags: ['Red', 'Blue'], size: { w: 1 } },
      { name: 'Two', sku: 'J-2', weight: 2.5 },
      'no object',
    ])
    const { result } = await workspace.import(json, { merge_key: 'sku' })

    expect(result).toMatchObject({
      ...counts(2, 0, 0, 1),
      format: 'json',
      errors: [{ row: 3, issue: 'The row is no JSON object.' }],
    })
    expect(await workspace.products()).toEqual(
      expect.arrayContaining([
        { sku: 'J-1', name: 'One', lot: '007', tags: 'Red, Blue', size_w: 1 },
        { sku: 'J-2', name: 'Two', weight: 2.5 },
      ]),
    )
  })

  test('what the API answers is understood: values in attributes, references by their stubs', async () => {
    const id = '019aabcd-1234-7abc-8def-0123456789ab'
    const json = JSON.stringify({
      data: [{ id, label: 'L', type: 'product', attributes: { sku: 'J-3', name: 'Three' } }],
    })
    const { result } = await workspace.import(json, { merge_key: 'sku' })

    expect(result).toMatchObject({ ...counts(1, 0, 0, 0), ignored_columns: ['id', 'label', 'type'] })
  })

  test.each([
    ['on one line', '{"sku":"B-1","name":"B-1","variants":[{"sku":"B-2"},{"sku":"B-3"}]}', 3],
    ['over several', '{"sku":"B-1",\n"name":"B-1","variants":[{"sku":"B-2"},{"sku":"B-3"}]}', 3],
    ['beside another list', '{"categories":[{"name":"C"}],"products":[{"name":"B-1"}]}', 1],
  ])('one object is a product with what it holds, or the list of the type: %s', async (_what, text, rows) => {
    const { result } = await workspace.import(text, { merge_key: 'name', dry_run: true })

    expect(result).toMatchObject({ ...counts(rows, 0, 0, 0), rows })
  })

  test('JSON lines: a bad line is a bad row', async () => {
    const lines = '{"sku":"L-1","name":"a"}\r\n{"sku":"L-2",\n\n{"sku":"L-3","name":"c, d"}'
    const { result } = await workspace.import(lines, { merge_key: 'sku' })

    expect(result).toMatchObject({
      ...counts(2, 0, 0, 1),
      format: 'jsonl',
      rows: 4,
      errors: [{ row: 2, issue: 'The line is not valid JSON.' }],
    })
  })

  test.each([
    ['whole', 100_000, ''],
    ['up to a megabyte', 1_100_000, '… (cut off)'],
  ])('the error file keeps a line that is not valid JSON: %s [IMPORT-08]', async (_what, length, mark) => {
    const line = `{"sku":"L-4","name":${'x'.repeat(length)}`
    const job = await workspace.import(`{"name":"L-5"}\n${line}\n`, { dry_run: true })

    expect(job.result).toMatchObject({ created: 1, failed: 1 })
    const refused = (await workspace.result(job.id, 'errors')).replaceAll('""', '"')
    expect(refused).toContain(`${line.slice(0, 1024 * 1024)}${mark}"`)
  })

  test.each([
    ['a line', '{"name":"O-1","n":1}\n{"name":"O-2","n":1e400}\n{"name":"O-3","n":[-1e999]}', 'jsonl'],
    ['an element', '[{"name":"O-1","n":1},{"name":"O-2","n":1e400},{"name":"O-3","n":[-1e999]}]', 'json'],
    [
      'one object',
      '{"data":[{"name":"O-1","n":1},{"name":"O-2","n":1e400},{"name":"O-3","n":[-1e999]}]}',
      'json',
    ],
  ])('a number that is too large spoils its row only: %s [IMPORT-02]', async (_what, text, format) => {
    const job = await workspace.import(text, { merge_key: 'name', dry_run: true })

    expect(job.result).toMatchObject({
      ...counts(1, 0, 0, 2),
      format,
      errors: [
        { row: 2, issue: 'The number 1e400 is too large.', value: 'O-2, 1e400' },
        { row: 3, issue: 'The number -1e999 is too large.', value: 'O-3, -1e999' },
      ],
    })
    expect(await workspace.result(job.id, 'errors')).toContain('The number 1e400 is too large.,O-2,1e400\r\n')
  })

  test.each([
    [
      'a list that is not closed',
      '[{"sku":"a"},{"sku":"b"}',
      /not valid JSON, near row 1: the list is not closed/,
    ],
    ['a broken element', '[{"sku":"a"},{"sku" "b"}]', /not valid JSON, near row 2/],
    ['an empty list', '[\n]', /holds no rows/],
    ['an empty answer', '{"data":[],"pagination":{"total":0}}', /holds no rows/],
    ['an object of several lists', '{"a":[{"sku":"a"}],"b":[{"sku":"b"}]}', /several lists: "a", "b"/],
  ])('%s is refused in one sentence, and nothing is written', async (_what, text, message) => {
    const job = await workspace.import(text, { merge_key: 'sku' })
    expect(job.status).toBe('failed')
    expect(job.result).toMatchObject({ error: { message: expect.stringMatching(message) } })
  })
})
