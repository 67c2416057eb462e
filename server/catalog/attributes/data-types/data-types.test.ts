import { expect, test } from 'vitest'
import type { Constraints, DataType } from '#shared/attributes.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { brokenConstraints } from './constraints.ts'
import { getScalarRules } from './data-types.ts'
import type { Scalar } from './scalar-rules.ts'

function attribute(dataType: DataType, options: string[] = [], constraints: Constraints = {}): Attribute {
  return {
    dataType,
    options,
    traits: dataTypeTraits[dataType],
    extras: { constraints },
  } as unknown as Attribute
}

const accepted: [DataType, Scalar, Scalar | null][] = [
  ['single_line_text_field', '00123', '00123'],
  ['single_line_text_field', 123, '123'],
  ['single_line_text_field', ' spaced ', ' spaced '],
  ['number', '12.50', 12.5],
  ['number', -0, 0],
  ['number', 2 ** 53, 2 ** 53],
  ['boolean', false, false],
  ['date', '2024-02-29', '2024-02-29'],
  ['url', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['json', '{"a": 1}', '{"a": 1}'],
  ['single_select_list', 'Red', 'Red'],
  ['multi_select_list', 'Blue,Red , Blue', 'Blue, Red'],
  ['multi_select_list', ' , ', null],
  ['status', 'Red', 'Red'],
  ['progress', 100, 100],
  ['rank', '3', 3],
  ['image', `files/${'a'.repeat(64)}.webp`, `files/${'a'.repeat(64)}.webp`],
  ['video', 'http://example.com/v.mp4', 'http://example.com/v.mp4'],
]

test.each(accepted)('reading 6–7: a %s accepts %j as %j', (dataType, input, value) => {
  expect(getScalarRules(dataType).parse(input, attribute(dataType, ['Red', 'Blue']))).toEqual({ value })
})

const refused: [DataType, Scalar, string][] = [
  ['number', 'abc', 'expected_number'],
  ['number', '0x10', 'expected_number'],
  ['number', 'Infinity', 'expected_number'],
  ['number', 1e17, 'expected_number'],
  ['number', true, 'expected_number'],
  ['boolean', 'true', 'expected_boolean'],
  ['boolean', 1, 'expected_boolean'],
  ['date', '2023-02-29', 'expected_date'],
  ['date', '2023-01-01T00:00:00Z', 'expected_date'],
  ['url', 'ftp://example.com', 'expected_url'],
  ['url', 'javascript:alert(1)', 'expected_url'],
  ['url', 'example.com', 'expected_url'],
  ['url', 'https:a.example', 'expected_url'],
  ['url', 'http:/a.example', 'expected_url'],
  ['url', 'http:///a.example', 'expected_url'],
  ['url', 'https://?q=1', 'expected_url'],
  ['json', '{a:1}', 'expected_json'],
  ['single_select_list', 'red', 'not_an_acceptable_value'],
  ['multi_select_list', 'Red, Green', 'not_an_acceptable_value'],
  ['status', 'Green', 'not_an_acceptable_value'],
  ['progress', 101, 'out_of_range'],
  ['rank', 0, 'out_of_range'],
  ['rank', 1.5, 'out_of_range'],
  ['rank', 'first', 'expected_number'],
  ['image', 'files/../secret', 'expected_url'],
]

test.each(refused)('a %s refuses %j with %s', (dataType, input, issue) => {
  expect(getScalarRules(dataType).parse(input, attribute(dataType, ['Red', 'Blue']))).toMatchObject({ issue })
})

test('a status without options takes any text', () => {
  expect(getScalarRules('status').parse('Anything', attribute('status'))).toEqual({ value: 'Anything' })
})

const constrained: [Scalar, Constraints, string[]][] = [
  [5, { min: 5, max: 5 }, []],
  [4, { min: 5 }, ['out_of_range']],
  [6, { max: 5, decimals: 0 }, ['out_of_range']],
  [1.234, { decimals: 2 }, ['out_of_range']],
  [1.23, { decimals: 2 }, []],
  ['ab', { min_length: 3 }, ['too_short']],
  ['🪑🪑', { max_length: 2 }, []],
  ['abc', { max_length: 2 }, ['too_long']],
  ['A-1', { pattern: '[A-Z]-\\d' }, []],
  ['xA-1', { pattern: '[A-Z]-\\d' }, ['pattern_mismatch']],
  ['4006381333931', { check: 'gtin' }, []],
  ['4006381333932', { check: 'gtin' }, ['invalid_check_digit']],
  [
    'x',
    { min_length: 2, pattern: '\\d', check: 'gtin' },
    ['too_short', 'pattern_mismatch', 'invalid_check_digit'],
  ],
  ['a, b, c', { max_items: 2 }, []],
]

test.each(constrained)(
  'Attribute definitions: the value %j under %j breaks %j',
  (value, constraints, issues) => {
    const dataType = typeof value === 'number' ? 'number' : 'single_line_text_field'
    expect(brokenConstraints(value, attribute(dataType, [], constraints))).toEqual(issues)
  },
)

test('only what a multi select holds is counted as items', () => {
  const select = attribute('multi_select_list', ['A', 'B', 'C'], { max_items: 2, max_length: 4 })
  expect(brokenConstraints('A, B', select)).toEqual([])
  expect(brokenConstraints('A, B, C', select)).toEqual(['too_long'])
})
