import { type BookType, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../../testing/job-workspace.ts'
import { readProducts } from '../../../testing/shop-products.ts'

const rows = [
  ['Preisliste 2026'],
  [],
  ['Artikelnummer', 'Bezeichnung', 'Preis', 'Lager', 'Seit', 'Farbe'],
  ['00123', 'Łódź Stół', 1299.5, 4, new Date(Date.UTC(2026, 2, 17)), 'weiß'],
  ['00124', 'Полка “big”', 19.99, 0, new Date(Date.UTC(2026, 10, 2)), 'grün'],
  ['00125', '棚', 7, 12, new Date(Date.UTC(2025, 0, 1)), 'weiß'],
]

function makeBook(bookType: BookType): Buffer {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, cellDates: bookType === 'ods' })
  sheet['C5'] = { t: 'n', v: 19.99, z: '0.00' }
  sheet['G4'] = { t: 'e', v: 0x2a }
  sheet['G3'] = { t: 's', v: 'EAN' }
  sheet['!ref'] = 'A1:G6'
  utils.book_append_sheet(book, sheet, 'Artikel')
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['SKU', 'Name'],
      ['X', 'Y'],
    ]),
    'Mehr',
  )
  return write(book, { bookType, type: 'buffer' })
}

const products = [
  {
    artikelnummer: '00123',
    bezeichnung: 'Łódź Stół',
    preis: 1299.5,
    lager: 4,
    seit: '2026-03-17',
    farbe: 'weiß',
  },
  {
    artikelnummer: '00124',
    bezeichnung: 'Полка “big”',
    preis: 19.99,
    lager: 0,
    seit: '2026-11-02',
    farbe: 'grün',
  },
  { artikelnummer: '00125', bezeichnung: '棚', preis: 7, lager: 12, seit: '2025-01-01', farbe: 'weiß' },
]

test.each(['biff8', 'xlml', 'ods', 'xlsb'] as const)(
  'a workbook as %s is read like one of Excel [IMPORT-47]',
  async (bookType) => {
    await using workspace = await JobWorkspace.open()
    const { result } = await workspace.import(makeBook(bookType))
    expect(result).toMatchObject({
      ...counts(3, 0, 0, 0),
      format: 'xlsx',
      sheet: 'Artikel',
      header_row: 3,
      notes: [{ message_code: 'workbook.other_sheets' }],
    })
    expect(await readProducts(workspace)).toEqual(products)
  },
)

test('a workbook of Excel 5 has its letters by its code page [IMPORT-47]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(makeBook('biff5'))
  expect(await readProducts(workspace)).toHaveLength(3)
})

test('the table of a page that is called a workbook is read, in the encoding that the page says [IMPORT-47]', async () => {
  await using workspace = await JobWorkspace.open()
  const page = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv=Content-Type content="text/html; charset=windows-1250"></head>
<body><table><tr><td>Menu</td></tr></table><table border=1><tr><th>SKU</th><th>Nazwa</th><th>Cena</th></tr>
<tr><td>A-1</td><td>St\xf3\xb3 &amp; krzes\xb3o</td><td>1.299,00</td></tr><tr><td>A-2</td><td>P\xf3\xb3ka<br>du\xbfa</td><td>49,50</td></tr></table></body></html>`
  const { result } = await workspace.import(Buffer.from(page, 'latin1'))
  expect(result).toMatchObject({ ...counts(2, 0, 0, 0), format: 'xlsx', encoding: 'windows-1250' })
  expect(await readProducts(workspace)).toEqual([
    { sku: 'A-1', nazwa: 'Stół & krzesło', cena: 1299 },
    { sku: 'A-2', nazwa: 'Półka duża', cena: 49.5 },
  ])
})

test('a file that only begins like a workbook is refused with a sentence [IMPORT-47]', async () => {
  await using workspace = await JobWorkspace.open()
  const { status, result } = await workspace.import(
    Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more', 'latin1'),
  )
  expect([status, JSON.stringify(result)]).toEqual(['failed', expect.stringContaining('cannot be read')])
})
