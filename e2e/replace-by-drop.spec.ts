import { expect, test } from './fixtures.ts'
import { dropFile, openGallery, pixel } from './pages/gallery.ts'

test('grid.gallery.3 grid.gallery.6 a file dropped on a picture replaces its file and keeps what refers to it; it is undone, restored and edited without loss', async ({
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

  const panel = page.getByRole('complementary', { name })
  const versions = panel.getByRole('list', { name: 'Earlier files' })
  await versions.getByRole('button', { name: 'Restore' }).first().click()
  await expect.poll(file).toMatch(/^files\/[0-9a-f]+\.png$/)
  await expect(versions.getByRole('listitem').first()).toBeVisible()

  await panel.getByRole('button', { name: 'Edit the picture' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  const steps = async () => JSON.stringify((await api.read('images', id))['edit_steps'] ?? null)
  await dialog.getByRole('button', { name: 'Turn right' }).click()
  await expect.poll(steps).toContain('rotate')
  await dialog.getByRole('button', { name: 'Crop' }).click()
  const stage = (await dialog.getByRole('img', { name: 'The picture as it is shown' }).boundingBox())!
  await page.mouse.move(stage.x, stage.y)
  await page.mouse.down()
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height, { steps: 4 })
  await page.mouse.up()
  await expect.poll(steps).toContain('crop')
  const angle = dialog.getByRole('slider', { name: 'Straighten' })
  await angle.press('ArrowRight')
  await expect.poll(steps).toMatch(/straighten.*0\.5/)
  const white = dialog.getByRole('button', { name: 'White background' })
  await white.click()
  await expect.poll(steps).toContain('white_background')
  await white.click()
  await expect.poll(steps).not.toContain('white_background')
  await dialog.getByRole('button', { name: 'Back to the original' }).click()
  await expect.poll(steps).toBe('null')
})
