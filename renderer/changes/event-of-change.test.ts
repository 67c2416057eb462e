import { expect, test } from 'vitest'
import { describeDefinition } from './event-of-change.ts'

test.each([
  [
    { attribute: 'ai_generated', old: false, new: true },
    { name: 'Generated', before: 'No', after: 'Yes' },
  ],
  [
    { attribute: 'data_type', old: 'single_select', new: 'multi_select' },
    { name: 'Data type', before: 'single select', after: 'multi select' },
  ],
  [
    { attribute: 'constraints', old: {}, new: { min: 0, max_length: 40 } },
    { name: 'Rules', before: '', after: 'min: 0, max length: 40' },
  ],
  [
    { attribute: 'acceptable_values', old: null, new: ['Oak', 'Beech'] },
    { name: 'Options', before: '', after: 'Oak, Beech' },
  ],
  [
    { attribute: 'custom_instructions', old: null, new: 'Of {{product_name}}.' },
    { name: 'Instructions', before: '', after: 'Of {{product_name}}.' },
  ],
  [
    { attribute: 'some_member', old: 1, new: null },
    { name: 'some member', before: '1', after: '' },
  ],
])('a change of a definition is told without keys and JSON: %j', (change, text) => {
  expect(describeDefinition(change)).toEqual(text)
})
