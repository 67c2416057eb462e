import { type BookType, type Range, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../../testing/job-workspace.ts'
import { joinHeadings } from './headings.ts'

async function importList(file: string | Buffer) {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(file)
  expect(result).toMatchObject({ failed: 0 })
  const { columns } = await workspace.preview(file)
  return {
    result,
    headers: columns.map(({ header }) => header),
    products: (await workspace.products()).map((values) => Object.values(values)),
  }
}

const two = [
  ['Artikelnummer', 'Bezeichnung', 'Preis', '', 'Maße', '', ''],
  ['', '', 'netto', 'brutto', 'Breite', 'Höhe', 'Tiefe'],
  ['A-1', 'Lampe', 10.5, 12.5, 20, 40, 21],
  ['A-2', 'Regal', 20, 23.8, 80, 180, 31],
  ['A-3', 'Stuhl', 30, 35.7, 45, 90, 46],
]
const names = [
  'Artikelnummer',
  'Bezeichnung',
  'Preis netto',
  'Preis brutto',
  'Maße Breite',
  'Maße Höhe',
  'Maße Tiefe',
]

function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => cells.join(';').replaceAll('.', ',')).join('\n')
}

function toBook(rows: unknown[][], merges: readonly string[], bookType: BookType): Buffer {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!merges'] = merges.map((range): Range => utils.decode_range(range))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Preise')
  return write(book, { bookType, type: 'buffer' })
}

test.each(['xlsx', 'biff8', 'ods'] as const)(
  'two rows of a workbook as %s name its columns together where cells are merged [IMPORT-53]',
  async (bookType) => {
    const merges = ['A1:A2', 'B1:B2', 'C1:D1', 'E1:G1']
    const { result, headers, products } = await importList(toBook(two, merges, bookType))
    expect(headers).toEqual(names)
    expect(products).toContainEqual(['A-1', 'Lampe', 10.5, 12.5, 20, 40, 21])
    expect(result).toMatchObject({ ...counts(3, 0, 0, 0), header_row: 2 })
    expect(result).not.toHaveProperty('left_out_rows')
  },
)

test('two rows of CSV name its columns together, below a title too [IMPORT-53]', async () => {
  const { result, headers } = await importList(toCsv([['Preisliste 2026', '', '', '', '', '', ''], ...two]))
  // No row tells where the last group ends, so that its names stand alone where they say enough.
  expect(headers).toEqual([...names.slice(0, 4), 'Breite', 'Höhe', 'Tiefe'])
  expect(result).toMatchObject({
    header_row: 3,
    left_out_rows: [{ reason: 'title', count: 1, rows: [1] }],
  })
})

test('tables of pages with cells over several rows and columns name them so too [IMPORT-53]', async () => {
  const { headers } = await importList(
    `<table><tr><th rowspan=2>SKU</th><th rowspan=2>Name</th><th colspan=2>Price</th><th rowspan=2>Stock</th></tr>
<tr><th>net</th><th>gross</th></tr><tr><td>A</td><td>Lamp</td><td>1</td><td>2</td><td>3</td></tr></table>`,
  )
  expect(headers).toEqual(['SKU', 'Name', 'Price net', 'Price gross', 'Stock'])
})

test('groups stand above a row that names every column too [IMPORT-53]', async () => {
  const { headers } = await importList(
    toCsv([
      ['', '', 'EK', '', 'VK', ''],
      ['Artikelnummer', 'Bezeichnung', 'ab 1', 'ab 10', 'ab 1', 'ab 10'],
      ['A-1', 'Lampe', 5, 4, 10, 9],
      ['A-2', 'Regal', 6, 5, 12, 11],
      ['A-3', 'Stuhl', 7, 6, 14, 13],
    ]),
  )
  expect(headers).toEqual(['Artikelnummer', 'Bezeichnung', 'EK ab 1', 'EK ab 10', 'VK ab 1', 'VK ab 10'])
})

test.each([
  ['a column without a name above data', ['sku', 'name', 'price', ''], ['A', 'Lamp', '12', 'x']],
  ['a title above the names', ['', '', 'Price list', ''], ['sku', 'name', 'price', 'stock']],
  ['one name above one row', ['name', ''], ['Lamp', 'red']],
  ['groups above numbers', ['sku', 'price', ''], ['', '10', '20']],
])('%s are no two rows of names [IMPORT-53]', (_what, upper, lower) => {
  expect(joinHeadings({ upper, lower, isData: (column) => /^\d/.test(lower[column] ?? '') })).toBeUndefined()
})

test('cells that are merged downwards hold their value in every row, and merged titles of sections none [IMPORT-53]', async () => {
  const rows = [
    ['SKU', 'Name', 'Category', 'Price'],
    ['Indoor lamps', '', '', ''],
    ['A-1', 'Lamp', 'Lights', 10],
    ['A-2', 'Spot', '', 20],
    ['', '', '', ''],
    ['A-3', 'Chair', 'Seats', 30],
    ['A-4', 'Stool', '', 40],
  ]
  const { result, products } = await importList(toBook(rows, ['A2:D2', 'C3:C5', 'C6:C7'], 'xlsx'))
  expect(result).toMatchObject({ ...counts(4, 0, 0, 0), left_out_rows: [{ reason: 'section', count: 1 }] })
  const categories = products.map((values) => JSON.stringify(values))
  expect(categories).toHaveLength(4)
  expect(categories.every((text) => /Lights|Seats/.test(text))).toBe(true)
})
