import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.edit.8 Ctrl+Enter writes what is typed into every selected cell, as one step', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api)
  await open()
  await grid.goTo(2, 'Price')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await grid.input.pressSequentially('7.5')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => values(api, 'price')).toEqual([10, 7.5, 7.5, 40])
  await expect.poll(() => values(api, 'stock')).toEqual([1, 7.5, 7.5, 4])
  await expect(grid.status).toContainText('4 cells selected')
  await grid.input.press('Control+z')
  await expect.poll(() => values(api, 'price')).toEqual([10, 20, 30, 40])
  await expect.poll(() => values(api, 'stock')).toEqual([1, 2, 3, 4])

  // The same in an editor with a list, and in one that takes the focus.
  await grid.goTo(1, 'Finish')
  await page.keyboard.press('Shift+ArrowDown')
  await grid.input.pressSequentially('wal')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => values(api, 'finish')).toEqual(['Walnut', 'Walnut', undefined, undefined])
  await grid.goTo(3, 'Note')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('two\nlines')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => values(api, 'note')).toEqual([undefined, undefined, 'two\nlines', 'two\nlines'])
  await expect(grid.input).toBeFocused()
})

test('grid.edit.8 Tab and Enter walk inside a selected range, and back with Shift', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api)
  await open()
  await grid.goTo(2, 'Price')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  for (const [text, key] of [
    ['1', 'Tab'],
    ['2', 'Tab'],
    ['3', 'Tab'],
    ['4', 'Tab'],
  ] as const) {
    await grid.input.pressSequentially(text)
    await page.keyboard.press(key)
  }
  await expect.poll(() => values(api, 'price')).toEqual([10, 1, 3, 40])
  await expect.poll(() => values(api, 'stock')).toEqual([1, 2, 4, 4])
  await expect(grid.status).toContainText('4 cells selected')
  await expect(grid.cursor).toHaveText(/^1/)
  await page.keyboard.press('Enter')
  await expect(grid.cursor).toHaveText(/^3/)
  await page.keyboard.press('Enter')
  await expect(grid.cursor).toHaveText(/^2/)
  await page.keyboard.press('Shift+Enter')
  await expect(grid.cursor).toHaveText(/^3/)
  await page.keyboard.press('Shift+Tab')
  await expect(grid.cursor).toHaveText(/^2/)
  await grid.expectTotal(4)
  await page.keyboard.press('Escape')
  await expect(grid.status).toContainText('Row 2 · Stock')
})

test('grid.edit.8 after a run of Tab, Enter goes to the next row where the run began', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api)
  await open()
  await grid.goTo(1, 'Price')
  for (const row of ['11\t12', '21\t22']) {
    const [price = '', stock = ''] = row.split('\t')
    await grid.input.pressSequentially(price)
    await page.keyboard.press('Tab')
    await grid.input.pressSequentially(stock)
    await page.keyboard.press('Enter')
  }
  await expect(grid.status).toContainText('Row 3 · Price')
  await expect.poll(() => values(api, 'price')).toEqual([11, 21, 30, 40])
  await expect.poll(() => values(api, 'stock')).toEqual([12, 22, 3, 4])
})

async function values(api: Api, key: string): Promise<unknown[]> {
  return (await api.list('products')).map(({ attributes }) => attributes[key])
}

async function prepare(api: Api): Promise<void> {
  const attribute = { entity_type: 'product' } as const
  await api.define({ ...attribute, name: 'Name', data_type: 'single_line_text_field', is_primary: true })
  await api.define({ ...attribute, name: 'Price', data_type: 'number' })
  await api.define({ ...attribute, name: 'Stock', data_type: 'number' })
  await api.define({
    ...attribute,
    name: 'Finish',
    data_type: 'single_select_list',
    acceptable_values: 'Oak, Walnut',
  })
  await api.define({ ...attribute, name: 'Note', data_type: 'multi_line_text_field' })
  for (let at = 1; at <= 4; at += 1) {
    await api.create('products', { name: `Part ${at}`, price: at * 10, stock: at })
  }
}
