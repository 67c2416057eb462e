import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

const entity_type = 'product'
const rows = 700

/** Products priced 1, 2, 3 and so on; more of them than a grid loads for its first view. */
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

test('grid.range.3 whole columns and all rows are summed up though few of them are loaded', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api)
  await open()
  await grid.goTo(1, 'Price')
  await page.keyboard.press('Control+Space')
  await expect(grid.status).toContainText('700 cells selected')
  for (const text of ['700 filled', 'Sum 245,350', 'Average 350.5', 'Min 1', 'Max 700'])
    await expect(grid.status).toContainText(text)
  await expect(grid.status).not.toContainText('loaded so far')

  // What changes elsewhere shows.
  const [last] = await api.list('products', { 'filter[price]': '700' })
  await api.patch(`/products/${last?.id}`, { attributes: { price: 1700 } })
  await expect(grid.status).toContainText('Sum 246,350')
  await expect(grid.status).toContainText('Max 1,700')

  // A stretch of the order that is shown.
  await page.keyboard.press('Control+a')
  await expect(grid.status).toContainText('1,400 filled')
  await expect(grid.status).toContainText('Sum 246,350')
  await grid.goTo(2, 'Price')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(grid.status).toContainText('699 filled')
  await expect(grid.status).toContainText('Sum 246,349')
})
