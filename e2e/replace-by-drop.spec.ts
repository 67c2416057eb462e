import { expect, test } from './fixtures.ts'
import { dropFile, openGallery, pixel } from './pages/gallery.ts'

test('grid.gallery.3 a file dropped on a picture replaces its file, keeps what refers to it, and is undone', async ({
  page,
  open,
  catalog,
  api,
}) => {
  await open()
  const images = await api.count('images')
  const { tiles } = await openGallery(page, catalog)
  const name = (await tiles.first().getAttribute('aria-label'))!
  const { id, attributes } = await api.find('images', 'file_name', name)
  const file = async () => (await api.read('images', id))['image_url']
  await tiles.first().click()
  const uses = page.getByRole('complementary', { name }).getByRole('link')
  await expect(uses.first()).toBeVisible()
  const referring = () => api.list('products', { 'filter[gallery_images]': id })
  const before = (await referring()).map((product) => product.id)
  expect(before.length).toBeGreaterThan(0)

  await dropFile(page, tiles.first(), { name: 'other.png', bytes: pixel })
  await expect(page.getByText(`Picture of ${name} replaced`)).toBeVisible()
  await expect.poll(file).toMatch(/^files\/[0-9a-f]+\.png$/)
  expect((await referring()).map((product) => product.id)).toEqual(before)
  await expect(uses.first()).toBeVisible()
  expect(await api.count('images')).toBe(images)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(file).toBe(attributes['image_url'])
})
