import { expect, test } from 'vitest'
import { openGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'

test('grid.next.1 Shift+F9 goes to the next row that still matches, around, and past those that were worked off', async () => {
  const { server, idOf } = partsServer(500)
  for (let part = 1; part <= 500; part += 1)
    server.write(idOf(part), { note: part <= 300 ? 'open' : 'ready' })
  const grid = await openGrid(server)
  await grid.show({ clauses: [{ key: 'note', operator: 'eq', value: 'open' }] })
  expect(grid.session.rowCount).toBe(300)
  for (let part = 2; part <= 299; part += 1) server.write(idOf(part), { note: 'ready' })
  const next = async () => {
    grid.press('Shift+F9')
    await grid.settle()
    const { row = -1, columnId = '' } = grid.session.selection.get()?.cursor ?? {}
    return `${row + 1} ${columnId}`
  }
  grid.goTo(1, 'Note')
  const reads = server.calls.filter((call) => call === 'GET /products').length
  expect(await next()).toBe('300 note')
  expect(server.calls.filter((call) => call === 'GET /products').length - reads).toBeLessThan(8)
  expect(await next()).toBe('1 note')
  server.write(idOf(1), { note: 'ready' })
  server.write(idOf(300), { note: 'ready' })
  expect(await next()).toBe('1 note')
  expect(grid.session.announcement.get().text).toBe('No other row of these still matches.')
})
