import { expect, test } from 'vitest'
import { isFree, priceOf } from './choose-models.ts'

const here = { kind: 'openai_compatible', baseUrl: 'http://127.0.0.1:11434/v1', price: null } as const
const openai = { kind: 'openai', baseUrl: 'https://api.openai.com/v1', price: null } as const
const unknown = { input: null, output: null, image: null, video: null, as_of: '2026-01-05' }

test('a state of a model has the price of the model, and another model has its own or none [PROV-06]', () => {
  expect(priceOf(openai, 'gpt-4o-mini')).toMatchObject({ input: 0.15, output: 0.6 })
  expect(priceOf(openai, 'gpt-4o-2024-08-06')).toEqual(priceOf(openai, 'gpt-4o'))
  expect(
    priceOf(
      { ...openai, kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
      'claude-sonnet-4-5-20250929',
    ),
  ).toMatchObject({ input: 3, output: 15 })
  expect(priceOf(openai, 'gpt-4o-mega')).toBeNull()
  expect(priceOf(openai, 'hasOwnProperty')).toBeNull()
  expect(priceOf(openai, '__proto__-latest')).toBeNull()
  expect(priceOf(openai, null)).toBeNull()
  expect(priceOf(here, 'gpt-4o-mini')).toBeNull()
})

test('free is what costs 0, and what has no price on this computer or its network [PROV-06]', () => {
  expect(isFree(here, 'any', 'text')).toBe(true)
  expect(isFree({ ...here, baseUrl: 'https://openrouter.ai/api/v1' }, 'any', 'text')).toBe(false)
  expect(isFree(openai, 'gpt-4o-mini', 'text')).toBe(false)
  const given = { ...openai, price: { ...unknown, input: 0, output: 0 } }
  expect(isFree(given, 'gpt-4o-mini', 'text')).toBe(true)
  expect(isFree(given, 'gpt-image-1', 'image')).toBe(false)
  expect(isFree({ ...here, price: { ...unknown, image: 0.01 } }, 'any', 'image')).toBe(false)
})
