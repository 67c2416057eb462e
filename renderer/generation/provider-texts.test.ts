import { expect, test } from 'vitest'
import type { Provider } from '#shared/providers.ts'
import { formatPriceText, describeTest } from './provider-draft.ts'

const local: Provider = {
  id: '7b0c9a52-8f4e-4a51-9a5e-0f3f6f7d1c11',
  name: 'Ollama',
  kind: 'openai_compatible',
  base_url: 'http://192.168.0.2:11434/v1',
  models: { text: 'qwen3:8b', image: null, video: null, embedding: null },
  concurrency: 4,
  requests_per_minute: null,
  price: null,
  is_default: true,
  has_key: false,
}
const prices = { input: 0.25, output: 2, image: null, video: null, as_of: '2026-09-23' } as const

test('a price that is not known is never told as nothing, and what is free all the same says why', () => {
  expect(formatPriceText(local)).toEqual({
    price: 'Not known',
    from: expect.stringContaining('Counts as free'),
  })
  expect(formatPriceText({ ...local, base_url: 'https://openrouter.ai/api/v1' })).toEqual({
    price: 'Not known',
  })
})

test('a price says where it is from and of which day', () => {
  expect(formatPriceText({ ...local, price: { ...prices, source: 'bundled' } })).toEqual({
    price: '$0.25 in and $2 out per million tokens',
    from: 'From the list of Sep 23, 2026.',
  })
  const own = { ...prices, input: null, output: null, image: 0.04, video: 0.4, source: 'owner' } as const
  expect(formatPriceText({ ...local, price: own })).toEqual({
    price: 'Texts not known, $0.04 per picture, $0.4 per second of video',
    from: 'Entered by you on Sep 23, 2026.',
  })
  expect(
    formatPriceText({ ...local, price: { ...own, input: 0, output: 0, image: null, video: null } }).price,
  ).toBe('Texts are free')
})

test('a test says how long it took and how answers are kept to a schema, or what to do next', () => {
  const passed = {
    ok: true,
    milliseconds: 1840,
    structured_output: 'text',
    models: ['a'],
    message: null,
  } as const
  expect(describeTest(passed)).toBe(
    'Answered in 1,840 ms. It answers in plain text, and the values are picked out of it.',
  )
  expect(describeTest({ ...passed, structured_output: null })).toContain('It lists 1 model: choose')
  expect(describeTest({ ...passed, structured_output: null, models: [] })).toContain('It lists no models')
})
