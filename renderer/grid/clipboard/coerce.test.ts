import { expect, test } from 'vitest'
import type { DataType } from '#shared/attributes.ts'
import { toColumn, type GridAttribute } from '../../query/columns.ts'
import { localFault } from './coerce.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'

const column = (data_type: DataType, more: Partial<GridAttribute> = {}) =>
  toColumn(sampleAttribute('tested', { name: 'Tested', data_type, ...more }))

const options = { acceptable_values: ['Oak', 'Walnut'] }

test.each<[string, DataType, Partial<GridAttribute>, unknown, RegExp]>([
  ['a number', 'number', {}, 12.5, /^nothing$/],
  ['text for a number', 'number', {}, 'much', /takes a number/],
  ['a number beyond its bounds', 'number', { constraints: { max: 10 } }, 11, /at most 10/],
  ['progress beyond 100', 'progress', {}, 101, /between 0 and 100/],
  ['a rank of 0', 'rank', {}, 0, /at least 1/],
  ['a word for a boolean', 'boolean', {}, 'maybe', /on or off/],
  ['a day', 'date', {}, '2026-01-31', /^nothing$/],
  ['text for a day', 'date', {}, 'soon', /takes a date/],
  ['an option', 'single_select_list', options, 'Oak', /^nothing$/],
  ['no option', 'single_select_list', options, 'Plastic', /Choose one of: Oak, Walnut/],
  ['options, one of them none', 'multi_select_list', options, 'Oak, Plastic', /not an option/],
  ['any text for a status without stages', 'status', {}, 'Ready', /^nothing$/],
  [
    'a text that is too long',
    'single_line_text_field',
    { constraints: { max_length: 3 } },
    'long',
    /at most 3/,
  ],
  ['a line of 32 KiB', 'single_line_text_field', {}, 'x'.repeat(32_768), /^nothing$/],
  [
    'a larger one',
    'single_line_text_field',
    {},
    'é'.repeat(16_385),
    /32,770 bytes .*32,768 bytes \(32 KiB\)/,
  ],
  ['as much in a long text', 'multi_line_text_field', {}, 'é'.repeat(16_385), /^nothing$/],
  ['a text off its pattern', 'single_line_text_field', { constraints: { pattern: 'x' } }, 'a', /^nothing$/],
  ['a stored picture', 'image', {}, 'files/abc.webp', /^nothing$/],
  ['no picture', 'image', {}, 'x', /web address/],
  ['text that is no JSON', 'json', {}, '{', /not valid JSON/],
  ['nothing', 'number', {}, null, /^nothing$/],
])('%s', (_name, dataType, more, wire, reason) => {
  const fault = localFault(column(dataType, more), { shown: null, wire, text: '' })
  expect(fault ?? 'nothing').toMatch(reason)
})
