import { expect, test } from 'vitest'
import { rankItems } from './rank-items.ts'

const items = ['Go to Products', 'Go to Settings', 'Appearance: dark', 'Products of today'].map((title) => ({
  id: title,
  title,
}))
const found = (text: string) => rankItems(items, text).map(({ title }) => title)

test('every word counts from its beginning; titles that start with the text come first', () => {
  expect(found('prod')).toEqual(['Products of today', 'Go to Products'])
  expect(found('set go')).toEqual(['Go to Settings'])
  expect(found('DARK')).toEqual(['Appearance: dark'])
  expect(found('ducts')).toEqual([])
  expect(found(' ')).toHaveLength(4)
})
