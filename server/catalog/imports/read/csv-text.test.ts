import { test, expect } from 'vitest'
import { detectDelimiter, readSeparatorLine } from './csv-text.ts'

test.each([
  ['a comma', 'sku,name\n1,a\n2,b\n', ','],
  ['a semicolon before decimal commas', 'sku;price\n1;1,50\n2;2,75\n', ';'],
  ['a semicolon with commas in the header', 'sku;"size, cm";note, short\n1;2;3\n', ';'],
  ['a tab', 'sku\tname\n1\ta, b, c\n', '\t'],
  ['a pipe', 'sku|name\n1|a\n', '|'],
  ['delimiters and line ends between quotes', 'sku,text\n1,"a;b;c;d\n;;;;"\n2,"x"\n', ','],
  ['one column', 'sku\n1\n2\n', ','],
  ['a header alone', 'sku;name', ';'],
  ['nothing', '', ','],
])('finds %s', (_what, sample, expected) => {
  expect(detectDelimiter(sample, true)).toBe(expected)
})

test.each([
  ['sep=;\r\nsku;a', ';'],
  ['\uFEFFsep=\t\nsku', '\t'],
  ['"SEP=^"\rsku', '^'],
  ['sep=,', ','],
  ['sep=\nsku', undefined],
  ['sep=;,name\nA,b', undefined],
  ['sku;sep=;\n', undefined],
])('%j says what separates', (text, delimiter) => {
  expect(readSeparatorLine(text)?.delimiter).toBe(delimiter)
})
