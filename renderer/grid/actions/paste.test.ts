import { expect, test } from 'vitest'
import { openGrid, shownColumn, type TestGrid } from '../testing/open-grid.ts'
import { partsServer } from '../testing/parts.ts'
import { applyPaste } from './paste.ts'

const ownFormat = 'application/x-catalog-cells+json'

async function confirm({ session, settle }: TestGrid, addsRows: boolean): Promise<void> {
  const draft = session.pasteDraft.get()
  if (!draft) throw new Error('Nothing is asked.')
  session.pasteDraft.set(() => undefined)
  await applyPaste(session, draft, addsRows)
  await settle()
}

test('grid.clipboard.1 a copy carries text, a table and values, and is pasted back whole', async () => {
  const { server, idOf } = partsServer(2)
  const vendor = server.create('vendor', { title: 'Two of a name' })
  server.write(idOf(1), { price: 12.5, vendor, note: 'two\nlines "quoted"' })
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.press('Shift+End')
  const clip = grid.copy()
  expect(clip['text/plain']).toBe('Part 1\t12.5\t\t\t"two\nlines ""quoted"""\tTwo of a name')
  expect(clip['text/html']).toContain('x:num="12.5"')
  expect(clip[ownFormat]).toContain(vendor)

  grid.goTo(2, 'Name')
  grid.paste({ [ownFormat]: clip[ownFormat] ?? '' })
  await grid.settle()
  expect(server.read(idOf(2))).toEqual({
    name: 'Part 1',
    price: 12.5,
    note: 'two\nlines "quoted"',
    vendor: { id: vendor, type: 'vendor', label: 'Two of a name' },
  })
})

test('grid.clipboard.3 one cell fills the selection, a block tiles it, Ctrl+Z takes it back at once', async () => {
  const { server } = partsServer(4)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  grid.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  const prices: unknown[][] = []
  for (const act of [
    () => grid.paste('5'),
    () => grid.paste('1\n2\n'),
    () => grid.press('Control+z'),
    () => grid.press('Control+a', 'Control+z'),
  ]) {
    act()
    await grid.settle()
    prices.push(server.column('product', 'price'))
  }
  expect(prices).toEqual([
    [5, 5, 5, 5],
    [1, 2, 1, 2],
    [5, 5, 5, 5],
    [10, 20, 30, 40],
  ])
})

test('grid.clipboard.4 what does not fit is told before, the rest is written, F8 goes to what is left', async () => {
  const { server, idOf } = partsServer(3)
  server.create('vendor', { title: 'Kobo Studio' })
  const grid = await openGrid(server)
  grid.goTo(1, 'Name')
  grid.paste(
    [
      'A\t1\t3\t2026-01-31\tok\tkobo studio',
      'B\tmuch\t4\tsoon\tok\tNobody',
      'C\t3\t5\t2026-02-28\tok\tKobo Studio\tmore',
    ].join('\n'),
  )
  await grid.settle()
  const draft = grid.session.pasteDraft.get()
  expect(draft).toMatchObject({ outsideColumns: 1, readOnly: 0, newRows: [] })
  expect(draft?.cells).toHaveLength(15)
  expect(draft?.failures.map(({ write, reason }) => `${write.text}: ${reason}`)).toEqual([
    expect.stringMatching(/^much: Price takes a number/),
    expect.stringMatching(/^soon: Day takes a date/),
    expect.stringMatching(/^Nobody: There is no vendor “Nobody”/),
  ])
  expect(server.calls).not.toContain('POST /edits')

  await confirm(grid, false)
  expect(server.column('product', 'price')).toEqual([1, 20, 3])
  expect(server.read(idOf(1))).toMatchObject({ day: '2026-01-31', vendor: { label: 'Kobo Studio' } })
  expect(grid.session.overlay.counts.get()).toMatchObject({ pending: 0, refused: 3 })
  grid.press('Control+Home')
  const walked = ['F8', 'F8', 'Shift+F8'].map((key) => {
    grid.press(key)
    return grid.cursorText()
  })
  expect(walked).toEqual(['much', 'soon', 'much'])
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([10, 20, 30])
})

test('grid.clipboard.5 rows behind the last one become new rows where the user wants them', async () => {
  const { server } = partsServer(2)
  const grid = await openGrid(server)
  grid.goTo(2, 'Name')
  grid.paste('A\t1\nB\t2\nC\t3\n')
  await grid.settle()
  expect(grid.session.pasteDraft.get()).toMatchObject({ cells: { length: 2 }, newRows: { length: 2 } })
  await confirm(grid, true)
  expect(server.column('product', 'price')).toEqual([10, 1, 2, 3])
  expect(shownColumn(grid, 'Name')).toEqual(['Part 1', 'A', 'B', 'C'])
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([10, 20])
})

test('grid.clipboard.5 one cell that lands in the last row and in the last column hides nothing of the others', async () => {
  const { server } = partsServer(2)
  const grid = await openGrid(server)
  grid.goTo(2, 'Name')
  grid.paste('A\nB\nC\n')
  await grid.settle()
  expect(grid.session.pasteDraft.get()).toMatchObject({ cells: { length: 1 }, newRows: { length: 2 } })
  await confirm(grid, true)
  expect(server.column('product', 'name')).toEqual(['Part 1', 'A', 'B', 'C'])

  grid.press('Control+Home', 'End')
  grid.paste('x\ty\tz')
  await grid.settle()
  expect(grid.session.pasteDraft.get()).toMatchObject({ outsideColumns: 2 })
})

test('grid.clipboard.6 a server that refuses in the middle keeps the rest and says which', async () => {
  const { server } = partsServer(4, { data_type: 'single_line_text_field', constraints: { unique: true } })
  const grid = await openGrid(server)
  grid.goTo(1, 'Note')
  grid.paste('one\ntwo\none\nfour\n')
  await grid.settle()
  expect(server.column('product', 'note')).toEqual(['one', 'two', undefined, 'four'])
  grid.press('F8')
  expect(grid.cursorText()).toBe('one')
  expect(grid.session.announcement.get().text).toContain('must be unique')
})

test('grid.clipboard.7 a cut is copied and cleared', async () => {
  const { server } = partsServer(2)
  const grid = await openGrid(server)
  grid.goTo(1, 'Price')
  expect(grid.copy('onCut')['text/plain']).toBe('10')
  await grid.settle()
  expect(server.column('product', 'price')).toEqual([undefined, 20])
})

test('grid.clipboard.8 a thousand rows of ten columns are one edit, and no row is read again for it', async () => {
  const { server } = partsServer(1000)
  const keys = ['a', 'b', 'c', 'd']
  for (const key of keys) server.define('product', key, 'single_line_text_field')
  const grid = await openGrid(server)
  const rows = Array.from({ length: 1000 }, (_, row) =>
    [`Text ${row}`, row + 0.25, row, '2026-01-31', `line ${row}`, '', ...keys].join('\t'),
  )
  grid.goTo(1, 'Name')
  grid.paste(rows.join('\n'))
  await grid.settle()
  expect(grid.session.pasteDraft.get()?.cells).toHaveLength(10_000)
  const before = server.calls.length
  await confirm(grid, false)
  expect(server.calls.slice(before)).toEqual(['POST /edits'])
  expect(server.list('product')[999]?.attributes).toEqual({
    name: 'Text 999',
    price: 999.25,
    stock: 999,
    day: '2026-01-31',
    note: 'line 999',
    ...Object.fromEntries(keys.map((key) => [key, key])),
  })
  grid.press('Control+z')
  await grid.settle()
  expect(server.column('product', 'name')[999]).toBe('Part 1000')
})
