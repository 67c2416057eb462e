import { expect, test } from 'vitest'
import { toColumns } from '../../query/columns.ts'
import {
  columnAt,
  columnsInView,
  cornerWidth,
  edgeStep,
  gutterFor,
  placeColumns,
  revealSpan,
  rowsBySlot,
  rowsInView,
  runsOf,
  slotsFor,
  toCanvasX,
} from './geometry.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'

const gutterWidth = gutterFor(0)

const columns = toColumns([
  sampleAttribute('sku'),
  sampleAttribute('name', { is_primary: true }),
  sampleAttribute('price'),
])
const geometry = placeColumns(
  columns
    .slice(0, 3)
    .map((column, index) => ({ column, width: 100, pin: index === 0 ? ('left' as const) : undefined })),
)

test('the primary attribute comes first and the system fields last', () => {
  expect(columns.map(({ id }) => id)).toEqual([
    'name',
    'sku',
    'price',
    'quality:score',
    'row:remarks',
    'created_at',
    'updated_at',
    'parent_id',
    'id',
  ])
})

test('columns stand one after the other behind the gutter; the first is pinned', () => {
  expect(geometry.placed.map(({ left }) => left)).toEqual([gutterWidth, gutterWidth + 100, gutterWidth + 200])
  expect(geometry.placed.map(({ pin }) => pin)).toEqual(['left', undefined, undefined])
  expect(geometry).toMatchObject({ pinnedWidth: gutterWidth + 100, totalWidth: gutterWidth + 300 })
})

test('only columns in view are drawn, never the pinned one', () => {
  expect(columnsInView(geometry, 0, 2_000)).toEqual({ first: 1, last: 2 })
  const wide = placeColumns(Array.from({ length: 50 }, () => ({ column: columns[1]!, width: 100 })))
  const { first, last } = columnsInView(wide, 2_000, 1_000)
  expect(last - first).toBeLessThan(18)
  expect(wide.placed[first]?.left).toBeLessThan(2_000 + wide.pinnedWidth)
})

test('columns that are pinned right stay at the end of the view, before the corner', () => {
  const pins = ['left', undefined, undefined, 'right'] as const
  const ends = placeColumns(pins.map((pin) => ({ column: columns[0]!, width: 400, pin })))
  expect(ends).toMatchObject({ pinnedRightWidth: 400, rowWidth: gutterWidth + 1600 + cornerWidth })
  expect(columnsInView(ends, 0, 1_000)).toEqual({ first: 1, last: 1 })
  expect(columnsInView(ends, 600, 1_000)).toEqual({ first: 2, last: 2 })
  for (const scrollLeft of [0, 300]) {
    const view = { scrollLeft, viewWidth: 1_000 }
    expect(toCanvasX(ends, 1_000 - cornerWidth - 400 + 10, view)).toBe(gutterWidth + 1_200 + 10)
    expect(toCanvasX(ends, 500, view)).toBe(500 + scrollLeft)
    expect(toCanvasX(ends, 100, view)).toBe(100)
  }
  expect(toCanvasX(ends, gutterWidth + 1_210, { scrollLeft: 0, viewWidth: 3_000 })).toBe(gutterWidth + 1_210)
})

test('a grid of one column has nothing that scrolls', () => {
  const { first, last } = columnsInView(
    placeColumns([{ column: columns[0]!, width: 100, pin: 'left' }]),
    0,
    500,
  )
  expect(last).toBeLessThan(first)
})

test('as many rows are drawn at every scroll position, with some to spare on both sides', () => {
  const [height, rowHeight, count] = [617, 34, 10_000]
  for (let top = 1_000; top < 1_500; top += 1) {
    const { first, last } = rowsInView(top, height, rowHeight, count)
    expect(last - first + 1).toBe(slotsFor(height, rowHeight))
    expect(first * rowHeight).toBeLessThanOrEqual(top - 3 * rowHeight)
    expect((last + 1) * rowHeight).toBeGreaterThanOrEqual(top + height + 3 * rowHeight)
  }
  const end = rowsInView(count * rowHeight - height, height, rowHeight, count)
  expect(end).toEqual({ first: count - slotsFor(height, rowHeight), last: count - 1 })
  expect(rowsInView(0, height, rowHeight, count).first).toBe(0)
  expect(rowsInView(0, height, rowHeight, 3)).toEqual({ first: 0, last: 2 })
  expect(rowsInView(0, height, rowHeight, 0)).toEqual({ first: 0, last: -1 })
})

test('a scroll past four rows changes the rows once', () => {
  const drawn = Array.from({ length: 4 * 34 }, (_, top) => rowsInView(20_000 + top, 617, 34, 10_000))
  expect(new Set(drawn.map(({ first, last }) => `${first} ${last}`)).size).toBe(2)
})

test('scrolling moves no element: each row that comes takes the place of the one that left', () => {
  expect(rowsBySlot({ first: 8, last: 12 }, 8, 5)).toEqual([8, 9, 10, 11, 12])
  expect(rowsBySlot({ first: 10, last: 14 }, 8, 5)).toEqual([13, 14, 10, 11, 12])
  expect(rowsBySlot({ first: 4, last: 8 }, 8, 5)).toEqual([8, 4, 5, 6, 7])
  expect(rowsBySlot({ first: 0, last: 2 }, 0, 5)).toEqual([0, 1, 2])
})

test('a span is brought into view by the least movement', () => {
  const view = { start: 100, size: 50 }
  expect(revealSpan({ start: 110, size: 20 }, view)).toBe(100)
  expect(revealSpan({ start: 80, size: 20 }, view)).toBe(80)
  expect(revealSpan({ start: 140, size: 20 }, view)).toBe(110)
  expect(revealSpan({ start: 140, size: 200 }, view)).toBe(140)
})

test('a point finds its column', () => {
  expect(columnAt(geometry, gutterWidth + 150)?.column.id).toBe('sku')
  expect(columnAt(geometry, 10)).toBeUndefined()
})

test('grid.rows.8 the row numbers have room for as many digits as the last one has', () => {
  expect(gutterFor(9)).toBe(gutterFor(999))
  expect(gutterFor(9_999_999) - gutterFor(999_999)).toBe(gutterFor(10_000) - gutterFor(9_999))
  const wide = placeColumns([{ column: columns[0]!, width: 100, pin: 'left' }], gutterFor(1_000_000))
  expect(wide).toMatchObject({ gutterWidth: gutterFor(1_000_000), pinnedWidth: gutterFor(1_000_000) + 100 })
})

test('grid.scale.2 rows that fly past are told as stretches without a gap', () => {
  expect(runsOf([5, 3, 4, 9])).toEqual([
    { first: 3, last: 5 },
    { first: 9, last: 9 },
  ])
  expect(runsOf([])).toEqual([])
})

test('a drag scrolls on by the time that has passed: slow frames by more, short ones by a pixel at least', () => {
  expect([1000 / 60, 50, 500, 60_000].map((since) => edgeStep(10, since))).toEqual([10, 30, 120, 120])
  expect(edgeStep(-10, 50)).toBe(-30)
  expect([edgeStep(1, 4), edgeStep(-1, 0)]).toEqual([1, -1])
})
