import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

const entity_type = 'product'
const rows = 700

/** Makes products priced 1, 2, 3 and so on, more than a grid loads for its first view. */
async function prepare(api: Api): Promise<void> {
  await api.define({ name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true })
  await api.define({ name: 'Price', entity_type, data_type: 'number' })
  for (let at = 1; at <= rows; at += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { name: `Row ${at + index}`, price: at + index },
    }))
    await api.post('/products/batch', { items })
  }
}

test(
  'grid.range.3 grid.summary.1 grid.summary.2 whole columns are summed up though few rows are loaded; a row at the foot sums up columns by keys; it follows filters and changes, and views keep it',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await prepare(api)
    await open()
    await expect(grid.row(1)).toBeVisible()
    await grid.goTo(1, 'Price')
    await page.keyboard.press('Control+Space')
    await expect(grid.status).toContainText('700 cells selected')
    for (const text of ['700 filled', 'Sum 245,350', 'Average 350.5', 'Min 1', 'Max 700'])
      await expect(grid.status).toContainText(text)
    await expect(grid.status).not.toContainText('loaded so far')

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Summary row' }).press('Space')
    await page.keyboard.press('Escape')
    await expect(grid.root).toHaveAttribute('aria-rowcount', String(rows + 2))
    const ofName = page.getByRole('button', { name: 'Summary of Name' })
    const ofPrice = page.getByRole('button', { name: 'Summary of Price' })
    await expect(ofName).toHaveAccessibleName('Summary of Name: Filled 700')
    await expect(ofPrice).toHaveAccessibleName('Summary of Price: Sum 245,350')
    await ofName.focus()
    await page.keyboard.press('ArrowRight')
    await expect(ofPrice).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Sum' }).press('Enter')
    await expect(ofPrice).toHaveAccessibleName('Summary of Price: Sum 245,350')
    await ofName.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Sum' })).toHaveCount(0)
    await page.getByRole('menuitemradio', { name: 'Filled' }).press('Enter')
    await expect(ofName).toHaveAccessibleName('Summary of Name: Filled 700')
    await expectAccessible(page, { within: '.grid-page' })

    await grid.input.focus()
    await grid.input.press('Control+End')
    const below = async (): Promise<number> => {
      const [cell, foot] = [await grid.cursor.boundingBox(), await ofPrice.boundingBox()]
      return (cell?.y ?? Infinity) + (cell?.height ?? 0) - (foot?.y ?? 0)
    }
    await expect.poll(below).toBeLessThanOrEqual(1)

    const [first] = await api.list('products', { 'filter[price]': '1' })
    await api.patch(`/products/${first?.id}`, { attributes: { price: 1001 } })
    await expect(ofPrice).toHaveAccessibleName('Summary of Price: Sum 246,350')
    await page.keyboard.press('Control+Home')
    await grid.goToColumn('Price')
    await page.keyboard.press('Control+Space')
    await expect(grid.status).toContainText('Sum 246,350')
    await expect(grid.status).toContainText('Max 1,001')

    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Sums')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'View Sums' })).toBeVisible()
    await page.reload()
    await expect(ofPrice).toHaveAccessibleName('Summary of Price: Sum 246,350')
    await page
      .getByRole('searchbox', { name: /search/i })
      .first()
      .fill('"Row 69"')
    await expect(ofName).toHaveAccessibleName('Summary of Name: Filled 11')
  },
)
