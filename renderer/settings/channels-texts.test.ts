import { expect, test } from 'vitest'
import type { ChannelCompleteness } from '#shared/channels.ts'
import {
  describeCompleteness,
  describeInvalid,
  describeLimits,
  describeMissing,
} from './channels-completeness.tsx'

const completeness = (products: number, complete: number, percent: number): ChannelCompleteness => ({
  channel: 'shopify',
  products,
  complete,
  percent,
  required: { filled: 0, total: 0 },
  recommended: { filled: 0, total: 0 },
  missing: [],
  invalid: [],
})

test.each([
  [completeness(0, 0, 100), 'There are no products yet.'],
  [completeness(1, 1, 100), 'The one product is complete.'],
  [completeness(1200, 1200, 100), 'All 1,200 products are complete.'],
  [completeness(1200, 0, 71), 'No product is complete. 71% of the required values are there.'],
  [completeness(1200, 1, 71), '1 product of 1,200 is complete. 71% of the required values are there.'],
  [
    completeness(9, 3, 100),
    '3 products of 9 are complete. Nothing required is missing, but some values are not as the channel wants them.',
  ],
  [completeness(9, 3, 88), '3 products of 9 are complete. 88% of the required values are there.'],
])('completeness in words', (of, text) => {
  expect(describeCompleteness(of)).toBe(text)
})

test('what is missing says what to do where nothing fills the field', () => {
  const field = { key: 'gtin', name: 'GTIN', requirement: 'required', products: 1 } as const
  const nameOf = (key: string) => key.toUpperCase()
  const unmapped = ['mpn', 'color'].map((name) => ({ ...field, name, data_type: null }))
  const text = { ...field, data_type: 'single_line_text_field' } as const
  expect(
    describeMissing('shop', [...unmapped, text, { ...text, name: 'GTIN or MPN', products: 2 }], nameOf),
  ).toEqual([
    {
      text: 'GTIN is missing in 1 product.',
      leadsTo: { attribute: 'gtin', clause: { key: 'gtin', operator: 'exists', value: 'false' } },
    },
    {
      text: 'GTIN or MPN is missing in 2 products.',
      leadsTo: {
        attribute: 'gtin',
        clause: { key: 'not_accepted:shop', operator: 'eq', value: 'gtin:missing' },
      },
    },
    { text: 'No attribute fills mpn and color yet. Choose below what does.' },
  ])
  expect(describeMissing('shop', [], nameOf)).toEqual([])
})

test('what is wrong names the attribute as people know it', () => {
  expect(describeInvalid({ key: 'name', issue: 'too_long', products: 2 }, 'Product name')).toBe(
    'Product name is too long in 2 products.',
  )
})

test('limits in words', () => {
  const field = { target: 'a', attribute: null, requirement: 'optional' } as const
  expect(describeLimits(field)).toBe('')
  expect(describeLimits({ ...field, max_length: 150 })).toBe('At most 150 characters')
  expect(describeLimits({ ...field, acceptable_values: ['a', 'b'] })).toBe('a, b')
  expect(describeLimits({ ...field, acceptable_values: [...'abcdefgh'] })).toBe('a, b, c, d, e, f and 2 more')
})
