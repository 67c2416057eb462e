import { expect, test } from './fixtures.ts'

test('grid.channel.1 a channel is enabled, its fields are mapped, and a script reads what products lack', async ({
  page,
  open,
  catalog,
  api,
}) => {
  await open()
  await catalog.goTo('Channels')
  await page.getByRole('button', { name: 'Disable WooCommerce' }).click()
  await page.getByRole('button', { name: 'Enable WooCommerce' }).click()
  await expect(page.getByRole('button', { name: 'Disable WooCommerce' })).toBeVisible()

  await page.getByRole('button', { name: 'Show the fields of WooCommerce' }).click()
  const name = page.getByRole('combobox', { name: 'What fills Name' })
  await expect(name).toHaveText('Product name')
  await name.click()
  await page.getByRole('option', { name: 'Nothing' }).click()
  await expect(page.getByText('No attribute fills Name yet.')).toBeVisible()

  const { body } = await api.get('/channels/woocommerce/completeness')
  expect(body.data).toMatchObject({ complete: 0, percent: 50 })
})
