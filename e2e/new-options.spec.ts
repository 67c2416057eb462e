import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.option.1 the typed text becomes an option of a select, of several and of a status, which stays when the cell is undone', async ({
  api,
  open,
  page,
  grid,
}) => {
  const id = await prepare(api)
  await open()
  await test.step('a select, which is undone', async () => {
    await grid.goTo(1, 'Colour')
    await grid.input.pressSequentially('Turquoise')
    await expect(page.getByRole('option')).toHaveText(['Create “Turquoise”'])
    await expect(grid.input).not.toHaveAttribute('aria-activedescendant', /./)
    await grid.input.press('ArrowDown')
    await grid.input.press('Enter')
    await expect(await grid.cell(1, 'Colour')).toHaveText('Turquoise')
    await expect.poll(() => api.read('products', id)).toMatchObject({ colour: 'Turquoise' })
    expect(await optionsOf(api, 'colour')).toEqual(['Red', 'Blue', 'Turquoise'])

    await grid.input.press('Control+z')
    await expect.poll(() => api.read('products', id)).toMatchObject({ colour: 'Red' })
    expect(await optionsOf(api, 'colour')).toEqual(['Red', 'Blue', 'Turquoise'])
    await grid.input.press('Control+Home')
    await grid.goTo(1, 'Colour')
    await grid.input.pressSequentially('turquoise')
    await expect(page.getByRole('option')).toHaveText(['Turquoise'])
    await grid.input.press('Escape')
    await expect(grid.input).toHaveAccessibleName('Cell Colour')
  })
  await test.step('a multi-select takes several, and a slip alone makes no option', async () => {
    await grid.goTo(1, 'Shades')
    await grid.input.press('Enter')
    await grid.input.pressSequentially('Green')
    await page.getByRole('option', { name: 'Create “Green”' }).click()
    await expect(page.getByRole('button', { name: 'Remove Green' })).toBeVisible()
    await grid.input.press('Tab')
    await expect.poll(() => api.read('products', id)).toMatchObject({ shades: 'Red, Green' })
    expect(await optionsOf(api, 'shades')).toEqual(['Red', 'Blue', 'Green'])

    await grid.goTo(1, 'Shades')
    await grid.input.press('Enter')
    await grid.input.pressSequentially('Gren')
    await grid.input.press('Tab')
    await expect(await grid.cell(1, 'Shades')).toHaveAttribute('aria-invalid', 'true')
    expect(await optionsOf(api, 'shades')).toEqual(['Red', 'Blue', 'Green'])
  })
  await test.step('a status takes a new stage in the details', async () => {
    await grid.goTo(1, 'Stage')
    await grid.input.press('Space')
    const panel = page.getByRole('complementary', { name: /^Details of / })
    await panel.getByRole('button', { name: /^Stage / }).click()
    await panel.getByRole('combobox', { name: 'Edit Stage' }).fill('Late')
    await page.getByRole('option', { name: 'Create “Late”' }).click()
    await expect(panel.getByRole('button', { name: 'Stage Late' })).toBeVisible()
    await expect.poll(() => api.read('products', id)).toMatchObject({ stage: 'Late' })
  })
})

test(
  'grid.edit.9 a vendor that is not there is made from the cell that names it, and taken back by undo',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const text = { data_type: 'single_line_text_field', is_primary: true } as const
    await api.define({ name: 'Name', entity_type: 'product', ...text })
    await api.define({ name: 'Name', entity_type: 'vendor', ...text })
    const reference = { type: 'vendor' } as const
    await api.define({ name: 'Maker', entity_type: 'product', data_type: 'entity_reference', reference })
    const id = await api.create('products', { name: 'Freja' })
    await api.create('vendors', { name: 'Alpenholz' })
    const vendors = async () => (await api.list('vendors')).map(({ label }) => label)
    await open()
    await grid.goTo(1, 'Maker')
    await grid.input.pressSequentially('alpenholz')
    await expect(page.getByRole('option')).toHaveText(['Alpenholz'])
    await grid.input.fill('Nordvik')
    await expect(page.getByRole('option')).toHaveText(['Create “Nordvik”'])
    await expect(grid.input).not.toHaveAttribute('aria-activedescendant', /./)
    await grid.input.press('ArrowDown')
    await grid.input.press('Enter')
    await expect(await grid.cell(1, 'Maker')).toHaveText('Nordvik')
    await expect.poll(() => api.read('products', id)).toMatchObject({ maker: { label: 'Nordvik' } })
    await expect.poll(vendors).toEqual(['Alpenholz', 'Nordvik'])
    await grid.input.press('Control+z')
    await expect.poll(async () => (await api.read('products', id))['maker'] ?? null).toBe(null)
    await grid.input.press('Control+z')
    await expect.poll(vendors).toEqual(['Alpenholz'])
  },
)

async function prepare(api: Api): Promise<string> {
  const text = { data_type: 'single_line_text_field', is_primary: true } as const
  await api.define({ name: 'Name', entity_type: 'product', ...text })
  for (const [name, dataType] of [
    ['Colour', 'single_select_list'],
    ['Shades', 'multi_select_list'],
    ['Stage', 'status'],
  ] as const)
    await api.define({ name, entity_type: 'product', data_type: dataType, acceptable_values: 'Red, Blue' })
  return api.create('products', { name: 'Freja', colour: 'Red', shades: 'Red', stage: 'Red' })
}

async function optionsOf(api: Api, attribute: string): Promise<readonly string[] | undefined> {
  return (await api.attributes('product')).find(({ key }) => key === attribute)?.acceptable_values
}
