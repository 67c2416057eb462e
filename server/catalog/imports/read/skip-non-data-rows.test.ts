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
