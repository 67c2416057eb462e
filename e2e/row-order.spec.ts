import { expect, test } from './fixtures.ts'

test('grid.rows.1 grid.rows.3 an edited row holds its place until the order is refreshed; Ctrl+G goes to a row', async ({
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

  await grid.goTo(1, 'SKU')
  await page.keyboard.press('Control+g')
  const dialog = page.getByRole('dialog', { name: 'Go to row' })
  await dialog.getByRole('textbox').fill('150')
  await page.keyboard.press('Enter')
  await expect(grid.status).toContainText('Row 150 · SKU')
  await expect(grid.row(150)).toBeVisible()
  await expect(grid.input).toBeFocused()
})
