import { expect, test } from './fixtures.ts'

test('grid.channel.2 the owner says where pictures lie, what a channel calls categories and what all products have in a field, and exports with the pictures', async ({
  page,
  open,
  catalog,
  grid,
  api,
}) => {
  await open()
  await catalog.goTo('Channels')
  await page.getByRole('button', { name: 'Show the fields of Shopify' }).click()
  const address = page.getByRole('textbox', { name: 'Public address for pictures' })
  await expect(address).toHaveValue('https://example.com/pictures/')
  await address.fill('nowhere')
  await address.press('Enter')
  await expect(page.getByText('The address was not changed').first()).toBeVisible()
  await address.fill('https://cdn.example/shop')
  await address.press('Enter')
  await page.getByText(/^What Shopify calls your categories/).click()
  const chairs = page.getByRole('textbox', { name: 'What Seating > Chairs is called' })
  await chairs.fill('Furniture > Chairs > Kitchen & Dining Room Chairs')
  await chairs.press('Enter')
  await page.getByRole('combobox', { name: 'What fills Vendor', exact: true }).click()
  await page.getByRole('option', { name: 'The same for all…' }).click()
  const vendor = page.getByRole('textbox', { name: 'What Vendor is for all products' })
  await vendor.fill('Nordvik')
  await vendor.press('Enter')
  await expect(page.getByText('What Shopify calls your categories (8 of 21)')).toBeVisible()
  await expect
    .poll(async () => {
      const { data } = (await api.get('/channels/shopify')).body
      const field = data.fields.find(({ target }: { target: string }) => target === 'Vendor')
      return [data.picture_address, data.categories.length, field.value]
    })
    .toEqual(['https://cdn.example/shop', 8, 'Nordvik'])

  await catalog.goTo('Products')
  await expect(grid.row(1)).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export products' })
  await dialog.getByText('Everything').click()
  await dialog.getByRole('combobox', { name: 'File' }).click()
  await page.getByRole('option', { name: /Shopify/ }).click()
  await dialog.getByRole('checkbox', { name: 'Pack the pictures that this workspace holds' }).click()
  await dialog.getByRole('button', { name: /^Export \d+ products$/ }).click()
  await expect(page.getByText('Export for Shopify is ready')).toBeVisible({ timeout: 20_000 })
  const [job] = (await api.get('/jobs?limit=1')).body.data
  expect(job.result).toMatchObject({ exported: 160, held_pictures: 60 })
  await page.getByRole('button', { name: /^Jobs/ }).click()
  const line = page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem').first()
  await expect(
    line.getByRole('button', { name: `Pictures ${job.result.pictures.name as string}` }),
  ).toBeVisible()
})
