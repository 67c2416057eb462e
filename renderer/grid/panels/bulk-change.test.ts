import { expect, test } from 'vitest'
import type { DataType } from '#shared/attributes.ts'
import { toColumns } from '../../query/columns.ts'
import { listActions, editableColumns, findFault, toChanges, type BulkChange } from './bulk-change.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'

const attribute = (key: string, data_type: DataType, writable = true) =>
  sampleAttribute(key, { name: key.toUpperCase(), data_type, writable })
const columns = toColumns([
  attribute('title', 'single_line_text_field'),
  attribute('note', 'multi_line_text_field'),
  attribute('price', 'number'),
  attribute('stock', 'boolean'),
  attribute('tags', 'multi_select_list'),
  attribute('related', 'entity_list_reference'),
  attribute('sum', 'formula', false),
])
const change = (key: string, action: BulkChange['action'], value = '', find = ''): BulkChange => ({
  id: key,
  key,
  action,
  value,
  find,
})

test('what can be done follows from the type; computed attributes and system fields cannot be changed', () => {
  expect(editableColumns(columns).map((column) => [column.id, listActions(column)])).toEqual([
    ['title', ['set', 'append', 'replace', 'clear']],
    ['note', ['set', 'append', 'replace', 'clear']],
    ['price', ['set', 'clear']],
    ['stock', ['set', 'clear']],
    ['tags', ['set', 'append', 'clear']],
    ['related', ['set', 'append', 'clear']],
  ])
})

test('lines become the body of a bulk edit', () => {
  const changes = [
    change('title', 'replace', 'ash', 'oak'),
    change('note', 'replace', 'ash', 'oak'),
    change('price', 'set', '12.5'),
    change('stock', 'set', 'true'),
    change('tags', 'append', 'New'),
    change('related', 'clear'),
  ]
  expect(findFault(changes, columns)).toBeUndefined()
  expect(toChanges(changes, columns)).toEqual({
    set: { price: 12.5, stock: true },
    append: { tags: 'New' },
    clear: ['related'],
    replace: { find: 'oak', with: 'ash', attributes: ['title', 'note'] },
  })
  expect(toChanges([change('related', 'set', 'a, b')], columns)).toEqual({ set: { related: ['a', 'b'] } })
})

test.each([
  [[], 'Add an attribute to change.'],
  [[change('price', 'set')], 'Enter a value for PRICE, or choose Clear.'],
  [[change('title', 'replace', 'x')], 'Enter the text to replace in TITLE.'],
  [
    [change('title', 'replace', 'x', 'a'), change('note', 'replace', 'x', 'b')],
    'Only one text can be replaced at a time.',
  ],
])('what is lacking is told: %j', (changes, sentence) => {
  expect(findFault(changes, columns)).toBe(sentence)
})
