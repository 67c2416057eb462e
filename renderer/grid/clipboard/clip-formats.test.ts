import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTsv, toHtmlTable, toTsv } from './clip-formats.ts'

test('plain cells are not quoted', () => {
  expect(
    toTsv([
      ['a', 'b'],
      ['5" screen', ''],
    ]),
  ).toBe('a\tb\n5" screen\t')
})

test('tabs, line breaks and leading quotes are', () => {
  expect(toTsv([['two\nlines', 'a\tb', '"quoted"']])).toBe('"two\nlines"\t"a\tb"\t"""quoted"""')
})

test.each([
  ['one cell', 'x', [['x']]],
  [
    'a trailing line break',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    '\t\nx\t',
    [
      ['', ''],
      ['x', ''],
    ],
  ],
  ['a quoted cell', '"a\nb"\tc', [['a\nb', 'c']]],
  ['an unclosed quote', '"abc', [['"abc']]],
  ['inches', '5" x 3"\ty', [['5" x 3"', 'y']]],
  ['a blank line between', 'a\n\nb', [['a'], [''], ['b']]],
])('reads %s', (_name, text, expected) => {
  expect(parseTsv(text)).toEqual(expected)
})

test('what is written is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'ß') })
  const block = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    )
  fc.assert(
    fc.property(block, (rows) => {
      expect(parseTsv(toTsv(rows))).toEqual(rows)
    }),
    { seed: 3 },
  )
})

test('one cell alone is plain text', () => {
  expect(toTsv([['two\nlines']])).toBe('two\nlines')
})

test('the table is built from cells, holds no markup of theirs, and tells raw values', () => {
  const html = toHtmlTable([
    [{ text: '<b>', raw: '<b>' }, { text: 'a\nb' }, { text: '1,5', raw: 1.5 }, { text: '007' }],
  ])
  expect(html).toContain('<td data-value="&quot;&lt;b>&quot;">&lt;b&gt;</td>')
  expect(html).toContain('a<br style="mso-data-placement:same-cell">b')
  expect(html).toContain('x:num="1.5" sdval="1.5"')
  expect(html).toMatch(/<td style="mso-number-format:'\\@'"[^>]*>007</)
})
