import { expect, test } from 'vitest'
import type { GridColumn } from '../../query/columns.ts'
import { pageBands } from './print-dialog.tsx'

const columns = (...widths: number[]) =>
  widths.map((width, at) => ({ width, column: { id: `c${at}` } as GridColumn }))
const idsOf = (bands: ReturnType<typeof pageBands>) =>
  bands.map((band) => band.map(({ column }) => column.id).join(' '))

test('columns that fit stand on one band', () => {
  expect(idsOf(pageBands(columns(250, 100, 100), 1_000))).toEqual(['c0 c1 c2'])
})

test('those that do not go on below, each band with the first column and no wider than the page', () => {
  const bands = pageBands(columns(250, 500, 500, 500, 500), 1_000)
  expect(idsOf(bands)).toEqual(['c0 c1 c2', 'c0 c3 c4'])
  for (const band of bands) expect(band.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1_000)
})

test('a column wider than the page takes half of it', () => {
  expect(pageBands(columns(3_000, 3_000), 1_000).map((band) => band.map(({ width }) => width))).toEqual([
    [500, 500],
  ])
})

test('without columns there is nothing to print', () => {
  expect(pageBands([], 1_000)).toEqual([])
})
