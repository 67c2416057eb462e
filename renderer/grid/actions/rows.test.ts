import { expect, test } from 'vitest'
import { openGrid, shownColumn } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { goToRow } from './rows.ts'

const byName = { sort: [{ key: 'name', descending: false }] }

test('grid.rows.1 an edited row holds its place until the order is refreshed', async () => {
  const { server } = partsServer(3)
  const grid = await openGrid(server)
  await grid.show(byName)
  const { order, source } = grid.session
  grid.goTo(1, 'Name')
  grid.type('Zzz at the end')
  grid.press('Enter')
  await grid.settle()
  expect(shownColumn(grid, 'Name')).toEqual(['Zzz at the end', 'Part 2', 'Part 3'])
  await expect.poll(() => order.count.get()).toBe(1)
  source.get()?.refresh()
  await grid.settle()
  expect(shownColumn(grid, 'Name')).toEqual(['Part 2', 'Part 3', 'Zzz at the end'])
  expect(order.count.get()).toBe(0)

  grid.goTo(1, 'Price')
  grid.type('9')
  grid.press('Enter')
  await grid.settle()
  expect(server.column('product', 'price')).toContain(9)
  expect(order.count.get()).toBe(0)
})

test('grid.rows.2 a snapshot that has expired is renewed without a word', async () => {
  const { server } = partsServer(500)
  const grid = await openGrid(server)
  server.snapshots.clear()
  grid.goTo(1, 'Name')
  grid.press('Control+End')
  grid.session.shown.want({ first: 480, last: 499 })
  await grid.settle()
  grid.press('Home')
  expect(grid.cursorText()).toBe('Part 500')
  expect(grid.session.source.get()?.state.get().error).toBeUndefined()
})

test('grid.rows.3 a row is gone to by its number; one beyond the end means the last', async () => {
  const { server } = partsServer(200)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.press('Control+g')
  expect(grid.session.isGoingTo.get()).toBe(true)
  goToRow(grid.session, 150)
  expect(grid.status()).toContain('Row 150 · Price')
  goToRow(grid.session, 9999)
  expect(grid.status()).toContain('Row 200 · Price')
})

test('grid.rows.4 deep in a long list rows are read by position, edited and undone', async () => {
  const { server } = partsServer(3200)
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.press('Control+End')
  grid.session.shown.want({ first: 3180, last: 3199 })
  await grid.settle()
  grid.press('Home')
  expect(grid.cursorText()).toBe('Part 3200')
  expect([...(grid.session.source.get()?.loadedRows() ?? [])].length).toBeLessThanOrEqual(800)
  grid.type('The last')
  grid.press('Enter')
  await grid.settle()
  expect(server.column('product', 'name').at(-1)).toBe('The last')
  grid.press('Control+Home', 'Control+z')
  await grid.settle()
  expect(server.column('product', 'name').at(-1)).toBe('Part 3200')
})

test('grid.rows.9 the same list keeps the cursor on its row when it is shown again, another one begins at its start', async () => {
  const { server } = partsServer(450)
  const grid = await openGrid(server)
  grid.goTo(300, 'Price')
  grid.session.shown.want({ first: 290, last: 310 })
  await grid.settle()
  await grid.show({})
  grid.session.shown.want({ first: 290, last: 310 })
  await grid.settle()
  expect(grid.session.selection.get()?.cursor.row).toBe(299)
  expect(grid.cursorText()).toBe(grid.text(300, 'Price'))
  await grid.show(byName)
  expect(grid.session.selection.get()?.cursor.row).toBe(0)
})
