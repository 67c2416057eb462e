import { expect, test } from 'vitest'
import { openFirst, splitPath, describeMapped } from './category-names.ts'

const category = (id: string, own = '', inherited = '') => ({ id, path: id, own, inherited })

test('those that were open come first, each in the order of the paths', () => {
  const names = ['a', 'b', 'c', 'd'].map((id) => category(id))
  expect(openFirst(names, new Set(['b', 'd'])).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
})

test('how many are mapped, and how many go by the category above', () => {
  expect(describeMapped([category('a', 'A'), category('b', '', 'A'), category('c')])).toBe(
    '1 of 3 mapped, 1 more by the category above',
  )
  expect(describeMapped([category('a')])).toBe('0 of 1 mapped')
})

test('a path and what stands above its last part', () => {
  expect([splitPath('A > B > C'), splitPath('A')]).toEqual([
    { above: 'A > B', last: 'C' },
    { above: '', last: 'A' },
  ])
})
