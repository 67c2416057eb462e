import { expect, test } from './fixtures.ts'

test('grid.rows.1 an edited row holds its place until the order is refreshed', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  await grid.header('Product name').getByRole('button', { name: 'Product name', exact: true }).click()
  const sorted = await api.list('products', { sort: 'product_name', limit: '3' })
  await expect(grid.row(1)).toContainText(sorted[0]?.label as string)
  await grid.goTo(1, 'Product name')
  await grid.input.pressSequentially('Zzz at the end')
  await grid.input.press('Enter')
  const refresh = page.getByRole('button', { name: '1 row no longer matches the order: refresh' })
  await expect(refresh).toBeVisible()
  await expect(grid.row(1)).toContainText('Zzz at the end')
  await expect(grid.row(2)).toContainText(sorted[1]?.label as string)
  await refresh.click()
  await expect(grid.row(1)).toContainText(sorted[1]?.label as string)
  await expect(refresh).toBeHidden()

  // What the order does not depend on leaves it alone.
  await grid.goTo(1, 'SKU')
  await grid.input.pressSequentially('ZZ-9')
  await grid.input.press('Enter')
  await expect.poll(async () => (await api.list('products', { 'filter[sku]': 'ZZ-9' })).length).toBe(1)
  await expect(refresh).toBeHidden()
})

test('grid.rows.2 a snapshot that has expired is renewed without a word', async ({ page, open, grid }) => {
  await open()
  await grid.expectTotal(200)
  let isExpired = false
  await page.route(/\/products\?.*snapshot=(?!new)/, async (route) => {
    if (isExpired) return route.continue()
    isExpired = true
    await route.fulfill({
      status: 400,
      json: {
        error: {
          code: 'validation_failed',
          message: 'The request has faults.',
          field_errors: [{ field: 'snapshot', issue: 'invalid_value' }],
          is_retriable: false,
          request_id: 'x',
        },
      },
    })
  })
  await page.reload()
  await grid.expectTotal(200)
  await page.evaluate(() => undefined)
  await grid.goTo(1, 'Product name')
  await page.keyboard.press('Control+End')
  await expect(grid.cursor).not.toHaveText('')
  await expect(grid.status).not.toContainText('could not be loaded')
})

test('grid.rows.3 Ctrl+G goes to a row by its number', async ({ page, open, grid }) => {
  await open()
  await grid.goTo(1, 'SKU')
  await page.keyboard.press('Control+g')
  const dialog = page.getByRole('dialog', { name: 'Go to row' })
  await dialog.getByRole('textbox').fill('150')
  await page.keyboard.press('Enter')
  await expect(grid.status).toContainText('Row 150 · SKU')
  await expect(grid.row(150)).toBeVisible()
  await expect(grid.input).toBeFocused()
})

test('grid.rows.4 deep in a long list rows are read by position, edited and undone', async ({
  api,
  page,
  open,
  grid,
}) => {
  const parts = (from: number) =>
    Array.from({ length: 100 }, (_, index) => ({ attributes: { product_name: `Part ${from + index}` } }))
  for (let from = 0; from < 3000; from += 100) await api.post('/products/batch', { items: parts(from) })
  await open()
  await grid.expectTotal(3200)
  await grid.goTo(1, 'Product name')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Home')
  await expect(grid.cursor).toHaveText('Part 2999')
  await grid.input.pressSequentially('The last')
  await grid.input.press('Enter')
  await expect
    .poll(async () => (await api.list('products', { 'filter[product_name]': 'The last' })).length)
    .toBe(1)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await api.list('products', { 'filter[product_name]': 'Part 2999' })).length)
    .toBe(1)
})
