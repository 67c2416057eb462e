import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { dropDrawings, dropPaths } from './pages/dropped.ts'

test('grid.place.1 two hundred pictures of a photographer are placed in three actions and taken back by one', async ({
  page,
  open,
  api,
}) => {
  const products = await api.list('products', { limit: '100', sort: 'sku' })
  const skus = products.map(({ attributes }) => attributes['sku'] as string)
  const images = await api.count('images')
  await open()
  const names = skus.flatMap((sku) => [`${sku}_91.svg`, `${sku}_92.svg`])
  await dropDrawings(page, [...names, 'team photo.svg'])

  const dialog = page.getByRole('dialog', { name: 'Place pictures' })
  await expect(dialog.getByRole('status')).toContainText(`${names.length} pictures found a product`)
  await expect(dialog.getByRole('list', { name: 'To look at' }).getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: `Place ${names.length} pictures` }).click()
  await expect(page.getByText(`${names.length} pictures placed`)).toBeVisible()
  expect(await api.count('images')).toBe(images + names.length)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The pictures are no longer there')).toBeVisible()
  expect(await api.count('images')).toBe(images)
})

test.describe('in an empty workspace', () => {
  test.use({ sample: false })

  test('grid.place.2 a dropped folder proposes the attributes and products that it needs, and undo takes all back', async ({
    page,
    open,
    api,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-shoot-'))
    const drawing = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="9"/>`
    for (const [index, path] of ['CH-100/front.svg', 'CH-100/back.svg', 'CH-200/front.svg'].entries()) {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), drawing(index + 1))
    }
    await open()
    await expect(page.getByText('Start your catalog')).toBeVisible()
    await dropPaths(page, [folder], { x: 600, y: 400 })
    const dialog = page.getByRole('dialog', { name: 'Place pictures' })
    await dialog.getByRole('button', { name: 'Add SKU and Gallery images' }).click()
    await dialog.getByRole('button', { name: 'Add 2 products of these names' }).click()
    await dialog.getByRole('button', { name: 'Place 3 pictures' }).click()
    await expect(page.getByText('3 pictures placed')).toBeVisible()
    const { attributes } = await api.find('products', 'sku', 'CH-100')
    expect(attributes['gallery_images']).toHaveLength(2)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => api.count('products')).toBe(0)
    expect(await api.count('images')).toBe(0)
    await rm(folder, { recursive: true })
  })
})
