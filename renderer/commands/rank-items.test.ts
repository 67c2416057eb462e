import { expect, test } from 'vitest'
import { rankItems } from './rank-items.ts'

const items = ['Go to Products', 'Go to Settings', 'Appearance: dark', 'Products of today'].map((title) => ({
  id: title,
  title,
}))
const found = (text: string) => rankItems(items, text).map(({ title }) => title)

test('what is the text comes first, and of the same rank what has something to do', () => {
  const commands = [
    { id: 'row', title: 'Discard the new row', isIdle: true },
    { id: 'refused', title: 'Discard all rejected changes', isIdle: false },
    { id: 'undone', title: 'Undo the import' },
    { id: 'undo', title: 'Undo', isIdle: true },
  ]
  const ids = (text: string) => rankItems(commands, text).map(({ id }) => id)
  expect(ids('discard')).toEqual(['refused', 'row'])
  expect(ids('discard the')).toEqual(['row'])
  expect(ids('undo')).toEqual(['undo', 'undone'])
})

test('every word counts from its beginning; titles that start with the text come first', () => {
  expect(found('prod')).toEqual(['Products of today', 'Go to Products'])
  expect(found('set go')).toEqual(['Go to Settings'])
  expect(found('DARK')).toEqual(['Appearance: dark'])
  expect(found('ducts')).toEqual([])
  expect(found(' ')).toHaveLength(4)
})

test('what was used last is first without a text, and before others that fit as well [surfaces.5.7]', () => {
  const recent = ['Go to Settings']
  expect(rankItems(items, '', recent)[0]?.title).toBe('Go to Settings')
  expect(rankItems(items, 'go', recent).map(({ title }) => title)).toEqual([
    'Go to Settings',
    'Go to Products',
  ])
  expect(rankItems(items, 'prod', recent)[0]?.title).toBe('Products of today')
})
