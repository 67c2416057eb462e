import { test, expect } from 'vitest'
import { letterOf } from './column-letters.ts'
import { findHeader, nameColumns } from './table-layout.ts'

const rows = (text: string) => text.split('\n').map((line) => line.split(';'))
const data = 'A-1;Stuhl;12,50;5\nA-2;Tisch;99,00;7\nA-3;Regal;1.250;1'

test.each([
  ['the first row', `Nr;Name;Preis;Menge\n${data}`, 0],
  ['under titles', `Preisliste 2025\n\nGültig ab 1.1.2025;;;\nNr;Name;Preis;Menge\n${data}`, 3],
  ['nowhere', data, -1],
  ['the first row, of years', 'Nr;2023;2024\nA;1;2\nB;3;4\nC;5;6', 0],
  ['the first row, of sizes', 'Nr;36;36.5;37\nA;x;y;z\nB;x;y;z\nC;x;y;z', 0],
  ['the first row of two columns', 'sku;price\nA;1,5\nB;2,5\nC;3,5', 0],
  ['the first row of a table with few cells', 'a;b;c;d;e\n1;;;;\n2;;;;\n3;;;;', 0],
  ['the first row, where nothing but texts is below', 'A-1;Stuhl\nA-2;Tisch\nA-3;Regal', 0],
  ['the first row of few', 'A-1;Stuhl;12,50\nA-2;Tisch;99,00', 0],
  ['the first row, of quantities in words', `Nr;Name;Preis;ab 10 Stk.\n${data}`, 0],
  [
    'the first row, of quantities and more',
    'Réf;Nom;1.000+;à partir de 2.500 pcs.\nA-1;Bol;1,5;1,2\nA-2;Pot;2,5;2,2\nA-3;Vase;3,5;3,2',
    0,
  ],
  [
    'the first row, of ranges and a year',
    'Nr;Naam;1-9;10-49;Prijs 2026\nA-1;Kop;1,5;1,2;9\nA-2;Bord;2,5;2,2;8\nA-3;Vaas;3,5;3,2;7',
    0,
  ],
  ['the first row, of known words and a price', 'SKU;Name;12,50\nA-1;Cup;1,5\nA-2;Pot;2,5\nA-3;Jar;3,5', 0],
  ['under titles, of quantities in words', `Cennik;;;\n\nNr;Nazwa;Cena;od 1.000 szt.\n${data}`, 2],
])('the names of the columns stand in %s', (_where, text, expected) => {
  expect(findHeader(rows(text), undefined)).toBe(expected)
})

test('a row that was asked for is taken, and none where it is 0', () => {
  expect([findHeader(rows(data), 2), findHeader(rows(data), 0)]).toEqual([1, -1])
})

test('columns without names are named by what they hold, else as in spreadsheets', () => {
  const cells = rows('4006381333931;https://x.org/a.jpg;https://x.org/a;7\n;;;')
  expect(nameColumns(cells)).toEqual(['GTIN', 'Image', 'URL', 'Column D'])
  expect([letterOf(25), letterOf(26), letterOf(701), letterOf(702)]).toEqual(['Z', 'AA', 'ZZ', 'AAA'])
})
