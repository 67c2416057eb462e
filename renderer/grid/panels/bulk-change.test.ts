import { expect, test } from 'vitest'
import type { DataType } from '#shared/attributes.ts'
import { toColumns } from '../../query/columns.ts'
import {
  hasPlace,
  linesOf,
  findFault,
  listActions,
  newChange,
  toChanges,
  type BulkChange,
} from './bulk-change.ts'
import { editableColumns } from '../actions/bulk-target.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'

const attribute = (key: string, data_type: DataType, writable = true) =>
  sampleAttribute(key, { name: key.toUpperCase(), data_type, writable })
const columns = toColumns([
  attribute('title', 'single_line_text_field'),
  attribute('note', 'multi_line_text_field'),
  attribute('price', 'number'),
  attribute('start', 'date'),
  attribute('stock', 'boolean'),
  attribute('tags', 'multi_select_list'),
  attribute('related', 'entity_list_reference'),
  attribute('sum', 'formula', false),
])
const columnOf = (key: string) => columns.find(({ id }) => id === key) ?? expect.fail(key)
const change = (key: string, action: BulkChange['action'], more: Partial<BulkChange> = {}): BulkChange => ({
  ...newChange(columnOf(key), action),
  ...more,
})

test('what can be done follows from the type; computed attributes and system fields cannot be changed', () => {
  const ofText = ['set', 'replace', 'prefix', 'suffix', 'case', 'trim', 'from', 'formula', 'clear']
  const ofList = ['set', 'add_items', 'remove_items', 'from', 'formula', 'clear']
  expect(editableColumns(columns).map((column) => [column.id, listActions(column)])).toEqual([
    ['title', ofText],
    ['note', ofText],
    ['price', ['set', 'add', 'percent', 'round', 'from', 'formula', 'clear']],
    ['start', ['set', 'add', 'from', 'formula', 'clear']],
    ['stock', ['set', 'from', 'formula', 'clear']],
    ['tags', ofList],
    ['related', ofList],
  ])
})

test.each<[BulkChange, unknown]>([
  [change('price', 'set', { value: '12,5' }), 12.5],
  [change('stock', 'set', { value: 'true' }), true],
  [change('related', 'set', { value: 'a, b' }), ['a', 'b']],
  [change('price', 'percent', { value: '4', rounding: 'x.99' }), { percent: 4, round: 'x.99' }],
  [change('price', 'add', { value: '-2.50' }), { add: -2.5 }],
  [change('price', 'round', { rounding: '0.05' }), { round: 0.05 }],
  [change('start', 'add', { value: '14' }), { add: 14 }],
  [change('title', 'case'), { case: 'title' }],
  [change('title', 'trim'), { trim: true }],
  [change('title', 'prefix', { value: 'New ' }), { prefix: 'New ' }],
  [change('title', 'suffix', { value: '!' }), { suffix: '!' }],
  [change('title', 'replace', { find: 'oak', value: '' }), { replace: { find: 'oak', with: '' } }],
  [
    change('note', 'replace', { find: 'o.k', value: '$&', isPattern: true, matchesCase: false }),
    { replace: { find: 'o.k', with: '$&', pattern: true, match_case: false } },
  ],
  [change('tags', 'add_items', { value: 'New,Old' }), { add_items: ['New', 'Old'] }],
  [change('tags', 'remove_items', { value: 'Old' }), { remove_items: ['Old'] }],
  [change('title', 'from', { value: 'note' }), { from: 'note' }],
  [change('price', 'formula', { value: '{{price}} * 2' }), { formula: '{{price}} * 2' }],
])('a line becomes what the API takes: %j', (line, value) => {
  expect(findFault([line], columns)).toBeUndefined()
  expect(toChanges([line, change('note', 'clear')].slice(0, line.key === 'note' ? 1 : 2), columns)).toEqual({
    set: { [line.key]: value },
    ...(line.key !== 'note' && { clear: ['note'] }),
  })
  const again = linesOf({ set: { [line.key]: value }, clear: [] }, columns)
  expect(toChanges(again, columns)).toEqual({ set: { [line.key]: value } })
})

test('what a script has saved to be added and replaced stands in the dialog as lines that do the same', () => {
  const append = { title: '!', tags: 'New', related: ['a', 'b'] }
  const action = { set: { price: 1 }, clear: [], append, replace: { find: 'oak', with: 'ash' } }
  expect(toChanges(linesOf(action, columns), columns).set).toEqual({
    price: 1,
    title: { suffix: '!' },
    tags: { add_items: ['New'] },
    related: { add_items: ['a', 'b'] },
    note: { replace: { find: 'oak', with: 'ash' } },
  })
  const named = { set: {}, clear: [], replace: { ...action.replace, attributes: ['title'] } }
  expect(linesOf(named, columns).map(({ key }) => key)).toEqual(['title'])
})

test('lines of attributes that are gone are left out; an action may say where it applies', () => {
  const [cleared, ...others] = linesOf({ set: { gone: 1 }, clear: ['note', 'gone'] }, columns)
  expect([cleared?.key, cleared?.action, others]).toEqual(['note', 'clear', []])
  expect(hasPlace({ filter: {}, q: '' })).toBe(false)
  expect(hasPlace({ filter: {}, q: 'oak' })).toBe(true)
  expect(hasPlace({ filter: { price: { gte: 1 } }, q: '' })).toBe(true)
})

test.each<[BulkChange[], string]>([
  [[], 'Add an attribute to change.'],
  [[change('price', 'set')], 'Enter a value for PRICE, or choose Clear.'],
  [[change('price', 'set', { value: 'x' })], 'Enter a number for PRICE, such as 129 or 12.5.'],
  [
    [change('price', 'percent', { value: 'x' })],
    'Enter by how many percent PRICE changes, such as 4 or -10.',
  ],
  [[change('start', 'add')], 'Enter by how many days START moves, such as 14 or -7.'],
  [[change('title', 'replace')], 'Enter the text to replace in TITLE.'],
  [[change('title', 'from')], 'Choose the attribute that TITLE takes its values from.'],
  [[change('tags', 'add_items')], 'Choose what is added to TAGS.'],
])('what is lacking is told: %j', (changes, sentence) => {
  expect(findFault(changes, columns)).toBe(sentence)
})
