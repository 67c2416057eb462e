import { expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { rememberImport } from './history.ts'
import { applyPaste } from './paste.ts'
import { idleCommands } from './grid-commands.ts'
import { discardRefused } from './refusals.ts'
import { openGrid, shownColumn } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'

test('grid.history.1 undo and redo of edits survive a new order, and go by entity', async () => {
  const { server } = partsServer(4)
  const names = () => server.column('product', 'name').slice(0, 2)
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.type('Zebra chair')
  grid.press('Enter')
  grid.type('Aardvark table')
  grid.press('Enter')
  await grid.settle()
  expect(names()).toEqual(['Zebra chair', 'Aardvark table'])

  await grid.show({ sort: [{ key: 'name', descending: false }] })
  expect(shownColumn(grid, 'Name')).toEqual(['Aardvark table', 'Part 3', 'Part 4', 'Zebra chair'])
  grid.press('Control+z')
  await grid.settle()
  expect(names()).toEqual(['Zebra chair', 'Part 2'])
  expect(grid.cursorText()).toBe('Part 2')
  grid.press('Control+z')
  await grid.settle()
  expect(names()).toEqual(['Part 1', 'Part 2'])

  grid.press('Control+y')
  await grid.settle()
  expect(names()).toEqual(['Zebra chair', 'Part 2'])
  grid.press('Control+Shift+z')
  await grid.settle()
  expect(names()).toEqual(['Zebra chair', 'Aardvark table'])
})

test('grid.history.2 what somebody has changed since is left alone, and told', async () => {
  const { server, idOf } = partsServer(2)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.type('11')
  grid.press('Enter')
  await grid.settle()
  server.write(idOf(1), { price: 99 })
  grid.press('Control+z')
  await grid.settle()
  expect(grid.session.announcement.get().text).toMatch(
    /^Not everything was undone\. Price of .* is “99” by now/,
  )
  expect(server.column('product', 'price')).toEqual([99, 20])
})

test('grid.history.6 who has changed it since, and when, is told with what is left', async () => {
  const { server, idOf } = partsServer(2)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.type('11')
  grid.press('Enter')
  await grid.settle()
  server.write(idOf(1), { price: null })
  const at = new Date(Date.now() - 5 * 60_000).toISOString()
  server.otherWriter = { actor: { type: 'user', id: 'b', name: 'Ben Okoro' }, at }
  grid.press('Control+z')
  await grid.settle()
  expect(grid.session.announcement.get().text).toMatch(
    /Price of .* is empty by now: it was changed by Ben Okoro 5 minutes ago, so it was left\./,
  )
})

test('grid.history.3 a refused edit is taken back too, and is passed over once it was corrected', async () => {
  const { server } = partsServer(1)
  server.define('product', 'Weight', 'number', { constraints: { min: 0 } })
  const grid = await openGrid(server)
  grid.goTo(1, 'Weight')
  grid.type('-4')
  grid.press('Enter')
  await grid.settle()
  expect(grid.session.overlay.counts.get()).toMatchObject({ pending: 0, refused: 1 })
  expect(grid.session.log.state.get().undo).toBe('edit of Weight')
  grid.press('Control+z')
  await grid.settle()
  expect(grid.session.overlay.counts.get()).toMatchObject({ refused: 0 })
  expect(grid.session.log.state.get().undo).toBeUndefined()

  grid.goTo(1, 'Name')
  grid.type('One')
  grid.press('Enter')
  grid.goTo(1, 'Weight')
  grid.type('-4')
  grid.press('Enter')
  await grid.settle()
  expect(idleCommands(grid.session)).toEqual(new Set(['discard-row', 'redo']))
  discardRefused(grid.session)
  expect(idleCommands(grid.session)).toEqual(
    new Set(['discard-row', 'discard-refused', 'next-error', 'redo']),
  )
  expect(grid.session.overlay.counts.get()).toMatchObject({ refused: 0 })
  expect(grid.session.announcement.get().text).toBe('1 rejected change was discarded.')
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'name')).toEqual(['Part 1'])
})

test('grid.history.3 a paste of which some was refused is one step: no cell shows what is not stored', async () => {
  const { server } = partsServer(3)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.paste('11\nx\n13\n')
  await grid.settle()
  const draft = grid.session.pasteDraft.get()
  if (!draft) throw new Error('Nothing is asked.')
  await applyPaste(grid.session, draft, false)
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([11, 20, 13])
  expect(grid.session.overlay.counts.get()).toMatchObject({ refused: 1 })
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([10, 20, 30])
  expect(grid.session.overlay.counts.get()).toMatchObject({ pending: 0, refused: 0 })
})

test('grid.history.5 after an import Undo offers to take it back, once, and goes on with what was before', async () => {
  const { server } = partsServer(1)
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.type('One')
  grid.press('Enter')
  await grid.settle()
  const job = { id: 'job', name: 'import', metadata: { file: 'chairs.csv' } } as unknown as Job
  rememberImport(grid.session, job)
  rememberImport(grid.session, job)
  expect(grid.session.log.state.get().undo).toBe('import of chairs.csv')
  grid.press('Control+z')
  await grid.settle()
  expect(grid.session.announcement.get().text).toMatch(/^Undo the import of chairs\.csv\?/)
  expect(server.column('product', 'name')).toEqual(['One'])
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'name')).toEqual(['Part 1'])
})

test('grid.history.4 adding a row and moving rows to the trash are undone too', async () => {
  const { server, idOf } = partsServer(2)
  server.create('product', { name: 'Variant' }, idOf(1))
  const count = () => server.list('product').length
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.press('Control+Enter')
  grid.type('Undone soon')
  grid.press('Enter')
  await grid.settle()
  expect(count()).toBe(4)
  for (const [key, expected] of [
    ['Control+z', 3],
    ['Control+y', 4],
    ['Control+z', 3],
  ] as const) {
    grid.press(key)
    await grid.settle()
    expect(count()).toBe(expected)
  }

  grid.press('Control+Home', 'Control+Delete')
  await grid.settle()
  expect(count()).toBe(1)
  grid.press('Control+z')
  await grid.settle()
  expect(count()).toBe(3)
})

test('grid.edit.9 a vendor that was made for a cell goes to the trash by the undo behind that of the cell, and comes back', async () => {
  const { server } = partsServer(2)
  const id = server.create('vendor', { title: 'Nordvik Two' })
  const isThere = () => server.column('vendor', 'title').includes('Nordvik Two')
  const grid = await openGrid(server)
  const { session } = grid
  session.context.onCreated?.({ id, type: 'vendor', label: 'Nordvik Two' })
  expect(session.log.state.get().undo).toBe('creation of Nordvik Two')
  grid.press('Control+z')
  await grid.settle()
  expect(isThere()).toBe(false)
  grid.press('Control+y')
  await grid.settle()
  expect(isThere()).toBe(true)
})
