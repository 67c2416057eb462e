import { expect, test } from './fixtures.ts'
import { dropFile, openGallery, pixel } from './pages/gallery.ts'

test('grid.gallery.1 images are shown as a gallery, and dropped pictures are placed or only become images', async ({
  page,
  open,
  catalog,
  grid,
  api,
}) => {
  const before = await api.count('images')
  await open()
  const { wall } = await openGallery(page, catalog)
  const drop = async (name: string, bytes: Buffer) => {
    await dropFile(page, wall, { name, bytes, at: 'corner' })
    await page.getByRole('button', { name: 'Only add to the gallery' }).click()
  }
  await drop('pixel.png', pixel)
  await expect(page.getByText('1 picture added')).toBeVisible()
  await expect.poll(() => api.count('images')).toBe(before + 1)
  await page.getByRole('button', { name: 'Place at products' }).click()
  const dialog = page.getByRole('dialog', { name: 'Place pictures' })
  await expect(dialog.getByText('pixel.png')).toBeVisible()
  await page.keyboard.press('Escape')
  await drop('again.png', pixel)
  await expect(page.getByText('1 picture already there')).toBeVisible()
  await expect.poll(() => api.count('images')).toBe(before + 1)
  await drop('broken.png', Buffer.from([1, 2, 3]))
  await expect(page.getByText('1 picture could not be added').first()).toBeVisible()
  for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click()

  await catalog.search.fill('pixel.png')
  await wall.getByRole('option', { name: 'pixel.png' }).click()
  await page.getByRole('button', { name: 'Show its row in the grid' }).click()
  await grid.expectTotal(1)
})

test(
  'grid.gallery.5 pictures that rows hold in cells are counted, shown and lead to their rows',
  { tag: '@long' },
  async ({ page, open, catalog, grid, api }) => {
    await api.create('products', { product_name: 'Stool', picture: 'https://pictures.example/A-Stool.png' })
    await open()
    await openGallery(page, catalog)
    await page.getByRole('button', { name: /^In cells/ }).click()
    const cells = page.getByRole('listbox', { name: 'Pictures in cells' })
    await cells.getByRole('option').first().click()
    await page.keyboard.press('End')
    await expect(cells.getByRole('option', { name: 'Stool' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('complementary', { name: 'Stool' }).getByRole('link', { name: 'Stool' }).click()
    await grid.expectTotal(1)
  },
)
