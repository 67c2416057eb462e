import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.option.1 the typed text becomes an option of a select, which stays when the cell is undone', async ({
  api,
  open,
  page,
  grid,
}) => {
  const id = await prepare(api, 'single_select_list', 'Red')
  await open()
  await grid.goTo(1, 'Colour')
  await grid.input.pressSequentially('Turquoise')
  await expect(page.getByRole('option')).toHaveText(['Create “Turquoise”'])
  await expect(grid.input).not.toHaveAttribute('aria-activedescendant', /./)
  await grid.input.press('ArrowDown')
  await grid.input.press('Enter')
  await expect(await grid.cell(1, 'Colour')).toHaveText('Turquoise')
  await expect.poll(() => api.read('products', id)).toMatchObject({ colour: 'Turquoise' })
  expect(await optionsOf(api)).toEqual(['Red', 'Blue', 'Turquoise'])

  await grid.input.press('Control+z')
  await expect.poll(() => api.read('products', id)).toMatchObject({ colour: 'Red' })
  expect(await optionsOf(api)).toEqual(['Red', 'Blue', 'Turquoise'])
  await grid.input.press('Control+Home')
  await grid.goTo(1, 'Colour')
  await grid.input.pressSequentially('turquoise')
  await expect(page.getByRole('option')).toHaveText(['Turquoise'])
})

test('grid.option.1 a multi-select takes several, and a slip alone makes no option', async ({
  api,
  open,
  page,
  grid,
}) => {
  const id = await prepare(api, 'multi_select_list', 'Red')
  await open()
  await grid.goTo(1, 'Colour')
  await grid.input.press('Enter')
  await grid.input.pressSequentially('Green')
  await page.getByRole('option', { name: 'Create “Green”' }).click()
  await expect(page.getByRole('button', { name: 'Remove Green' })).toBeVisible()
  await grid.input.press('Tab')
  await expect.poll(() => api.read('products', id)).toMatchObject({ colour: 'Red, Green' })
  expect(await optionsOf(api)).toEqual(['Red', 'Blue', 'Green'])

  await grid.goTo(1, 'Colour')
  await grid.input.press('Enter')
  await grid.input.pressSequentially('Gren')
  await grid.input.press('Tab')
  await expect(await grid.cell(1, 'Colour')).toHaveAttribute('aria-invalid', 'true')
  expect(await optionsOf(api)).toEqual(['Red', 'Blue', 'Green'])
})

test('grid.option.1 a status takes a new stage in the details', async ({ api, open, page, grid }) => {
  const id = await prepare(api, 'status', 'Red')
  await open()
  await grid.goTo(1, 'Colour')
  await grid.input.press('Space')
  const panel = page.getByRole('complementary', { name: /^Details of / })
  await panel.getByRole('button', { name: /^Colour / }).click()
  await panel.getByRole('combobox', { name: 'Edit Colour' }).fill('Late')
  await page.getByRole('option', { name: 'Create “Late”' }).click()
  await expect(panel.getByRole('button', { name: 'Colour Late' })).toBeVisible()
  await expect.poll(() => api.read('products', id)).toMatchObject({ colour: 'Late' })
})

async function prepare(
  api: Api,
  dataType: 'single_select_list' | 'multi_select_list' | 'status',
  colour: string,
): Promise<string> {
  const text = { data_type: 'single_line_text_field', is_primary: true } as const
  await api.define({ name: 'Name', entity_type: 'product', ...text })
  const options = { data_type: dataType, acceptable_values: 'Red, Blue' }
  await api.define({ name: 'Colour', entity_type: 'product', ...options })
  return api.create('products', { name: 'Freja', colour })
}

async function optionsOf(api: Api): Promise<readonly string[] | undefined> {
  return (await api.attributes('product')).find(({ key }) => key === 'colour')?.acceptable_values
}
