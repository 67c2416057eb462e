import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('grid.rows.10 twelve variants of two axes are made in at most eight actions, and taken back by one', async ({
  open,
  page,
  api,
  grid,
}) => {
  const id = await api.create('products', { product_name: 'Aage shirt', sku: 'AS' })
  const variants = () => api.list('products', { 'filter[parent_id]': id })
  await open()
  await page.getByRole('searchbox').fill('Aage shirt')
  await expect(grid.row('Aage shirt')).toBeVisible()
  await grid.goTo(1, 'Product name')

  // Six actions: the keys, a text and Enter for each axis, and the keys that make the variants.
  await page.keyboard.press('Control+Alt+Enter')
  const dialog = page.getByRole('dialog', { name: 'Variants of Aage shirt' })
  await expect(dialog.getByRole('textbox', { name: 'Add a value to Colour' })).toBeFocused()
  await page.keyboard.type('Terracotta, Petrol, Night blue')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Add a value to Material' })).toBeFocused()
  await page.keyboard.type('Oak, Walnut, Steel, Wool')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Create 12 variants' })).toBeVisible()
  await page.keyboard.press('Control+Enter')

  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await variants()).length).toBe(12)
  await expect(grid.row(2)).toContainText('Aage shirt, ')
  const { data } = (await api.get(`/products/${id}/axes`)).body
  expect(data).toMatchObject({ origin: 'own', axes: [{ attribute: 'color' }, { attribute: 'material' }] })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(async () => (await variants()).length).toBe(0)
})

test(
  'grid.rows.10 variants that are there are edited in their cells, values move by keys, and a new value brings its own',
  { tag: '@long' },
  async ({ open, page, api, grid }) => {
    await open()
    await grid.goTo(1, 'SKU')
    await page.keyboard.press('Control+Alt+Enter')
    const dialog = page.getByRole('dialog', { name: /^Variants of/ })
    const heads = dialog.getByRole('columnheader')
    await expect(heads.first()).toContainText('×')
    await expectAccessible(page, { within: '[role=dialog]' })
    await expect(dialog.getByRole('button', { name: 'Create variants' })).toBeDisabled()

    const pattern = dialog.getByRole('textbox', { name: 'SKU', exact: true })
    await expect(pattern).toHaveAttribute('placeholder', '{SKU}-{Material}-{Colour}')
    await pattern.fill('{SKU}_{Colour}_{n}')
    await expect(dialog.getByPlaceholder(/^CH-100_[A-Z]+_\d/).first()).toBeVisible()

    const before = await heads.allTextContents()
    await dialog.getByRole('button', { name: `Move ${before[1]}`, exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(heads.nth(2)).toHaveText(before[1] ?? '')

    const price = dialog.getByRole('button', { name: /^Price of / }).first()
    await price.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('77')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await api.list('products', { 'filter[price]': '77' })).length).toBe(1)

    await dialog
      .getByRole('button', { name: /^Add .* to Colour$/ })
      .first()
      .click()
    await expect(dialog.getByRole('button', { name: /^Create \d variants$/ })).toBeEnabled()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page, { within: '[role=dialog]' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  },
)
