import { expect, test } from 'vitest'
import { noGeneration, toGenerationMembers } from './generation-draft.ts'
import {
  formatCost,
  formatCostRange,
  formatPlace,
  describeSkipped,
  describeTrial,
  formatValue,
} from './generation-texts.ts'

test('a price that is not known is never shown as nothing', () => {
  expect(formatCostRange({ low: 0.02, high: 0.07 }, false)).toBe('$0.02 to $0.07')
  expect(formatCostRange(null, false)).toBe('cost not known')
  expect(formatCostRange(null, true)).toBe('free')
  expect(formatCost(0.0004, false)).toBe('$0.0004')
  expect(formatCost(null, false)).toBe('cost not known')
})

test('what is skipped is counted with its reasons, the most first', () => {
  const none = {
    has_value: 0,
    up_to_date: 0,
    dependency_missing: 0,
    edited_by_hand: 0,
    web_search_not_supported: 0,
  }
  expect(describeSkipped(none)).toBeUndefined()
  expect(describeSkipped({ ...none, has_value: 1200, dependency_missing: 3 })).toBe(
    '1,203 values skipped: 1,200 have a value, 3 lack a value that they need.',
  )
})

test('the estimate of a try names who is asked about what', () => {
  const rows = [
    { id: '1', label: 'Chair, oak', skip: null, prompt: '' },
    { id: '2', label: null, skip: null, prompt: '' },
  ]
  const estimate = { provider: 'p', model: 'small', tokens: { input: 1200, output: 90 }, cost: null, rows }
  expect(describeTrial(estimate, true)).toBe(
    'Asks small about “Chair, oak”, a row without a name. About 1,200 tokens in, 90 out: free.',
  )
})

test('values and places are told in words', () => {
  expect(
    formatValue([
      { id: '1', label: 'Oak' },
      { id: '2', label: 'Ash' },
    ]),
  ).toBe('Oak, Ash')
  expect(formatValue(false)).toBe('No')
  expect(formatPlace('attribute:name', () => 'Product name')).toBe('Product name')
  expect(formatPlace('web:https://a.example/b', String)).toBe('https://a.example/b')
})

test('only what the chosen tools and the data type have is sent', () => {
  const draft = { ...noGeneration, isGenerated: true, sourceAttributes: ['name'], imageCount: '3' }
  expect(toGenerationMembers({ ...draft, tools: [] }, 'number')).toMatchObject({
    ai_generated: true,
    source_attributes: null,
    custom_instructions: null,
  })
  expect(toGenerationMembers(draft, 'number')).not.toHaveProperty('image_count')
  expect(toGenerationMembers(draft, 'image')).toMatchObject({ image_count: 3, source_attributes: ['name'] })
  expect(toGenerationMembers({ ...draft, isGenerated: false }, 'number')).toEqual({ ai_generated: false })
  expect(toGenerationMembers(draft, 'formula')).toEqual({})
})
