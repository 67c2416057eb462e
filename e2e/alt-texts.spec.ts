import { expect, test } from './fixtures.ts'
import { openGallery } from './pages/gallery.ts'

test('grid.gallery.4 alternative texts are found where they are missing, and written beside the picture or as a column', async ({
  page,
  open,
  catalog,
  grid,
  api,
}) => {
  const [image] = await api.list('images')
  await api.write('images', image!.id, { alt_text: null })
  await open()
  const { tiles } = await openGallery(page, catalog)
  await page.getByRole('button', { name: 'Without alternative text' }).click()
  await expect(tiles).toHaveCount(1)
  await tiles.first().click()
  const text = page.getByRole('textbox', { name: 'Alternative text' })
  await text.fill('A chair of oak, seen from the side')
  await text.press('Enter')
  await expect
    .poll(async () => (await api.read('images', image!.id))['alt_text'])
    .toBe('A chair of oak, seen from the side')
  await expect(page.getByText('No images match')).toBeVisible()

  await page.getByRole('button', { name: 'Without alternative text' }).click()
  await page.getByRole('button', { name: 'Write alternative texts' }).click()
  const cell = await grid.cell(1, 'Alternative text')
  await expect.poll(async () => (await cell.boundingBox())?.height ?? 0).toBeGreaterThan(80)
  const name = (await (await grid.cell(1, 'File name')).innerText()).trim()
  await grid.goTo(1, 'Alternative text')
  await page.keyboard.type('Written as in a table')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await api.find('images', 'file_name', name)).attributes['alt_text'])
    .toBe('Written as in a table')
})
