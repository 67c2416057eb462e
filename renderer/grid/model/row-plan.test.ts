import { expect, test } from 'vitest'
import { planBranches, planGroups, mergeWindows } from './row-plan.ts'

const groups = [
  { id: 'a', level: 1, from: 0, count: 3, below: [] },
  { id: 'b', level: 1, from: 3, count: 2, below: [] },
  { id: 'c', level: 1, from: 5, count: 4, below: [] },
]
const plan = planGroups(groups, (id) => id === 'b')
// Rows: head a, 0, 1, 2, head b, head c, 5, 6, 7, 8

test('each group has a head, and a collapsed one nothing else', () => {
  expect(plan.total).toBe(10)
  expect([0, 1, 4, 5, 9].map((row) => plan.headAt(row))).toEqual(['a', undefined, 'b', 'c', undefined])
  expect([0, 1, 3, 6, 9].map((row) => plan.positionAt(row))).toEqual([undefined, 0, 2, 5, 8])
})

test('a position of the list is found in its row, unless its group is collapsed', () => {
  expect([0, 2, 4, 5, 8].map((position) => plan.rowOf(position))).toEqual([1, 3, undefined, 6, 9])
})

test('rows with entities are counted apart from the heads, there and back', () => {
  const rows = [1, 2, 3, 6, 7, 8, 9, 10, 11]
  expect(rows.map((row) => plan.entitiesBefore(row))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(rows.map((_, before) => plan.rowOfEntity(before))).toEqual(rows)
  expect(plan.entitiesBefore(4)).toBe(3)
})

test('a window of rows is cut out of the stretches, and read in few windows of the list', () => {
  const pieces = plan.between(2, 7)
  expect(pieces.map(({ row, range }) => [row, range.kind, range.count])).toEqual([
    [2, 'list', 2],
    [4, 'head', 1],
    [5, 'head', 1],
    [6, 'list', 2],
  ])
  expect(mergeWindows(pieces, 200)).toEqual([{ from: 1, count: 6 }])
  expect(mergeWindows(pieces, 4)).toEqual([
    { from: 1, count: 2 },
    { from: 5, count: 2 },
  ])
})

test('groups within groups stand in an order of their own, and each row knows the heads over it', () => {
  const inner = (id: string, from: number, count: number) => ({ id, level: 2, from, count, below: [] })
  const nested = planGroups(
    [
      { id: 'b', level: 1, from: 3, count: 2, below: [inner('b1', 3, 2)] },
      { id: 'a', level: 1, from: 0, count: 3, below: [inner('a2', 1, 2), inner('a1', 0, 1)] },
    ],
    (id) => id === 'a2',
  )
  // Rows: head b, head b1, 3, 4, head a, head a2, head a1, 0
  expect(nested.total).toBe(8)
  expect([0, 1, 2, 3, 4].map((position) => nested.rowOf(position))).toEqual([7, undefined, undefined, 2, 3])
  expect(nested.headsOver(3).map(({ id, row }) => [id, row])).toEqual([
    ['b', 0],
    ['b1', 1],
  ])
  expect(
    [4, 5, 7].map((row) =>
      nested
        .headsOver(row)
        .map(({ id }) => id)
        .join(),
    ),
  ).toEqual(['a', 'a,a2', 'a,a1'])
  expect(mergeWindows(nested.between(0, 7), 200)).toEqual([{ from: 0, count: 5 }])
})

test('the variants of an expanded product stand under it', () => {
  const tree = planBranches(4, [
    { id: 'q', position: 3, count: 1 },
    { id: 'p', position: 1, count: 2 },
  ])
  expect(tree.total).toBe(7)
  expect([0, 1, 2, 3, 4, 5, 6].map((row) => tree.positionAt(row))).toEqual([
    0,
    1,
    undefined,
    undefined,
    2,
    3,
    undefined,
  ])
  expect(tree.between(3, 3)).toEqual([
    { row: 3, range: { kind: 'variants', parentId: 'p', from: 1, count: 1 } },
  ])
  expect(tree.rowOf(3)).toBe(5)
})

test('variants of a variant stand under it, and the others of its parent go on below', () => {
  const below = [{ id: 'v', position: 0, count: 2 }]
  const tree = planBranches(2, [{ id: 'p', position: 0, count: 3, below }])
  const shown = tree.between(0, 6).flatMap(({ range }) => {
    const name = range.kind === 'variants' ? range.parentId : range.kind
    const from = range.kind === 'head' ? 0 : range.from
    return Array.from({ length: range.count }, (_, at) => `${name} ${from + at}`)
  })
  expect(shown).toEqual(['list 0', 'p 0', 'v 0', 'v 1', 'p 1', 'p 2', 'list 1'])
  expect(tree.rowOf(1)).toBe(6)
})

test('an empty list has no rows', () => {
  expect(planGroups([], () => false).total).toBe(0)
  expect(planBranches(0, []).between(0, 10)).toEqual([])
})
