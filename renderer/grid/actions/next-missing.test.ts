import { expect, test } from 'vitest'
import { openGrid, type TestGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'

async function nextMissing(grid: TestGrid): Promise<string> {
  grid.press('F9')
  await grid.settle()
  const { row = -1, columnId = '' } = grid.session.selection.get()?.cursor ?? {}
  return `${row + 1} ${columnId}`
}

test('grid.missing.1 F9 goes to the next empty cell that a channel requires, crossing pages, and around', async () => {
  const { server, idOf } = partsServer(2_000)
  server.required.push('price', 'stock')
  for (let part = 1; part <= 2_000; part += 1) server.write(idOf(part), { stock: part })
  server.write(idOf(2), { price: null, stock: null })
  server.write(idOf(1_703), { stock: null })
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  expect(await nextMissing(grid)).toBe('2 price')
  expect(await nextMissing(grid)).toBe('2 stock')
  const reads = server.calls.filter((call) => call === 'GET /products').length
  expect(await nextMissing(grid)).toBe('1703 stock')
  expect(server.calls.filter((call) => call === 'GET /products').length - reads).toBeLessThan(4)
  expect(await nextMissing(grid)).toBe('2 price')
})

test('grid.missing.1 what nobody requires is passed over, unless the filter asks where it is empty', async () => {
  const { server } = partsServer(3)
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  expect(await nextMissing(grid)).toBe('1 name')
  expect(grid.session.announcement.get().text).toBe(
    'None of these columns is required by a channel or by its definition.',
  )
  await grid.show({ clauses: [{ key: 'note', operator: 'exists', value: 'false' }] })
  grid.goTo(1, 'Name')
  expect(await nextMissing(grid)).toBe('1 note')
  server.required.push('price')
  await grid.show({})
  grid.goTo(1, 'Name')
  expect(await nextMissing(grid)).toBe('1 name')
  expect(grid.session.announcement.get().text).toBe('No required cell of these columns is empty.')
})
