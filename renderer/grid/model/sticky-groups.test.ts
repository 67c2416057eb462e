import { expect, test } from 'vitest'
import { planGroups, stickyHeads } from './row-plan.ts'

const inner = (id: string, from: number) => ({ id, level: 2, from, count: 3, below: [] })
const plan = planGroups(
  [
    { id: 'a', level: 1, from: 0, count: 6, below: [inner('a1', 0), inner('a2', 3)] },
    { id: 'b', level: 1, from: 6, count: 3, below: [inner('b1', 6)] },
  ],
  () => false,
)
// Rows: head a, head a1, 0 to 2, head a2, 3 to 5, head b, head b1, 6 to 8
const sticky = (top: number) => stickyHeads(plan, top, 2).map(({ id }) => id)

test('grid.group.6 the heads of the groups at the top stay in view once they have scrolled out of it', () => {
  expect(sticky(0)).toEqual([])
  expect(sticky(0.5)).toEqual(['a', 'a1'])
  expect(sticky(2)).toEqual(['a', 'a1'])
  expect(sticky(4)).toEqual(['a'])
  expect(sticky(4.5)).toEqual(['a', 'a2'])
  expect(sticky(7)).toEqual(['a', 'a2'])
  expect(sticky(8)).toEqual(['a'])
  expect(sticky(9)).toEqual([])
})
