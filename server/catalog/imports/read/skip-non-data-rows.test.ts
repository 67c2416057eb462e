import { NonDataRowFilter } from './table-layout.ts'
import { test, expect } from 'vitest'

function filterRows(header: string, rows: readonly string[]) {
  const data: string[] = []
  const filter = new NonDataRowFilter<{ cells: string[] }>(header.split(';'), ({ cells }, isData) => {
    if (isData) data.push(cells.join(';'))
  })
  for (const row of rows) filter.add({ cells: row.split(';') })
  filter.end()
  return { data, leftOut: filter.leftOut.map(({ reason, rows: numbers }) => [reason, ...numbers]) }
}

const header = 'Nr;Name;Preis;Menge'
const [one, two] = ['P-1;Pince;12,50;5', 'P-2;Scie;99,00;7']

test.each([
  ['in the first column', ['Pinces;;;', one, 'Pinces;;;', two], [1, 3]],
  ['in the column of names', [';Attrezzi;;', one, ';Seghe;;', two], [1, 3]],
  ['in a row of its own, before any data', ['Narzędzia ręczne', one, two], [1]],
  ['with a colon, and one below another', ['Verktyg:;;;', 'Sågar:;;;', one, two], [1, 2]],
  ['without rows at the end', ['Outils;;;', one, two, 'Divers;;;'], [1, 4]],
])('titles of sections %s are left out and named [IMPORT-21]', (_what, rows, numbers) => {
  const { data, leftOut } = filterRows(header, rows)
  expect({ data, leftOut }).toEqual({ data: [one, two], leftOut: [['section', ...numbers]] })
})

test('what stands alone behind the column of names goes on with the row above', () => {
  const rows = ['P-1;Mug;9,50;Kitchen', ';;;Gifts', 'P-2;Plate;7,00;Kitchen']
  expect(filterRows('Nr;Name;Preis;Tags', rows)).toEqual({ data: rows, leftOut: [] })
})

test('what stands alone under the heading of a list goes on with the row above', () => {
  const rows = ['P-1;Mug;Colour;Red', ';;;Dark blue', 'P-2;Plate;Glaze;Matte']
  expect(filterRows('Nr;Name;Attributes / Attribute;Attributes / Values', rows)).toEqual({
    data: rows,
    leftOut: [],
  })
})

test('what stands alone in a column of names may be a product', () => {
  const rows = ['Stuhl;12,50;5', 'Tisch;;', 'Regal;99,00;7']
  expect(filterRows('Name;Preis;Menge', rows)).toEqual({ data: rows, leftOut: [] })
})
const [a, b] = ['A;Stuhl;12,50;5', 'B;Tisch;99,00;7']

test.each([
  ['units', [';;EUR;Stk', a, b], [['units', 1]]],
  ['units in brackets', ['-;-;[€];[kg]', a, b], [['units', 1]]],
  ['the header again', [a, header, b, header], [['header', 2, 4]]],
  ['numbers of pages', [a, 'Seite 1 von 2;;;', b, 'Seite 2 von 2'], [['page', 2, 4]]],
  ['a total', [a, b, 'Summe;;111,50;12'], [['total', 3]]],
  ['a total in another column', [a, b, ';Gesamt:;111,50 €;'], [['total', 3]]],
  [
    'notes below, with blank rows between',
    [a, b, ';;;', 'Total;;1;2', '', 'Alle Preise zzgl. MwSt.', 'Page 1'],
    [
      ['total', 4],
      ['note', 6],
      ['page', 7],
    ],
  ],
])('%s are left out and told', (_what, rows, leftOut) => {
  const { data, ...rest } = filterRows(header, rows)

  expect(data.filter((row) => row.replaceAll(';', '') !== '')).toEqual([a, b])
  expect(rest.leftOut).toEqual(leftOut)
})

test.each([
  ['a product named like a total, with all of its cells', [a, 'Summe;Summe;1;2']],
  ['a total with rows below', ['Summe;;1;2', a]],
  ['a product of which only the number is known', [a, 'B;;;']],
  ['a long name alone where others stand alone too', ['A;;;', a, 'Ein langer Name von fünf Worten;;;']],
  ['a total with a text beside it', [a, 'Total;T-Shirt;1;2']],
])('%s is data', (_what, rows) => {
  expect(filterRows(header, rows)).toEqual({ data: rows, leftOut: [] })
})

test('a table of two columns has no footers', () => {
  expect(filterRows('name;note', ['A;b', 'Total;'])).toEqual({ data: ['A;b', 'Total;'], leftOut: [] })
})
