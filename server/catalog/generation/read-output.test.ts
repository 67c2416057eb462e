import { describe, expect, test } from 'vitest'
import type { AttributeConfig } from '#shared/attributes.ts'
import { testDefinition } from '../../testing/test-definition.ts'
import { outputSchema, readOutput } from './read-output.ts'

const oak = { id: '018f0000-0000-7000-8000-000000000011', label: 'Oak Ltd' }
const beech = { id: '018f0000-0000-7000-8000-000000000012', label: 'Beech Ltd' }
const namesakes = [1, 2].map((n) => ({ id: `018f0000-0000-7000-8000-00000000002${n}`, label: 'Twin' }))
const labels = [oak, beech, ...namesakes]

type Part = Partial<AttributeConfig>

const valueSchema = (part: Part) =>
  (outputSchema(testDefinition(part), { labels }) as { properties: { value: { anyOf: object[] } } })
    .properties.value.anyOf

const valueOf = (part: Part, value: unknown) => {
  const read = readOutput(testDefinition(part), { value, evidence: [], note: null }, { labels })
  return 'faults' in read ? read.faults.map(({ field, issue }) => `${field} ${issue}`).join() : read.value
}

const select = { data_type: 'single_select_list', acceptable_values: 'Red, Blue' } as const
const several = { ...select, data_type: 'multi_select_list' } as const
const vendor = { data_type: 'entity_reference', reference: { type: 'vendor' } } as const
const vendors = { ...vendor, data_type: 'entity_list_reference' } as const

test.each<[Part, object]>([
  [{ constraints: { min_length: 2, max_length: 5 } }, { type: 'string', minLength: 2, maxLength: 5 }],
  [
    { data_type: 'number', constraints: { min: 0, max: 9.5 } },
    { type: 'number', minimum: 0, maximum: 9.5 },
  ],
  [{ data_type: 'number', constraints: { decimals: 0 } }, { type: 'integer' }],
  [{ data_type: 'progress' }, { type: 'number', minimum: 0, maximum: 100 }],
  [{ data_type: 'rank' }, { type: 'integer', minimum: 1 }],
  [{ data_type: 'boolean' }, { type: 'boolean' }],
  [{ data_type: 'date' }, { type: 'string', format: 'date' }],
  [select, { type: 'string', enum: ['Red', 'Blue'] }],
  [{ data_type: 'status' }, { type: 'string' }],
  [
    { ...several, constraints: { max_items: 3 } },
    { type: 'array', items: { type: 'string', enum: ['Red', 'Blue'] }, minItems: 1, maxItems: 3 },
  ],
  [vendor, { type: 'string', enum: ['Oak Ltd', 'Beech Ltd'] }],
])('the schema of %j says what the attribute takes, or null [PROMPT-07]', (part, expected) => {
  expect(valueSchema(part)).toEqual([expected, { type: 'null' }])
})

describe('a value is read as a write takes it [PROMPT-08]', () => {
  test.each<[Part, unknown, unknown]>([
    [{}, 'Fine', 'Fine'],
    [{ data_type: 'number' }, 12.5, 12.5],
    [{ data_type: 'boolean' }, false, false],
    [{ data_type: 'date' }, '2026-02-28', '2026-02-28'],
    [{ data_type: 'json' }, '{"a":1}', '{"a":1}'],
    [select, 'Blue', 'Blue'],
    [several, ['Blue', 'Red', 'Blue'], 'Blue, Red'],
    [vendor, 'Oak Ltd', oak.id],
    [vendors, ['Beech Ltd', 'Oak Ltd'], [beech.id, oak.id]],
    [{}, null, null],
    [vendors, null, null],
    [{ constraints: { min_length: 5 } }, ' ', null],
    [vendors, [], null],
  ])('%j %j', (part, value, expected) => {
    expect(valueOf(part, value)).toEqual(expected)
  })
})

describe('what the attribute does not take is told, and never bent [PROMPT-08]', () => {
  test.each<[Part, unknown, string]>([
    [{ data_type: 'number' }, '12 kg', 'value In the answer, value must be number.'],
    [{ data_type: 'number', constraints: { max: 5 } }, 6, 'value In the answer, value must be <= 5.'],
    [{ data_type: 'number', constraints: { decimals: 1 } }, 1.25, 'value out_of_range'],
    [{ data_type: 'date' }, '2026-02-30', 'value expected_date'],
    [{ data_type: 'url' }, 'arla.example', 'value expected_url'],
    [{ data_type: 'json' }, '{', 'value expected_json'],
    [{ constraints: { pattern: '[A-Z]+' } }, 'abc', 'value pattern_mismatch'],
    [{ constraints: { check: 'gtin' } }, '123', 'value invalid_check_digit'],
    [select, 'Green', 'value In the answer, value must be equal to one of the allowed values.'],
    [several, ['Red', 'Green'], 'value.1 In the answer, value.1 must be equal to one of the allowed values.'],
    [vendor, 'Twin', 'value In the answer, value must be equal to one of the allowed values.'],
  ])('%j %j: %s', (part, value, expected) => {
    expect(valueOf(part, value)).toBe(expected)
  })

  test('and so is what is no answer', () => {
    const read = (json: unknown) => readOutput(testDefinition(), json, { labels: [] })
    for (const json of [undefined, null, 'Oak', [], {}, { evidence: [], note: null }])
      expect(read(json)).toHaveProperty('faults.0')
  })
})

const piece = { source: 'attribute:a', quote: 'Oak' }

describe('only a wrong value fails a row [agentic.2.3]', () => {
  test.each<[string, object, object[]]>([
    [
      'members that nobody asked for are ignored',
      { value: 'Oak', evidence: [], note: null, mood: 'good' },
      [],
    ],
    ['a missing note and missing evidence are none', { value: 'Oak' }, []],
    ['misshapen evidence is none', { value: 'Oak', evidence: { source: 'a' }, note: 7 }, []],
    [
      'a piece without a quote is left out',
      { value: 'Oak', evidence: [piece, { source: 'b' }, 'c'] },
      [piece],
    ],
    ['members of a piece are ignored', { value: 'Oak', evidence: [{ ...piece, page: 3 }] }, [piece]],
    [
      '13 pieces are 12',
      { value: 'Oak', evidence: Array.from({ length: 13 }, () => piece) },
      Array.from({ length: 12 }, () => piece),
    ],
  ])('%s', (_name, json, evidence) => {
    expect(readOutput(testDefinition(), json, { labels: [] })).toEqual({ value: 'Oak', evidence, note: null })
  })
})

test('null takes no evidence along, and a note is cut to a sentence or null', () => {
  const evidence = [{ source: 'attribute:a', quote: 'Oak' }]
  const read = (value: unknown, note: string | null) =>
    readOutput(testDefinition(), { value, evidence, note }, { labels: [] })
  expect(read(null, ' ')).toEqual({ value: null, evidence: [], note: null })
  expect(read('Oak', ' Unsure. ')).toEqual({ value: 'Oak', evidence, note: 'Unsure.' })
})
