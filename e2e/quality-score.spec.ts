import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test(
  'quality.score.1 quality.score.2 quality.score.3 the score leads to the worst, stands in the grid as a column, and says in the details what is wrong',
  { tag: '@long' },
  async ({ open, page, api, catalog, grid }) => {
    const vendor = await api.create('vendors', { vendor_name: 'Zebra works' })
    await api.create('products', { sku: 'QS-1', product_name: 'NOISY LAMP', vendor })
    await api.create('products', { sku: 'QS-2', product_name: 'Quiet lamp', vendor })
    const check = { kind: 'no_upper_case_text', attributes: ['product_name'] }
    await api.post('/quality/rules', { entity_type: 'product', name: 'No capitals', check })
    await open()
    const main = page.getByRole('main')

    await test.step('the score of all, and the worst vendor first', async () => {
      await catalog.goTo('Quality')
      await page.getByRole('tab', { name: 'Score' }).click()
      await expect(main.getByRole('region', { name: 'Score' })).toContainText('99')
      const by = main.getByRole('combobox', { name: 'Grouped by' })
      await by.click()
      await page.getByRole('option', { name: 'By Vendor' }).click()
      const first = main.getByRole('table', { name: 'Scores of groups' }).getByRole('row').nth(1)
      await expect(first).toContainText('Zebra works')
      await expect(first).toContainText('2 products')
      await expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
      await expectAccessible(page)
      await first.getByRole('link').press('Enter')
    })
    await test.step('the grid shows its products with the score as a column, the worst first', async () => {
      await grid.expectTotal(2)
      await expect(grid.header('Quality score')).toHaveAttribute('aria-sort', 'ascending')
      await expect(grid.cursor).toHaveText('0%')
      await expect.poll(() => grid.values('Quality score', 2)).toEqual(['0%', '100%'])
    })
    await test.step('it is filtered by the score', async () => {
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await grid.expectTotal(202)
      await page.goto(`${page.url()}&filter[quality:score][lt]=80`)
      await grid.expectTotal(1)
      await expect(page.getByRole('group', { name: 'Filters and order' })).toContainText('Quality score')
    })
    await test.step('the details say what is wrong, with a link to the field', async () => {
      await grid.goTo(1, 'Product name')
      await page.keyboard.press('Space')
      const panel = page.getByRole('complementary', { name: 'Details of NOISY LAMP' })
      await panel.getByRole('button', { name: /^Quality 0:/ }).press('Enter')
      await page.getByRole('button', { name: 'Product name: No capitals' }).press('Enter')
      await expect(panel.locator('[data-field="product_name"]')).toBeFocused()
    })
  },
)
