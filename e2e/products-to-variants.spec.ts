import { expect, test } from './fixtures.ts'

test(
  'grid.rows.11 selected products become variants of a new one with what they share, and products again',
  { tag: '@long' },
  async ({ open, page, api, catalog, grid }) => {
    for (const color of ['Petrol', 'Ochre'])
      await api.create('products', {
        product_name: `Zoe cup ${color}`,
        sku: `ZC-${color}`,
        color,
        material: 'Stoneware',
      })
    const cups = () => api.list('products', { 'filter[product_name][starts_with]': 'Zoe cup' })
    await open()
    await page.getByRole('searchbox').fill('Zoe cup')
    await expect(grid.row('Zoe cup Petrol')).toBeVisible()
    await grid.goTo(1, 'SKU')
    await page.keyboard.press('Shift+ArrowDown')
    await catalog.findCommand('variants of one')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Make 2 products variants of one' })
    await expect(dialog.getByRole('textbox', { name: 'Product name of the product above them' })).toHaveValue(
      'Zoe cup',
    )
    await dialog.getByRole('button', { name: 'Make variants' }).click()
    await expect.poll(async () => (await cups()).length).toBe(3)
    const parent = (await cups()).find(({ label }) => label === 'Zoe cup')
    expect(parent?.attributes).toMatchObject({ material: 'Stoneware' })
    expect((await cups()).filter(({ parent_id: above }) => above === parent?.id)).toHaveLength(2)

    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(async () => (await cups()).length).toBe(2)
    expect((await cups()).every(({ parent_id: above }) => above === null)).toBe(true)

    const known = await api.create('products', { product_name: 'Zoe cup', sku: 'ZC' })
    await grid.expectTotal(3)
    await grid.goTo(2, 'SKU')
    await page.keyboard.press('Shift+ArrowDown')
    await catalog.findCommand('variants of one')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: /^It is the product that is there/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Make variants' }).click()
    await expect
      .poll(async () => (await cups()).filter(({ parent_id: above }) => above === known).length)
      .toBe(2)
    expect((await cups()).length).toBe(3)
  },
)
