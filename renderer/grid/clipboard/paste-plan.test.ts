import { expect, test } from 'vitest'
import type { Axes } from '../model/selection.ts'
import { planPaste } from './paste-plan.ts'

const axes: Axes = { rowCount: 5, columnIds: ['a', 'b', 'c'] }
const block = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const targets = (plan: ReturnType<typeof planPaste>) =>
  plan.placements.map(
    ({ cell, sourceRow, sourceColumn }) => `${cell.row}${cell.columnId}<${sourceRow}${sourceColumn}`,
  )

test('a block goes from the top left cell on', () => {
  const plan = planPaste(block(1, 1), { rows: 2, columns: 2 }, axes)
  expect(targets(plan)).toEqual(['1b<00', '1c<01', '2b<10', '2c<11'])
  expect(plan.outside).toBe(0)
})

test('one cell fills the selection', () => {
  expect(targets(planPaste(block(0, 0, 1, 1), { rows: 1, columns: 1 }, axes))).toEqual([
    '0a<00',
    '0b<00',
    '1a<00',
    '1b<00',
  ])
})

test('a block fills a whole multiple of itself and nothing else', () => {
  expect(planPaste(block(0, 0, 3, 0), { rows: 2, columns: 1 }, axes).placements).toHaveLength(4)
  expect(planPaste(block(0, 0, 2, 0), { rows: 2, columns: 1 }, axes).placements).toHaveLength(2)
})

test('what lies beyond the edges is counted', () => {
  const plan = planPaste(block(4, 2), { rows: 2, columns: 2 }, axes)
  expect(targets(plan)).toEqual(['4c<00'])
  expect(plan.outside).toBe(3)
})
