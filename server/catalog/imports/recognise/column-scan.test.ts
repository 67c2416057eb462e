import { ColumnScan } from './column-scan.ts'
import { test, expect } from 'vitest'

function guess(header: string, cells: readonly string[]) {
  const scan = new ColumnScan(header)
  for (const cell of cells) scan.add(cell)
  return scan.guess().data_type
}

const repeat = (cells: readonly string[], times: number) => Array.from({ length: times }, () => cells).flat()

test.each([
  ['whole numbers', 'stock', ['1', '0', '250'], 'number'],
  ['evenly written decimals', 'price', ['1.50', '20.00', '0.95'], 'number'],
  ['whole numbers beside evenly written decimals', 'price', ['1299', '9.90'], 'number'],
  ['canonical decimals of any length', 'weight', ['3', '3.28', '0.5'], 'number'],
  ['negative numbers', 'offset', ['-1', '4'], 'number'],
  ['unevenly written decimals', 'weight', ['1.5', '1.50'], 'single_line_text_field'],
  ['leading zeros', 'lot', ['00123', '42'], 'single_line_text_field'],
  ['decimal commas', 'price', ['1,50', '2,00'], 'single_line_text_field'],
  ['exponents', 'size', ['1e5'], 'single_line_text_field'],
  ['digit strings of one length', 'produkt', ['12345678', '12345679'], 'single_line_text_field'],
  ['long digit strings', 'thing', ['4006381333931', '5'], 'single_line_text_field'],
  ['numbers under the name of a code', 'Article No', ['1', '2'], 'single_line_text_field'],
  ['numbers under a name that contains a code word', 'modelling', ['1', '2'], 'number'],
  ['booleans', 'active', ['true', 'false', 'true'], 'boolean'],
  ['booleans in capitals, which would not read back', 'active', ['TRUE', 'FALSE'], 'single_line_text_field'],
  ['dates', 'launch', ['2024-02-29', '2023-12-31'], 'date'],
  ['dates that do not exist', 'launch', ['2023-02-29'], 'single_line_text_field'],
  ['addresses', 'page', ['https://example.com/a', 'http://example.com'], 'url'],
  ['long cells', 'text', ['x'.repeat(201)], 'multi_line_text_field'],
  ['cells of several lines', 'text', ['a\nb'], 'multi_line_text_field'],
  ['few values, often repeated', 'material', repeat(['oak', 'wool', 'steel'], 20), 'single_select_list'],
  ['few values, rarely repeated', 'material', repeat(['oak', 'wool', 'steel'], 3), 'single_line_text_field'],
  ['values that differ in case only', 'material', repeat(['oak', 'Oak'], 40), 'single_line_text_field'],
  ['lists with one spelling', 'tags', repeat(['New', 'New, Sale', 'Sale'], 30), 'multi_select_list'],
  [
    'lists that would read back differently',
    'tags',
    repeat(['New,Sale', 'New'], 40),
    'single_line_text_field',
  ],
  ['spaces around', 'material', repeat([' oak', 'wool'], 40), 'single_line_text_field'],
  ['no value at all', 'nothing', ['', ''], 'single_line_text_field'],
])('%s', (_what, header, cells, expected) => {
  expect(guess(header, cells)).toBe(expected)
})
