import { expect, test } from 'vitest'
import { openGrid, shownColumn } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { moveRowsByRank } from './rank-rows.ts'

async function rankedGrid(descending = false) {
  const { server, idOf } = partsServer(5)
  server.define('product', 'Place', 'rank')
  for (let part = 1; part <= 5; part += 1) server.write(idOf(part), { place: part })
  const grid = await openGrid(server)
  await grid.show({ sort: [{ key: 'place', descending }] })
  return { server, grid, names: () => shownColumn(grid, 'Name').map((name) => name.replace('Part ', '')) }
}

test('grid.order.3 rows are moved by keys where a rank puts them in order, in one edit that undo takes back', async () => {
  const { server, grid, names } = await rankedGrid()
  grid.goTo(4, 'Name')
  grid.press('Alt+PageUp')
  await grid.settle()
  expect(names()).toEqual(['1', '2', '4', '3', '5'])
  expect(grid.cursorText()).toBe('Part 4')
  grid.press('Alt+PageUp')
  await grid.settle()
  expect(names()).toEqual(['1', '4', '2', '3', '5'])
  expect(server.column('product', 'place')).toEqual([1, 3, 4, 2, 5])
  const edits = server.calls.filter((call) => call === 'POST /edits')
  expect(edits).toHaveLength(2)
  grid.press('Control+z')
  await grid.settle()
  expect(names()).toEqual(['1', '2', '4', '3', '5'])
  expect(grid.session.log.state.get().redo).toBe('move of 1 row')
})

test('grid.order.3 several rows are put elsewhere at once, in a falling order too', async () => {
  const { grid, names } = await rankedGrid(true)
  expect(names()).toEqual(['5', '4', '3', '2', '1'])
  grid.goTo(1, 'Name')
  grid.press('Shift+Space', 'Shift+ArrowDown')
  await moveRowsByRank(grid.session, 4)
  await grid.settle()
  expect(names()).toEqual(['3', '2', '5', '4', '1'])
})

test('grid.order.3 in another order nothing moves, and it is said why', async () => {
  const { grid, names } = await rankedGrid()
  await grid.show({ sort: [{ key: 'name', descending: false }] })
  grid.goTo(2, 'Name')
  grid.press('Alt+PageUp')
  await grid.settle()
  expect(names()).toEqual(['1', '2', '3', '4', '5'])
  expect(grid.session.announcement.get().text).toContain('Sort by a rank first')
})
