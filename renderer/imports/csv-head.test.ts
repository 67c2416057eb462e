import { expect, test } from 'vitest'
import { parseHead, readCsvHead } from './csv-head.ts'

const file = (...parts: BlobPart[]): File => new File(parts, 'products.csv')

test('delimiter, quotes and line breaks inside cells are understood', async () => {
  const head = await readCsvHead(file('sku;name\n00123;"Chair; oak"\n"A2";"two\nlines"\n'))
  expect(head).toEqual({
    columns: ['sku', 'name'],
    rows: [
      ['00123', 'Chair; oak'],
      ['A2', 'two\nlines'],
    ],
    delimiter: ';',
    hasMore: false,
  })
})

test.each([
  ['UTF-8 with a mark', [new Uint8Array([0xef, 0xbb, 0xbf]), 'sku,name\n1,Stühle']],
  [
    'Windows-1252',
    [new Uint8Array([...'sku,name\n1,St'].map((c) => c.charCodeAt(0))), new Uint8Array([0xfc]), 'hle'],
  ],
  [
    'UTF-16',
    [
      new Uint8Array([0xff, 0xfe]),
      new Uint8Array(new Uint16Array([...'sku,name\n1,Stühle'].map((c) => c.charCodeAt(0))).buffer),
    ],
  ],
] as [string, BlobPart[]][])('%s is decoded', async (_name, parts) => {
  const { columns, rows } = await readCsvHead(file(...parts))
  expect(columns).toEqual(['sku', 'name'])
  expect(rows).toEqual([['1', 'Stühle']])
})

test('at most twenty rows are kept, and the cut row of a long file is not shown', () => {
  const rows = Array.from({ length: 30 }, (_, index) => `${index},x`).join('\n')
  expect(parseHead(`a,b\n${rows}`, false)).toMatchObject({ hasMore: true, rows: { length: 20 } })
  expect(parseHead('a,b\n1,2\n3,"cut', true).rows).toEqual([['1', '2']])
})

test.each([
  ['an empty file', [], 'empty'],
  ['a picture', [new Uint8Array([0x89, 0x50, 0, 0])], 'not a text file'],
  ['a header of nothing', [',,\n1,2,3'], 'names no columns'],
] as [string, BlobPart[], string][])('%s is refused in words', async (_name, parts, words) => {
  await expect(readCsvHead(file(...parts))).rejects.toThrow(words)
})
