import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.range.1 a range grows by keys, by Shift and by Ctrl; the status bar sums it up', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 12)
  await open()
  await grid.goTo(1, 'Price')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(grid.status).toContainText('3 cells selected')
  await expect(grid.status).toContainText('3 filled')
  await expect(grid.status).toContainText('Sum 60')
  await expect(grid.status).toContainText('Average 20')
  await expect(grid.status).toContainText('Min 10')
  await expect(grid.status).toContainText('Max 30')

  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(grid.status).toContainText('12 cells selected')
  await (await grid.cell(1, 'Name')).click()
  await (await grid.cell(2, 'Price')).click({ modifiers: ['Shift'] })
  await expect(grid.status).toContainText('4 cells selected')
  await (await grid.cell(5, 'Price')).click({ modifiers: ['Control'] })
  await expect(grid.status).toContainText('5 cells selected')
  await expect(grid.status).toContainText('Sum 80')

  await page.keyboard.press('Control+Space')
  await expect(grid.status).toContainText('16 cells selected')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+Space')
  await expect(grid.status).toContainText('4 cells selected')
  await page.keyboard.press('Control+a')
  await expect(grid.status).toContainText('48 cells selected')
  await page.keyboard.press('Escape')
  await expect(grid.status).toContainText('Row 1 · Name')
})

test('grid.range.2 a drag selects, scrolls on at the edge, and whole rows come from their numbers', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 90)
  await open()
  const first = await (await grid.cell(1, 'Price')).boundingBox()
  const frame = await grid.root.boundingBox()
  if (!first || !frame) throw new Error('Nothing is drawn.')
  await page.mouse.move(first.x + 10, first.y + 10)
  await page.mouse.down()
  await page.mouse.move(first.x + 20, 845, { steps: 4 })
  await expect(grid.status).toContainText('90 cells selected', { timeout: 20_000 })
  await page.mouse.up()

  await page.keyboard.press('Control+Home')
  await grid.row(2).getByRole('rowheader').click()
  await grid
    .row(4)
    .getByRole('rowheader')
    .click({ modifiers: ['Shift'] })
  await expect(grid.status).toContainText('12 cells selected')
})

test('grid.fill.1 the handle goes on with a series; Ctrl+D and Ctrl+R copy; each is one step', async ({
  api,
  page,
  open,
  grid,
}) => {
  const ids = await prepare(api, 6)
  const prices = async () => (await api.list('products')).map(({ attributes }) => attributes['price'])
  await open()
  await grid.goTo(1, 'Price')
  await page.keyboard.press('Shift+ArrowDown')
  const handle = page.getByTitle('Drag to fill (Alt: copy)')
  const target = await (await grid.cell(5, 'Price')).boundingBox()
  const from = await handle.boundingBox()
  if (!target || !from) throw new Error('Nothing is drawn.')
  await api.write('products', ids[2] as string, { price: 7 })
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(prices).toEqual([10, 20, 30, 40, 50, 60])
  await expect(page.getByRole('heading', { name: '3 cells filled' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect.poll(prices).toEqual([10, 20, 7, 40, 50, 60])

  await grid.goTo(1, 'Name')
  for (let at = 1; at < 3; at += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  const names = async () => (await api.list('products')).map(({ attributes }) => attributes['name'])
  await expect.poll(names).toEqual(['Part 1', 'Part 1', 'Part 1', 'Part 4', 'Part 5', 'Part 6'])
  await page.keyboard.press('Control+z')
  await expect.poll(names).toEqual(['Part 1', 'Part 2', 'Part 3', 'Part 4', 'Part 5', 'Part 6'])

  await grid.goTo(1, 'Price')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+r')
  await expect.poll(async () => (await api.read('products', ids[0] as string))['stock']).toBe(10)
})

test('grid.drag.1 Escape ends the drag of a range and of the fill handle, and nothing has changed', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 6)
  await open()
  await grid.goTo(1, 'Price')
  await page.keyboard.press('Shift+ArrowDown')
  const from = await page.getByTitle('Drag to fill (Alt: copy)').boundingBox()
  const target = await (await grid.cell(5, 'Stock')).boundingBox()
  if (!target || !from) throw new Error('Nothing is drawn.')
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(target.x - 20, target.y + 10, { steps: 5 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(grid.status).toContainText('2 cells selected')
  await expect(grid.input).toBeFocused()

  await page.mouse.move(target.x + 10, target.y + 10)
  await page.mouse.down()
  await page.mouse.move(target.x + 10, target.y - 60, { steps: 5 })
  await expect(grid.status).toContainText('3 cells selected')
  await page.keyboard.press('Escape')
  await page.mouse.move(target.x + 10, target.y + 10, { steps: 3 })
  await page.mouse.up()
  await expect(grid.status).toContainText('2 cells selected')
  expect((await api.list('products')).map(({ attributes }) => attributes['price'])).toEqual([
    10, 20, 30, 40, 50, 60,
  ])
})

test('grid.clear.1 Delete clears a range and offers to take it back; Ctrl+; enters today', async ({
  api,
  page,
  open,
  grid,
}) => {
  const ids = await prepare(api, 3)
  await open()
  await grid.goTo(1, 'Price')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('heading', { name: '2 cells cleared' })).toBeVisible()
  await expect.poll(() => api.read('products', ids[0] as string)).toEqual({ name: 'Part 1' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => api.read('products', ids[1] as string)).toMatchObject({ name: 'Part 2', price: 20 })

  await grid.goTo(1, 'Day')
  await page.keyboard.press('Control+;')
  await expect
    .poll(async () => (await api.read('products', ids[0] as string))['day'])
    .toMatch(/^\d{4}-\d\d-\d\d$/)
})

/** Parts with a name, a price of ten times their number, and attributes to fill; gives their ids. */
async function prepare(api: Api, count: number): Promise<string[]> {
  const attribute = { entity_type: 'product' } as const
  await api.define({ ...attribute, name: 'Name', data_type: 'single_line_text_field', is_primary: true })
  await api.define({ ...attribute, name: 'Price', data_type: 'number' })
  await api.define({ ...attribute, name: 'Stock', data_type: 'number' })
  await api.define({ ...attribute, name: 'Day', data_type: 'date' })
  const ids: string[] = []
  for (let at = 1; at <= count; at += 1) {
    ids.push(await api.create('products', { name: `Part ${at}`, price: at * 10 }))
  }
  return ids
}
