import { expect, test } from 'vitest'
import { describeLimits } from './describe-channel.ts'

test('limits in words', () => {
  const field = { target: 'a', attribute: null, requirement: 'optional' } as const
  expect(describeLimits(field)).toBe('')
  expect(describeLimits({ ...field, max_length: 150 })).toBe('At most 150 characters')
  expect(describeLimits({ ...field, acceptable_values: ['a', 'b'] })).toBe('a, b')
  expect(describeLimits({ ...field, acceptable_values: [...'abcdefgh'] })).toBe('a, b, c, d, e, f and 2 more')
})
