import { expect, test } from 'vitest'
import { FakeServer } from '../testing/fake-server.ts'
import { openGrid } from '../testing/open-grid.ts'

const path = (digit: string): string => `files/${digit.repeat(64)}.jpg`

function picturesServer() {
  const server = new FakeServer()
  server.define('image', 'Title', 'single_line_text_field', { is_primary: true })
  server.define('image', 'File name', 'single_line_text_field')
  server.define('image', 'Image URL', 'image')
  server.define('product', 'Name', 'single_line_text_field', { is_primary: true })
  server.define('product', 'Photo', 'image')
  server.define('product', 'Main', 'entity_reference', { reference: { type: 'image' } })
  server.define('product', 'Gallery', 'entity_list_reference', { reference: { type: 'image' } })
  const image = (title: string, name: string, digit: string): string =>
    server.create('image', { title, file_name: name, image_url: path(digit) })
  const ids = [image('Oak chair, front', 'CH-100_1.jpg', 'a'), image('Oak chair, back', 'CH-100_2.jpg', 'b')]
  server.unplaced.push({ name: 'team.jpg', path: path('c') })
  const products = [1, 2].map((part) => server.create('product', { name: `Part ${part}` }))
  return { server, ids, idOf: (part: number): string => products[part - 1] ?? '' }
}

const asked = async (column: string, text: string) => {
  const { server, ids, idOf } = picturesServer()
  const grid = await openGrid(server)
  grid.goTo(1, column)
  grid.paste(text)
  await grid.settle()
  return { grid, server, ids, idOf, values: server.read(idOf(1)) }
}

test.each([
  ['the name of a file', 'CH-100_1.jpg', path('a')],
  ['the label of an image, with a comma', 'Oak chair, back', path('b')],
  ['a file that waits to be placed', 'team.jpg', path('c')],
  ['a stored file', path('d'), path('d')],
  ['a linked file', 'linked/x/Chairs, 2026/a.jpg', 'linked/x/Chairs, 2026/a.jpg'],
  ['several names of which it takes the first', '"CH-100_2.jpg\nCH-100_1.jpg"', path('b')],
])('grid.clipboard.10 a cell of pictures takes %s', async (_what, text, value) => {
  const { values } = await asked('Photo', text)
  expect(values.photo).toBe(value)
})

test.each([
  ['a line each', '"CH-100_2.jpg\nCH-100_1.jpg"'],
  ['commas', 'CH-100_2.jpg, CH-100_1.jpg'],
  ['semicolons and bars', `${path('b')}; |Oak chair, front`],
])('grid.clipboard.10 references to images take names with %s, in their order', async (_what, text) => {
  const { values, ids } = await asked('Gallery', text)
  expect(values.gallery).toMatchObject([{ id: ids[1] }, { id: ids[0] }])
})

test('grid.clipboard.10 what is not found is told by name, and the rest is pasted', async () => {
  const { values, ids, grid } = await asked('Gallery', 'CH-100_1.jpg; gone.jpg; lost.jpg')
  expect(values.gallery).toMatchObject([{ id: ids[0] }])
  expect(grid.session.announcement.get().text).toMatch(/1 cell pasted.*“gone\.jpg”.*“lost\.jpg”/)

  const one = await asked('Main', 'CH-100_1.jpg')
  expect(one.values.main).toMatchObject({ id: one.ids[0] })
  const none = await asked('Photo', 'gone.jpg')
  expect(none.values.photo).toBeUndefined()
  expect(none.grid.session.overlay.get(none.idOf(1), 'photo')).toMatchObject({
    reason: expect.stringContaining('gone.jpg'),
  })
})

test('grid.clipboard.10 many cells are shown before, with the names that are left out', async () => {
  const { grid, server } = await asked('Gallery', 'CH-100_1.jpg; gone.jpg\nCH-100_2.jpg')
  const draft = grid.session.pasteDraft.get()
  expect(draft?.cells.map(({ write }) => write.leftOut ?? [])).toEqual([
    [expect.stringContaining('“gone.jpg”')],
    [],
  ])
  expect(server.calls).not.toContain('POST /edits')
})
