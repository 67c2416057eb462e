import { expect, test } from './fixtures.ts'
import { dropDrawings } from './pages/dropped.ts'
import { openGallery } from './pages/gallery.ts'

test(
  'grid.place.1 a picture without a product is given one, and another one is left out',
  { tag: '@long' },
  async ({ page, open, api }) => {
    const [one, other] = await api.list('products', { limit: '2', sort: 'sku' })
    const skus = [one, other].map((product) => product?.attributes['sku'] as string)
    const label = one?.label ?? ''
    await open()
    await dropDrawings(page, [`${skus[1]}_91.svg`, 'new arrival.svg'])
    const dialog = page.getByRole('dialog', { name: 'Place pictures' })
    await dialog.getByRole('button', { name: `Leave out ${skus[1]}_91.svg` }).click()
    await dialog.getByRole('combobox', { name: 'Product of new arrival.svg' }).fill(skus[0] ?? '')
    await page.getByRole('option', { name: label, exact: true }).click()
    await dialog.getByRole('button', { name: 'Place 1 picture' }).click()
    await expect(page.getByText('1 picture placed')).toBeVisible()
    const attributes = await api.read('products', one?.id ?? '')
    expect(JSON.stringify(attributes['gallery_images'])).toContain('new arrival.svg')
  },
)

test('grid.place.3 pictures that found no product wait beside the rows, and one dragged onto a row is placed', async ({
  page,
  open,
  catalog,
  grid,
  api,
}) => {
  await open()
  const { wall } = await openGallery(page, catalog)
  await dropDrawings(page, ['new arrival.svg', 'team photo.svg'], wall)
  const dialog = page.getByRole('dialog', { name: 'Place pictures' })
  await dialog.getByRole('button', { name: 'Keep 2 pictures for later' }).click()
  const shelf = page.getByRole('region', { name: 'Not placed yet' })
  await expect(shelf.getByRole('listitem')).toHaveCount(2)

  await catalog.goTo('Products')
  await grid.goTo(2, 'SKU')
  const cell = await grid.cell(2, 'SKU')
  const { id } = await api.find('products', 'sku', await cell.innerText())
  const images = await api.count('images')
  await shelf.getByRole('button', { name: 'new arrival.svg' }).dragTo(cell)
  await expect(page.getByText('1 picture placed')).toBeVisible()
  await expect(shelf.getByRole('listitem')).toHaveCount(1)
  expect(JSON.stringify(await api.read('products', id))).toContain('new arrival.svg')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => api.count('images')).toBe(images)
  expect(JSON.stringify(await api.read('products', id))).not.toContain('new arrival.svg')

  await shelf.getByRole('button', { name: 'team photo.svg' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Product of team photo.svg' })).toBeVisible()
})
