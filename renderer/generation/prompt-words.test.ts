import { expect, test } from 'vitest'
import { findPromptFault, mentionAt, namesInPrompt, paintPrompt } from './prompt-words.ts'

const attributes = [
  { key: 'product_name', name: 'Product name' },
  { key: 'net_weight', name: 'Net weight' },
  { key: 'weight_class', name: 'Weight class' },
]
const labels = (text: string, caret = text.length) =>
  mentionAt(text, caret, attributes).map(({ label }) => label)

test('an @ where a word may begin lists the attributes, and what is typed behind it narrows them', () => {
  expect(labels('Write about @')).toEqual(['Product name', 'Net weight', 'Weight class'])
  expect(labels('Write about @wei')).toEqual(['Weight class', 'Net weight'])
  expect(labels('(@net w')).toEqual(['Net weight'])
  expect(labels('Write about @nothing')).toEqual([])
  expect(labels('mail@prod')).toEqual([])
  expect(labels('No mention here')).toEqual([])
})

test('taking one puts its key in braces in the place of what was typed', () => {
  expect(mentionAt('About @net and', 10, attributes)[0]).toMatchObject({
    start: 6,
    end: 10,
    insert: '{{net_weight}}',
  })
  expect(mentionAt('About {{pr}} now', 10, attributes)[0]).toMatchObject({ start: 6, end: 12 })
})

test('what names no attribute is marked and told before it is sent', () => {
  expect(paintPrompt('A {{net_weight}} {{colour}}', attributes)).toEqual([
    { start: 0, text: 'A ', kind: 'plain', isFault: false },
    { start: 2, text: '{{net_weight}}', kind: 'reference', isFault: false },
    { start: 16, text: ' ', kind: 'plain', isFault: false },
    { start: 17, text: '{{colour}}', kind: 'reference', isFault: true },
  ])
  expect(findPromptFault('A {{net_weight}}', attributes)).toBeUndefined()
  expect(findPromptFault('A {{colour}}', attributes)).toBe(
    'No attribute has the key colour. Type @ to choose one.',
  )
  expect(findPromptFault('A {{}}', attributes)).toContain('empty')
  expect(namesInPrompt('{{net_weight}} {{colour}} {{product_name}}', attributes)).toEqual([
    'Net weight',
    'Product name',
  ])
})
