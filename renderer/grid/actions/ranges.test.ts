import { expect, test } from 'vitest'
import { openGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'

test('grid.range.1 a range grows by keys; the status bar sums it up', async () => {
  const grid = await openGrid(partsServer(12).server)
  grid.goTo(1, 'Price')
  grid.press('Shift+ArrowDown', 'Shift+ArrowDown')
  expect(grid.status()).toBe('3 cells selected · 3 filled · Sum 60 · Average 20 · Min 10 · Max 30')
  grid.press('Control+Shift+ArrowDown')
  expect(grid.status()).toContain('12 cells selected')

  grid.goTo(1, 'Name')
  grid.press('Shift+ArrowRight', 'Shift+ArrowDown')
  expect(grid.status()).toContain('4 cells selected')
  grid.press('Control+Space')
  expect(grid.status()).toContain('24 cells selected')
  grid.press('Control+Home', 'Shift+Space')
  expect(grid.status()).toContain('6 cells selected')
  grid.press('Control+a')
  expect(grid.status()).toContain('72 cells selected')
  grid.press('Escape')
  expect(grid.status()).toContain('Row 1 · Name')
})

test('grid.clear.1 Delete clears a range as one step; Ctrl+; enters today', async () => {
  const { server, idOf } = partsServer(3)
  const [first, second] = [idOf(1), idOf(2)]
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Delete')
  await grid.settle()
  expect(grid.session.announcement.get().text).toBe('2 cells cleared.')
  expect(server.read(first)).toEqual({ name: 'Part 1' })
  grid.press('Control+z')
  await grid.settle()
  expect(server.read(second)).toEqual({ name: 'Part 2', price: 20 })

  grid.goTo(1, 'Day')
  grid.press('Control+;')
  await grid.settle()
  expect(server.read(first)['day']).toMatch(/^\d{4}-\d\d-\d\d$/)
})
