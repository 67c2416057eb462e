import { expect, test } from 'vitest'
import {
  layoutWall,
  moveFocus,
  noSelection,
  rangeTo,
  selectOne,
  tileAt,
  tileGap,
  tilePosition,
  tilesIn,
  tilesInView,
  toggleOne,
  wallHeight,
} from './wall-model.ts'

const layout = layoutWall(1000, 'medium')
const total = 10_000

test('tiles fill the width, and each is where its number says', () => {
  expect(layout.columns).toBe(5)
  const { x } = tilePosition(layout, 4)
  expect(x + layout.tileWidth + tileGap).toBeLessThanOrEqual(1000)
  expect(tilePosition(layout, 5)).toEqual({ x: tileGap, y: tileGap * 2 + layout.tileHeight })
  expect(layoutWall(60, 'large').columns).toBe(1)
  expect(wallHeight(layout, total)).toBe(2000 * (layout.tileHeight + tileGap) + tileGap)
})

test('what is in view is drawn with three rows around it, at either end and in an empty wall', () => {
  const at = (top: number, count = total) => tilesInView(layout, { top, height: 600, total: count })
  expect(at(0)).toEqual({ first: 0, last: 29 })
  expect(at(wallHeight(layout, total) - 600)).toMatchObject({ last: total - 1 })
  expect(at(100_000).last - at(100_000).first).toBeLessThan(60)
  expect(at(0, 0)).toEqual({ first: 0, last: -1 })
})

test('a lasso takes the tiles that it touches, and a point between tiles none', () => {
  const { tileWidth, tileHeight } = layout
  const area = { left: tileGap + tileWidth + 1, top: 0, right: 1000, bottom: tileGap * 2 + tileHeight }
  expect(tilesIn(layout, { ...area, left: tileGap + tileWidth + tileGap }, total)).toEqual([
    1, 2, 3, 4, 6, 7, 8, 9,
  ])
  expect(tilesIn(layout, { ...area, left: 0, right: 20 }, 1)).toEqual([0])
  expect(tileAt(layout, { x: 20, y: 20 }, total)).toBe(0)
  expect(tileAt(layout, { x: 2, y: 20 }, total)).toBeUndefined()
  expect(tileAt(layout, { x: 20, y: tileGap + tileHeight + 3 }, total)).toBeUndefined()
  expect(tileAt(layout, { x: 20 + tileWidth + tileGap, y: 20 }, 1)).toBeUndefined()
})

test('grid.gallery.2 keys move the focus; an arrow that leads out of the wall stays', () => {
  const wall = { columns: 5, pageRows: 3, total: 12 }
  const moved = (key: string, focus?: number) => moveFocus(key, focus, wall)
  expect(['ArrowRight', 'ArrowDown', 'PageDown', 'End'].map((key) => moved(key, 2))).toEqual([3, 7, 11, 11])
  expect(['ArrowLeft', 'ArrowUp', 'PageUp', 'Home'].map((key) => moved(key, 7))).toEqual([6, 2, 0, 0])
  expect([moved('ArrowDown', 9), moved('ArrowLeft', 0), moved('ArrowUp', 3)]).toEqual([9, 0, 3])
  expect([moved('ArrowDown'), moved('End')]).toEqual([0, 11])
  expect(moved('x', 2)).toBeUndefined()
  expect(moveFocus('Home', undefined, { ...wall, total: 0 })).toBeUndefined()
})

test('a range begins where the last single tile was taken', () => {
  const one = selectOne(4, 'e')
  expect([...one.ids]).toEqual(['e'])
  expect(rangeTo(one, 2)).toEqual({ first: 2, last: 4 })
  const two = toggleOne(one, 7, 'h')
  expect([...two.ids]).toEqual(['e', 'h'])
  expect(rangeTo(two, 9)).toEqual({ first: 7, last: 9 })
  expect([...toggleOne(two, 4, 'e').ids]).toEqual(['h'])
  expect(rangeTo(noSelection, 3)).toEqual({ first: 3, last: 3 })
})
