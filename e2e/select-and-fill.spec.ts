import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test(
  'grid.range.1 grid.range.2 a range grows by Shift and Ctrl, a drag scrolls on at the edge, whole rows come from their numbers',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await prepare(api, 90)
    await open()
    await (await grid.cell(1, 'Name')).click()
    await (await grid.cell(2, 'Price')).click({ modifiers: ['Shift'] })
    await expect(grid.status).toContainText('4 cells selected')
    await (await grid.cell(5, 'Price')).click({ modifiers: ['Control'] })
    await expect(grid.status).toContainText('5 cells selected')
    for (const text of ['5 filled', 'Sum 80', 'Min 10', 'Max 50'])
      await expect(grid.status).toContainText(text)

    const first = await (await grid.cell(1, 'Price')).boundingBox()
    if (!first) throw new Error('Nothing is drawn.')
    await page.mouse.move(first.x + 10, first.y + 10)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, 845, { steps: 4 })
    await expect(grid.status).toContainText('90 cells selected')
    await page.mouse.up()

    await page.keyboard.press('Control+Home')
    await grid.row(2).getByRole('rowheader').click()
    await grid
      .row(4)
      .getByRole('rowheader')
      .click({ modifiers: ['Shift'] })
    await expect(grid.status).toContainText('12 cells selected')
  },
)

test('grid.fill.1 grid.clear.1 grid.drag.1 the handle goes on with a series, Escape ends a drag, and toasts offer to take a fill and a clearing back', async ({
  api,
  page,
  open,
  grid,
}) => {
  const ids = await prepare(api, 6)
  await open()
  await test.step('Escape ends the drag of a range and of the fill handle, and nothing has changed', async () => {
    await grid.goTo(1, 'Price')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(grid.status).toContainText('2 cells selected')
    const from = await page.getByTitle('Drag to fill').boundingBox()
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
  await test.step('the handle, and the toasts of a fill and a clearing', async () => {
    const prices = async () => (await api.list('products')).map(({ attributes }) => attributes['price'])
    await grid.goTo(1, 'Price')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(grid.status).toContainText('2 cells selected')
    const handle = page.getByTitle('Drag to fill')
    const target = await (await grid.cell(5, 'Price')).boundingBox()
    const from = await handle.boundingBox()
    if (!target || !from) throw new Error('Nothing is drawn.')
    await api.write('products', ids[2] as string, { price: 7 })
    await expect(await grid.cell(3, 'Price')).toHaveText('7')
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(target.x + 20, target.y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(prices).toEqual([10, 20, 30, 40, 50, 60])
    await expect(page.getByRole('heading', { name: '3 cells filled' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect.poll(prices).toEqual([10, 20, 7, 40, 50, 60])

    await grid.goTo(1, 'Price')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('heading', { name: '2 cells cleared' })).toBeVisible()
    await expect.poll(prices).toEqual([undefined, undefined, 7, 40, 50, 60])
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await expect(undo).toHaveCount(1)
    await undo.click()
    await expect.poll(prices).toEqual([10, 20, 7, 40, 50, 60])
  })
})

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
