import { expect, test } from 'vitest'
import { toJson, toMarkdown } from '../actions/clipboard.ts'

const columns = [
  { key: 'name', name: 'Name' },
  { key: 'price', name: 'Price | net' },
]
const block = [
  [
    { text: 'Oak\n"solid"', raw: 'Oak\n"solid"' },
    { text: '12.5', raw: 12.5 },
  ],
  [
    { text: 'a|b\\c', raw: 'a|b\\c' },
    { text: '', raw: null },
  ],
]

test('grid.clipboard.9 a table of Markdown keeps its cells whole; numbers stand at the right', () => {
  expect(toMarkdown(columns, block)).toBe(
    ['| Name | Price \\| net |', '| --- | ---: |', '| Oak<br>"solid" | 12.5 |', '| a\\|b\\\\c |  |'].join(
      '\n',
    ),
  )
})

test('grid.clipboard.9 JSON has the values by the keys of the API; what was refused is its text', () => {
  expect(JSON.parse(toJson(columns, [...block, [{ text: 'x', raw: 'x' }, { text: 'twelve' }]]))).toEqual([
    { name: 'Oak\n"solid"', price: 12.5 },
    { name: 'a|b\\c', price: null },
    { name: 'x', price: 'twelve' },
  ])
})
