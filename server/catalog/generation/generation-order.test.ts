import { expect, test } from 'vitest'
import type { AttributeConfig } from '#shared/attributes.ts'
import { testDefinition } from '../../testing/test-definition.ts'
import { generationOrder } from './generation-order.ts'

const define = (key: string, prompt: string, part: Partial<AttributeConfig> = {}) =>
  testDefinition({ key, custom_instructions: prompt, ...part })

const offering = (keys: string[]): Partial<AttributeConfig> => ({
  selected_tools: ['includeProductAttributes'],
  source_attributes: keys,
})

test('each comes after what its prompt names, through formulas too [PROMPT-11]', () => {
  const definitions = [
    define('title', 'From {{short}} and {{loud}}'),
    define('short', 'From {{sku}}'),
    define('long', 'From {{sku}}'),
    define('loud', '', { data_type: 'formula', ai_generated: false, formula: 'UPPER({{long}})' }),
  ]
  expect(generationOrder(definitions, ['title', 'short', 'long'])).toEqual(['short', 'long', 'title'])
  expect(generationOrder(definitions, ['title', 'long'])).toEqual(['long', 'title'])
  expect(generationOrder(definitions, ['short', 'long', 'short'])).toEqual(['short', 'long'])
})

test('and after what it needs or is shown, where its prompt leaves the choice [PROMPT-11]', () => {
  const definitions = [
    define('a', 'x', { required_dependencies: ['b'] }),
    define('b', 'x', offering(['c'])),
    define('c', 'x', offering(['d'])),
    define('d', 'From {{c}}'),
  ]
  expect(generationOrder(definitions, ['a', 'b', 'c', 'd'])).toEqual(['c', 'b', 'a', 'd'])
})

test('a circle that formulas have closed later is begun somewhere', () => {
  const definitions = [define('a', '{{b}}'), define('b', '{{a}}'), define('c', '{{b}}')]
  expect(generationOrder(definitions, ['c', 'a', 'b'])).toHaveLength(3)
})
