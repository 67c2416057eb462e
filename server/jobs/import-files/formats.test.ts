import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Cell, writeXlsx } from 'hucre/xlsx'
import { readSheet } from 'read-excel-file/node'
import { JobWorkspace } from '../../testing/job-workspace.ts'

// A workspace has five threads, which take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const counts = (created: number, updated: number, unchanged: number, failed: number) => ({
  created,
  updated,
  unchanged,
  failed,
})

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
    // Another reader of the same bytes sees the same text.
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

  test('an error value spoils its row only, and the message names the cell', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['sku', 'name'],
            ['E-1', '#DIV/0!'],
            ['E-2', 'fine'],
          ],
        },
      ],
    })
    const { result } = await workspace.import(bytes, { merge_key: 'sku' })

    expect(result).toMatchObject({
      ...counts(1, 0, 0, 1),
      errors: [{ row: 1, issue: 'Cell B2 holds the error #DIV/0!.' }],
    })
  })

  test('a text that reads like an error value stays text, beside one that is an error [EXP-10]', async () => {
    await using own = await JobWorkspace.open()
    await own.import('sku,name\nN-1,#N/A\nN-2,#REF!\n')
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
      errors: [{ row: 2, issue: 'Cell B3 holds the error #N/A.' }],
    })
    expect((await own.products()).find(({ sku }) => sku === 'M-1')).toMatchObject({ name: '#N/A' })
  })

  test.each([
    ['a broken workbook', Buffer.from('PK\x03\x04 and nothing more'), /cannot be read/],
    ['an old workbook', Buffer.from('\xd0\xcf\x11\xe0 and more', 'latin1'), /an old Excel workbook/],
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
        { sku: 'J-1', name: 'One', lot: '007', tags: 'Red, Blue', size: '{"w":1}' },
        { sku: 'J-2', name: 'Two', weight: 2.5 },
      ]),
    )
  })

  test('what the API answers is understood: values in attributes, references by their stubs', async () => {
    const json = JSON.stringify({
      data: [{ id: 'x', label: 'L', type: 'product', attributes: { sku: 'J-3', name: 'Three' } }],
    })
    const { result } = await workspace.import(json, { merge_key: 'sku' })

    expect(result).toMatchObject({ ...counts(1, 0, 0, 0), ignored_columns: ['id', 'label', 'type'] })
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
    [
      'a list that is not closed',
      '[{"sku":"a"},{"sku":"b"}',
      /not valid JSON, near row 1: the list is not closed/,
    ],
    ['a broken element', '[{"sku":"a"},{"sku" "b"}]', /not valid JSON, near row 2/],
    ['an empty list', '[\n]', /holds no rows/],
  ])('%s is refused in one sentence, and nothing is written', async (_what, text, message) => {
    const job = await workspace.import(text, { merge_key: 'sku' })
    expect(job.status).toBe('failed')
    expect(job.result).toMatchObject({ error: { message: expect.stringMatching(message) } })
  })
})
