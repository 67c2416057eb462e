import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

test('home.page.1 a workspace opens at Home: what waits and what changed lead to their rows, an edit is undone there, and Settings switch it off', async ({
  page,
  workspace,
  api,
  grid,
}) => {
  const id = await api.create('products', { sku: 'HM-1', product_name: 'Home chair' })
  const edits = [{ id, attributes: { price: 12 } }]
  await api.post('/edits', { type: 'product', edits })
  await page.goto(`/?workspace=${workspace.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const changed = page.getByRole('region', { name: 'What changed' })
  await expect(changed.getByRole('listitem').first()).toContainText('Price of Home chair')
  await expectAccessible(page)
  await changed.getByRole('button', { name: 'Undo: Price of Home chair' }).click()
  await expect.poll(async () => (await api.read('products', id))['price']).toBeUndefined()
  const shopify = page.getByRole('region', { name: 'Channels' }).getByRole('listitem').first()
  await shopify.getByRole('link', { name: /to fix$/ }).click()
  await expect(grid.row(1)).toContainText('Home chair')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('checkbox', { name: 'Show Home' }).uncheck()
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toHaveCount(0)
  await page.goto(`/?workspace=${workspace.id}`)
  await expect(page).toHaveURL(/view=products/)
})

test.describe('an empty workspace', () => {
  test.use({ sample: false })

  test(
    'home.start.1 an empty workspace starts from a template in one action, which one action takes back',
    { tag: '@long' },
    async ({ page, workspace, api, grid }) => {
      await page.goto(`/?workspace=${workspace.id}`)
      await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: /^Furniture/ }).click()
      await expect(grid.header('SKU')).toBeAttached()
      await expect(page.getByRole('link', { name: /^Categories/ })).toContainText('16')
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
      expect(await api.attributes('product')).toEqual([])
    },
  )

  test(
    'home.start.2 an import that was begun at Home ends at the rows that it brought',
    { tag: '@long' },
    async ({ page, workspace, api, grid }) => {
      await page.goto(`/?workspace=${workspace.id}`)
      await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
      const dialog = new ImportDialog(page)
      await dialog.drop('first.csv', 'SKU;Name\nH-1;Oak chair\nH-2;Oak stool')
      await dialog.press('Import now')
      await dialog.press('Show the rows')
      await grid.expectTotal(2)
      await page.getByRole('link', { name: /^Home/ }).click()
      await dialog.drop('second.csv', 'SKU;Name\nH-1;Oak chair\nH-2;Oak stool\nH-3;Oak bench')
      await dialog.press('Import now')
      await dialog.press('Show the rows')
      await expect(grid.row('Oak bench')).toBeVisible()
      await grid.expectTotal(1)
      expect(await api.count('products')).toBe(3)
    },
  )
})
