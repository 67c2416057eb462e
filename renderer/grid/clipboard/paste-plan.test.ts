import { expect, test } from 'vitest'
import type { Axes } from '../model/selection.ts'
import { planPaste, type Placement } from './coerce.ts'

const axes: Axes = { rowCount: 5, columnIds: ['a', 'b', 'c'] }
const block = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const formatPlacements = (placements: readonly Placement[]) =>
  placements.map(
    ({ cell, sourceRow, sourceColumn }) => `${cell.row}${cell.columnId}<${sourceRow}${sourceColumn}`,
  )
const targets = (...args: Parameters<typeof planPaste>) => formatPlacements(planPaste(...args).placements)

test('a block goes from the top left cell on', () => {
  const plan = planPaste([block(1, 1)], { rows: 2, columns: 2 }, axes)
  expect(formatPlacements(plan.placements)).toEqual(['1b<00', '1c<01', '2b<10', '2c<11'])
  expect(plan).toMatchObject({ overflow: [], outsideColumns: 0 })
})

test('one cell fills the selection, every block of it', () => {
  const one = { rows: 1, columns: 1 }
  expect(targets([block(0, 0, 1, 1)], one, axes)).toEqual(['0a<00', '0b<00', '1a<00', '1b<00'])
  expect(targets([block(0, 0), block(3, 1, 4, 1)], one, axes)).toEqual(['0a<00', '3b<00', '4b<00'])
})

test('a block fills a whole multiple of itself and nothing else', () => {
  expect(targets([block(0, 0, 3, 0)], { rows: 2, columns: 1 }, axes)).toHaveLength(4)
  expect(targets([block(0, 0, 2, 0)], { rows: 2, columns: 1 }, axes)).toHaveLength(2)
})

test('rows behind the last one are kept as new rows, columns behind the last one are counted', () => {
  const plan = planPaste([block(4, 2)], { rows: 3, columns: 2 }, axes)
  expect(formatPlacements(plan.placements)).toEqual(['4c<00'])
  expect(plan.overflow.map(formatPlacements)).toEqual([['5c<10'], ['6c<20']])
  expect(plan.outsideColumns).toBe(1)
})
