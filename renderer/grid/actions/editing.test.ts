import { expect, test } from 'vitest'
import { openGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'

test('grid.edit.1 typing replaces, Enter and F2 edit; Enter goes down, Tab right, Escape leaves as it was', async () => {
  const { server } = partsServer(3)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.type('11')
  grid.press('Enter')
  expect(grid.status()).toContain('Row 2 · Price')
  grid.press('F2')
  grid.type('5')
  grid.press('Tab')
  expect(grid.status()).toContain('Row 2 · Stock')
  grid.type('3')
  grid.press('Shift+Tab')
  expect(grid.status()).toContain('Row 2 · Price')
  grid.type('7')
  grid.press('Shift+Enter')
  expect(grid.status()).toContain('Row 1 · Price')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([11, 7, 30])
  expect(server.column('product', 'stock')).toEqual([undefined, 3, undefined])

  const calls = [...server.calls]
  grid.goTo(3, 'Name')
  for (const into of ['Enter', 'F2']) {
    grid.press(into)
    grid.type('lost')
    expect(grid.session.editor.get()?.text).toBe('Part 3lost')
    grid.press('Escape')
    expect(grid.text(3, 'Name')).toBe('Part 3')
  }
  grid.type('lost')
  grid.press('Escape')
  await grid.settle()
  expect(grid.text(3, 'Name')).toBe('Part 3')
  expect(server.calls).toEqual(calls)
})

test('grid.edit.3 a refused edit keeps its text and says why, is walked to, corrected and given up by keys', async () => {
  const { server } = partsServer(2)
  server.define('product', 'Weight', 'number', { constraints: { min: 0 } })
  const grid = await openGrid(server)
  grid.goTo(1, 'Weight')
  grid.type('-1')
  grid.press('Enter')
  await grid.settle()
  expect(grid.session.announcement.get().text).toBe('Not saved: 1 rejected. F8 takes you there.')
  grid.press('Control+Home', 'F8')
  expect(grid.session.announcement.get().text).toBe(
    'Weight, -1, row 1 of 2, not saved: Weight must be at least 0.',
  )
  grid.press('Enter')
  expect(grid.session.editor.get()).toMatchObject({ text: '-1', isTyped: true })
  grid.press('Escape')
  grid.type('12.5')
  grid.press('Enter')
  await grid.settle()
  expect(server.column('product', 'weight')).toEqual([12.5, undefined])
})

test('grid.edit.6 what cannot be edited says why, whatever key is pressed', async () => {
  const { server } = partsServer(1)
  server.define('product', 'Total', 'formula', { writable: false })
  const grid = await openGrid(server)
  grid.goTo(1, 'Total')
  for (const key of ['Enter', 'F2']) {
    grid.session.note.set(() => undefined)
    grid.press(key)
    expect(grid.session.editor.get()).toBeUndefined()
    expect(grid.session.note.get()?.text).toMatch(/computed by a formula/)
  }
  grid.type('x')
  grid.press('Delete')
  await grid.settle()
  expect(grid.session.editor.get()).toBeUndefined()
  expect(server.calls.filter((call) => call === 'POST /edits')).toEqual([])
})

test('grid.edit.8 Ctrl+Enter writes what is typed into every selected cell, as one step', async () => {
  const { server } = partsServer(4)
  const grid = await openGrid(server)
  grid.goTo(2, 'Price')
  grid.press('Shift+ArrowDown', 'Shift+ArrowRight')
  grid.type('7.5')
  grid.press('Control+Enter')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([10, 7.5, 7.5, 40])
  expect(server.column('product', 'stock')).toEqual([undefined, 7.5, 7.5, undefined])
  expect(grid.status()).toContain('4 cells selected')
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([10, 20, 30, 40])
  expect(server.column('product', 'stock')).toEqual([undefined, undefined, undefined, undefined])
})

test('grid.edit.8 Tab and Enter walk inside a selected range, and back with Shift', async () => {
  const { server } = partsServer(4)
  const grid = await openGrid(server)
  grid.goTo(2, 'Price')
  grid.press('Shift+ArrowDown', 'Shift+ArrowRight')
  for (const text of ['1', '2', '3', '4']) {
    grid.type(text)
    grid.press('Tab')
  }
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([10, 1, 3, 40])
  expect(server.column('product', 'stock')).toEqual([undefined, 2, 4, undefined])
  expect(grid.status()).toContain('4 cells selected')
  const walked = ['Enter', 'Enter', 'Shift+Enter', 'Shift+Tab'].map((key) => {
    const before = grid.cursorText()
    grid.press(key)
    return `${before} ${key} ${grid.cursorText()}`
  })
  expect(walked).toEqual(['1 Enter 3', '3 Enter 2', '2 Shift+Enter 3', '3 Shift+Tab 2'])
  expect(grid.session.rowCount).toBe(4)
  grid.press('Escape')
  expect(grid.status()).toContain('Row 2 · Stock')
})

test('grid.edit.8 after a run of Tab, Enter goes to the next row where the run began', async () => {
  const { server } = partsServer(4)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  for (const [price, stock] of [
    ['11', '12'],
    ['21', '22'],
  ] as const) {
    grid.type(price)
    grid.press('Tab')
    grid.type(stock)
    grid.press('Enter')
  }
  expect(grid.status()).toContain('Row 3 · Price')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([11, 21, 30, 40])
  expect(server.column('product', 'stock')).toEqual([12, 22, undefined, undefined])
})
