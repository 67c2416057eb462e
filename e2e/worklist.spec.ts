import { expect, test } from './fixtures.ts'
import { FilterPanel } from './pages/filter-panel.ts'

const completeness = 'Google Merchant Center completeness'

test('grid.missing.1 grid.missing.2 completeness of a channel is a column, a filter and an order, and F9 leads from gap to gap', async ({
  page,
  open,
  grid,
  api,
}) => {
  await api.post('/products', { attributes: { product_name: 'Aaa without anything' } })
  await open()
  await expect(grid.row(1)).toBeVisible()
  await test.step('it is chosen in the columns panel and shows what the API tells', async () => {
    await expect(grid.header(completeness)).toBeHidden()
    await page.getByRole('button', { name: /^Columns/ }).click()
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: completeness }).click()
    await page.keyboard.press('Escape')
    await grid.chooseFromMenu('Product name', 'Sort ascending')
    const { body } = await api.get('/products?sort=product_name&limit=1&fields=completeness:google_merchant')
    const percent: number = body.data[0].attributes['completeness:google_merchant']
    expect(percent).toBeLessThan(80)
    await grid.goTo(1, completeness)
    await expect(grid.cursor).toHaveText(`${percent}%`)
    await expect(grid.cursor.locator('[data-level="far"]')).toBeVisible()
  })
  await test.step('F9 goes to what is missing, and what is filled counts at once', async () => {
    const before = Number.parseInt(await grid.cursor.innerText(), 10)
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('F9')
    await expect(grid.input).toHaveAccessibleName('Cell SKU')
    for (let name = 'Cell SKU'; name !== 'Cell Description';) {
      await page.keyboard.press('F9')
      await expect(grid.input).not.toHaveAccessibleName(name)
      name = (await grid.input.getAttribute('aria-label')) ?? ''
      await expect(grid.cursor).toHaveText('')
    }
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('A text')
    await page.keyboard.press('Control+Enter')
    const cell = await grid.cell(1, 'Description')
    await expect(cell).toHaveText('A text')
    await grid.goTo(1, completeness)
    await expect.poll(async () => Number.parseInt(await grid.cursor.innerText(), 10)).toBeGreaterThan(before)
  })
  await test.step('it sorts and filters', async () => {
    await grid.chooseFromMenu(completeness, 'Sort descending')
    await expect.poll(async () => (await grid.values(completeness, 1))[0]).toBe('100%')
    await grid.chooseFromMenu(completeness, 'Filter by this column…')
    const panel = new FilterPanel(page, `Filter by ${completeness}`)
    await panel.select(1, 'Operator', 'is less than')
    await panel.type(1, '100')
    const { body } = await api.get('/products?filter[completeness:google_merchant][lt]=100&limit=1')
    await grid.expectTotal(body.pagination.total)
    await panel.close()
  })
  await test.step('a saved view keeps it', async () => {
    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('To do')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'View To do', exact: true })).toBeVisible()
    await page.reload()
    await expect(grid.row(1)).toBeVisible()
    await grid.goTo(1, completeness)
    await expect(page.getByRole('button', { name: 'View To do', exact: true })).toBeVisible()
  })
})

test(
  'grid.detail.7 a badge of the details tells for how many channels a product is complete, and leads to what is missing',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    const id = await api.create('products', { product_name: 'Aaa without anything' })
    await open()
    await expect(grid.row(1)).toBeVisible()
    await grid.chooseFromMenu('Product name', 'Sort ascending')
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Space')
    const badge = page.getByRole('button', { name: /^Incomplete for \d of \d channels$/ })
    await badge.click()
    const asked = page.getByRole('dialog', { name: 'What channels still ask for' })
    const { body } = await api.get(`/products/${id}/completeness`)
    const incomplete = body.data.filter(({ complete }: { complete: boolean }) => !complete)
    await expect(asked.getByRole('region')).toHaveCount(incomplete.length)
    await asked.getByRole('button', { name: 'SKU' }).first().click()
    await expect(asked).toBeHidden()
    await expect(page.locator('[data-field="sku"]')).toBeFocused()
  },
)

test(
  'grid.filter.5 a search shows first what is called so, also where it was created last',
  { tag: '@long' },
  async ({ open, catalog, grid, api }) => {
    await api.create('products', { product_name: 'Lamp' })
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.search.fill('lamp')
    await expect.poll(async () => (await grid.values('Product name', 1))[0]).toBe('Lamp')
    await grid.chooseFromMenu('Product name', 'Sort descending')
    await expect.poll(async () => (await grid.values('Product name', 1))[0]).not.toBe('Lamp')
  },
)
