import { expect, test } from 'vitest'
import { openGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { fillInto, fillToEnd } from './fill.ts'

test('grid.fill.1 a fill goes on with a series or copies, as one step', async () => {
  const { server, idOf } = partsServer(6)
  const prices = () => server.column('product', 'price')
  const grid = await openGrid(server)
  server.write(idOf(3), { price: 7 })
  const [source, target] = [
    { top: 0, bottom: 1, left: 1, right: 1 },
    { top: 2, bottom: 4, left: 1, right: 1 },
  ]
  await fillInto(grid.session, { source, target, isCopy: false })
  expect(prices()).toEqual([10, 20, 30, 40, 50, 60])
  expect(grid.session.announcement.get().text).toBe('3 cells filled.')
  grid.press('Control+z')
  await grid.settle()
  expect(prices()).toEqual([10, 20, 7, 40, 50, 60])
  await fillInto(grid.session, { source, target, isCopy: true })
  expect(prices()).toEqual([10, 20, 10, 20, 10, 60])
})

test('grid.fill.1 Ctrl+D and Ctrl+R copy; each is one step', async () => {
  const { server, idOf } = partsServer(6)
  const names = () => server.column('product', 'name')
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await grid.settle()
  expect(names()).toEqual(['Part 1', 'Part 1', 'Part 1', 'Part 4', 'Part 5', 'Part 6'])
  grid.press('Control+z')
  await grid.settle()
  expect(names()).toEqual(['Part 1', 'Part 2', 'Part 3', 'Part 4', 'Part 5', 'Part 6'])

  grid.goTo(1, 'Price')
  grid.press('Shift+ArrowRight', 'Control+r')
  await grid.settle()
  expect(server.read(idOf(1))).toMatchObject({ stock: 10 })
  expect(server.calls.filter((call) => call === 'POST /edits')).toHaveLength(2)
})

test('grid.fill.2 a fill goes down to the last row, as one step', async () => {
  const { server } = partsServer(6)
  const prices = () => server.column('product', 'price')
  const grid = await openGrid(server)
  grid.goTo(2, 'Price')
  await fillToEnd(grid.session, true)
  expect(prices()).toEqual([10, 20, 20, 20, 20, 20])
  grid.press('Control+z')
  await grid.settle()
  expect(prices()).toEqual([10, 20, 30, 40, 50, 60])

  grid.goTo(6, 'Price')
  grid.press('Alt+Shift+ArrowDown')
  await grid.settle()
  expect(grid.session.announcement.get().text).toBe('There are no rows below to fill.')
  grid.press('Shift+Space', 'Alt+Shift+ArrowDown')
  expect(grid.session.announcement.get().text).toBe('Select one block of cells to fill down from.')
})
