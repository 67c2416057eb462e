import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeXlsx } from 'hucre'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
})
afterEach(() => workspace[Symbol.asyncDispose]())

const table = [
  ['Preisliste 2025', '', '', ''],
  ['', '', '', ''],
  ['Artikel', 'Name', 'Preis', 'Menge'],
  ['', '', 'EUR', 'Stk'],
  ['A-1', 'Stuhl', '12,50', '5'],
  ['A-2', 'Tisch', '99,00', '7'],
  ['Artikel', 'Name', 'Preis', 'Menge'],
  ['A-3', 'Regal', '1.250,00', '1'],
  ['', '', '', ''],
  ['Summe', '', '1.361,50', '13'],
  ['Alle Preise zzgl. MwSt.', '', '', ''],
]
const expected = {
  ...counts(3, 0, 0, 0),
  header_row: 3,
  left_out_rows: [
    { reason: 'title', count: 2, rows: [1, 2] },
    { reason: 'units', count: 1, rows: [4] },
    { reason: 'header', count: 1, rows: [7] },
    { reason: 'total', count: 1, rows: [10] },
    { reason: 'note', count: 1, rows: [11] },
  ],
}
const products = [
  { artikel: 'A-1', name: 'Stuhl', preis: 12.5, menge: 5 },
  { artikel: 'A-2', name: 'Tisch', preis: 99, menge: 7 },
  { artikel: 'A-3', name: 'Regal', preis: 1250, menge: 1 },
]

test('what stands above, between and below the rows of a table is left out and told [IMPORT-21]', async () => {
  const csv = table.map((cells) => cells.join(';').replace(/;+$/, '')).join('\r\n')
  expect((await workspace.import(csv)).result).toMatchObject(expected)
  expect(await workspace.products()).toEqual(products)
})

test('so it is in a workbook [IMPORT-21]', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Liste', rows: table }] })
  expect((await workspace.import(bytes)).result).toMatchObject(expected)
  expect(await workspace.products()).toEqual(products)
})

test('a file without names of columns loses no row [IMPORT-21]', async () => {
  const csv = 'A-1;Stuhl;12,50\nA-2;Tisch;99,00\nA-3;Regal;1.250\n'
  const { result } = await workspace.import(csv)

  expect(result).toMatchObject({
    ...counts(3, 0, 0, 0),
    header_row: 0,
    mapping: { 'Column A': 'column_a', 'Column B': 'column_b', 'Column C': 'column_c' },
  })
  expect((await workspace.products()).map(({ column_a: a, column_c: c }) => [a, c])).toEqual([
    ['A-1', 12.5],
    ['A-2', 99],
    ['A-3', 1250],
  ])
})

test('header_row says where the names stand, and refuses what is no row [IMPORT-21]', async () => {
  const csv = 'list,of\nsku,name\nA,one\n'
  expect((await workspace.import(csv, { header_row: 2 })).result).toMatchObject({
    ...counts(1, 0, 0, 0),
    header_row: 2,
    mapping: { sku: 'sku', name: 'name' },
  })
  expect((await workspace.import(csv, { header_row: 0 })).result).toMatchObject({ header_row: 0, rows: 3 })
  expect((await workspace.import(csv, { header_row: 9 })).result).toMatchObject({
    error: { message: expect.stringContaining('Give a header_row from 1 to 3, or 0') },
  })
})

test('rows keep their numbers under the header, and so does the error file [IMPORT-21]', async () => {
  await workspace.define({ entity_type: 'product', key: 'menge', name: 'Menge', data_type: 'number' })
  const rows = table.map((cells) => (cells[0] === 'A-3' ? ['A-3', 'Regal', '1,5', 'viele davon'] : cells))
  const { result } = await workspace.import(rows.map((cells) => cells.join(';')).join('\n'))

  expect(result).toMatchObject({ errors: [{ row: 5, field: 'Menge', value: 'viele davon' }] })
})
