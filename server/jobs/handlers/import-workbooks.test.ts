import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { zipBytes } from '../../testing/zip-bytes.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

const chairs = [
  ['SKU', 'Name', 'Preis'],
  ['L1', 'Lampe', 10],
]
const shelves = [
  ['SKU', 'Name', 'Breite'],
  ['R1', 'Regal', 80],
]
const cover = [['Anleitung'], ['Bitte das Blatt Artikel ausfüllen'], ['Spalten nicht ändern']]

function workbook(...sheets: [name: string, rows: (string | number)[][]][]) {
  return writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) })
}

describe('sheets of a workbook [IMPORT-40]', () => {
  test('a cover is passed over, and other tables are named', async () => {
    await using workspace = await JobWorkspace.open()
    const file = await workbook(['Deckblatt', cover], ['Artikel', chairs], ['Regale', shelves])
    const { result } = await workspace.import(file)
    expect(result).toMatchObject({ ...counts(1, 0, 0, 0), sheet: 'Artikel' })
    expect(result).toMatchObject({ notes: [{ message: expect.stringContaining('Regale') }] })
  })

  test('"all" reads every table, and columns of one name are one', async () => {
    await using workspace = await JobWorkspace.open()
    const file = await workbook(['Deckblatt', cover], ['Artikel', chairs], ['Regale', shelves])
    const { result } = await workspace.import(file, { sheet: 'all' })
    expect(result).toMatchObject(counts(2, 0, 0, 0))
    expect(await workspace.products()).toMatchObject([
      { sku: 'L1', preis: 10 },
      { sku: 'R1', breite: 80 },
    ])
  })

  test('a column without a heading is called by its letter, and told', async () => {
    await using workspace = await JobWorkspace.open()
    const rows = [
      ['SKU', '', 'Preis'],
      ['A', 'Tee', 2],
      ['B', 'Kaffee', 3],
    ]
    const { result } = await workspace.import(await workbook(['S', rows]))
    expect(result).toMatchObject({ notes: [{ message: expect.stringContaining('Column B') }] })
    expect(await workspace.products()).toMatchObject([{ column_b: 'Tee' }, { column_b: 'Kaffee' }])
    const csv = await workspace.import('SKU,\nC,Wasser\n', { mapping: { 'Column B': 'drink' } })
    expect(csv.result).toMatchObject({ created_attributes: ['drink'] })
  })
})

const schemas = 'http://schemas.openxmlformats.org'
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`
const office = `${schemas}/officeDocument/2006/relationships`

function relations(list: [id: string, type: string, target: string][]) {
  const all = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${schemas}/package/2006/relationships">${all.join('')}</Relationships>`
}

function parts(more: Record<string, string>, texts: string) {
  return zipBytes({
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', texts],
    ]),
    ...more,
  })
}

const shared = `<sst ${main}><si><t>sku</t></si><si><t>A1</t></si><si><t>link</t></si><si><t>Open</t></si></sst>`
const rows =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>2</v></c></row>' +
  '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>3</v></c></row>'
const linked = `<worksheet ${main} xmlns:r="${office}"><sheetData>${rows}</sheetData><hyperlinks><hyperlink ref="B2" r:id="rId1"/></hyperlinks></worksheet>`

test('parts are found whatever the case of their names, and a missing one is an error [IMPORT-40]', async () => {
  await using workspace = await JobWorkspace.open()
  const sheet = { 'xl/Worksheets/Sheet1.xml': linked }
  await workspace.import(parts({ ...sheet, 'xl/SharedStrings.xml': shared }, 'sharedStrings.xml'))
  expect(await workspace.products()).toMatchObject([{ sku: 'A1' }])
  const lacking = await workspace.import(parts(sheet, 'sharedStrings.xml'))
  expect(lacking).toMatchObject({
    status: 'failed',
    result: { error: { message: expect.stringContaining('xl/sharedStrings.xml') } },
  })
})

test('the address behind a cell is its value where the attribute takes addresses [IMPORT-40]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({ name: 'Link', key: 'link', entity_type: 'product', data_type: 'url' })
  const file = parts(
    {
      'xl/worksheets/sheet1.xml': linked,
      'xl/worksheets/_rels/sheet1.xml.rels': relations([['rId1', 'hyperlink', 'https://example.com/a']]),
      'xl/sharedStrings.xml': shared,
    },
    'sharedStrings.xml',
  )
  await workspace.import(file)
  expect(await workspace.products()).toEqual([{ sku: 'A1', link: 'https://example.com/a' }])
})

test.each([
  ['bars', 'https://example.com/1.jpg|https://example.com/2.jpg'],
  ['line ends', '"https://example.com/1.jpg\nhttps://example.com/2.jpg"'],
  ['blanks', 'https://example.com/1.jpg https://example.com/2.jpg'],
  ['commas', '"https://example.com/1.jpg,https://example.com/2.jpg"'],
])('pictures of a cell are told apart by %s [IMPORT-41]', async (_what, cell) => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({
    name: 'Gallery',
    key: 'gallery',
    entity_type: 'product',
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
  })
  await workspace.import(`sku,gallery\nA,${cell}\n`, { create_missing_images: true })
  expect((await workspace.products())[0]?.['gallery']).toHaveLength(2)
})
