import type { JSHandle, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A drop of drawings, each unlike the others. */
async function drawings(page: Page, names: readonly string[]): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    all.forEach((name, index) => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${200 + index}" height="200"><circle r="90"/></svg>`
      transfer.items.add(new File([drawing], name, { type: 'image/svg+xml' }))
    })
    return transfer
  }, names)
}

async function dropOnWindow(page: Page, names: readonly string[]): Promise<void> {
  const dataTransfer = await drawings(page, names)
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.locator('.drop-zone').dispatchEvent(type, { dataTransfer })
}

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
  await dropOnWindow(page, [...names, 'team photo.svg'])

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

test('grid.place.1 a picture without a product is given one, and another one is left out', async ({
  page,
  open,
  api,
}) => {
  const [one, other] = await api.list('products', { limit: '2', sort: 'sku' })
  const skus = [one, other].map((product) => product?.attributes['sku'] as string)
  const label = one?.label ?? ''
  await open()
  await dropOnWindow(page, [`${skus[1]}_91.svg`, 'new arrival.svg'])
  const dialog = page.getByRole('dialog', { name: 'Place pictures' })
  await dialog.getByRole('button', { name: `Leave out ${skus[1]}_91.svg` }).click()
  await dialog.getByRole('combobox', { name: 'Product of new arrival.svg' }).fill(skus[0] ?? '')
  await page.getByRole('option', { name: label, exact: true }).click()
  await dialog.getByRole('button', { name: 'Place 1 picture' }).click()
  await expect(page.getByText('1 picture placed')).toBeVisible()
  const attributes = await api.read('products', one?.id ?? '')
  expect(JSON.stringify(attributes['gallery_images'])).toContain('new arrival.svg')
})
