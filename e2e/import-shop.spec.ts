import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const goldens = new URL('../server/catalog/imports/read/shapes/goldens/', import.meta.url)

test('grid.import.20 the file of a shop comes in as products with their variants and pictures, with nothing chosen', async ({
  api,
  open,
  page,
  grid,
}) => {
  await open()
  const total = await api.count('products')
  const images = await api.count('images')
  await grid.expectTotal(total)
  const dialog = new ImportDialog(page)
  // The sample catalog accepts no negative stock, and no option with a comma.
  const file = await readFile(new URL('shopify.csv', goldens), 'utf8')
  await dialog.drop('products_export.csv', file.replace(',-2,', ',2,').replace('"Blue, washed"', 'Blue'))
  await expect(dialog.root).toContainText('CSV of Shopify, 7 rows')
  await dialog.openSettings()
  await expect(dialog.root.getByRole('combobox', { name: 'It is read as' })).toHaveText('products of Shopify')

  await dialog.select('It is read as', 'rows as they stand')
  await expect(dialog.root).toContainText('CSV, 6 rows')
  await dialog.select('It is read as', 'products of the shop')
  await expect(dialog.root).toContainText('CSV of Shopify, 7 rows')

  await dialog.press('Import now')
  await expect(dialog.root).toContainText('The file was imported')
  await expect.poll(() => dialog.counts()).toMatchObject({ created: '7', failed: '0' })
  await expect.poll(() => api.count('products')).toBe(total + 7)
  await expect.poll(() => api.count('images')).toBe(images + 3)
  await dialog.press('Done')
})
