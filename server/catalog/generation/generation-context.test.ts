import { expect, test } from 'vitest'
import { testDefinition, testGeneration } from '../../testing/test-definition.ts'
import { inputDigest } from './generation-context.ts'

const source = { id: '018f0000-0000-7000-8000-0000000000aa', title: 'Sheet', version: '1' }
const value = { key: 'material', name: 'Material', text: 'Oak' }
const image = { attribute: 'photo', place: 'files/a.webp' }
const inputs = testGeneration({ values: [value], sources: [source], images: [image] })
const definition = testDefinition({ custom_instructions: 'About {{material}}', acceptable_values: 'A, B' })
const digest = inputDigest(definition, inputs)

test('the same inputs have the same digest, whatever does not decide about the value [PROMPT-12]', () => {
  expect(inputDigest({ ...definition }, structuredClone(inputs))).toBe(digest)
  expect(inputDigest({ ...definition, default_value: 'x', is_primary: true }, inputs)).toBe(digest)
  expect(inputDigest({ ...definition, auto_generate: 'stale' }, inputs)).toBe(digest)
  expect(inputDigest({ ...definition, constraints: { colors: { A: '#000' } } }, inputs)).toBe(digest)
})

test('another prompt, option, bound, value, source or picture makes another digest [PROMPT-12]', () => {
  const others = [
    inputDigest({ ...definition, custom_instructions: 'On {{material}}' }, inputs),
    inputDigest({ ...definition, acceptable_values: 'A, B, C' }, inputs),
    inputDigest({ ...definition, constraints: { max_length: 9 } }, inputs),
    inputDigest({ ...definition, selected_tools: ['includeWebSearch'] }, inputs),
    inputDigest({ ...definition, generation_model: 'large' }, inputs),
    inputDigest(definition, { ...inputs, values: [{ ...value, text: 'Beech' }] }),
    inputDigest(definition, { ...inputs, values: [] }),
    inputDigest(definition, { ...inputs, sources: [{ ...source, version: '2' }] }),
    inputDigest(definition, { ...inputs, sources: [] }),
    inputDigest(definition, { ...inputs, images: [{ ...image, place: 'files/b.webp' }] }),
    inputDigest(definition, { ...inputs, entity: { ...inputs.entity, label: 'Table' } }),
  ]
  expect(new Set([digest, ...others]).size).toBe(others.length + 1)
})
