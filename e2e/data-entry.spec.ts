import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.edit.8 Ctrl+Enter in an editor with a list, and in one that takes the focus, writes into every selected cell', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api)
  await open()
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
  await expect(grid.status).toContainText('2 cells selected')
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
