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

  const search = page.getByRole('searchbox', { name: 'Find a field of WooCommerce' })
  const lines = page.getByRole('table', { name: 'Fields of WooCommerce' }).getByRole('row')
  await search.fill('sku')
  await expect(lines).toHaveCount(2)
  await search.fill('')

  await expect
    .poll(async () => (await api.get('/channels/woocommerce/completeness')).body.data)
    .toMatchObject({ complete: 0, percent: 50 })
})

test(
  'grid.channel.4 what products lack leads to them in the grid, and the channel has its export and tells what came of it',
  { tag: '@long' },
  async ({ page, open, catalog, grid, api }) => {
    await open()
    await api.post('/products', { attributes: { product_name: 'Without anything' } })
    const long = `Far too long ${'x'.repeat(150)}`
    await api.post('/products', { attributes: { product_name: long, description: 'A text' } })
    await catalog.goTo('Channels')
    await page.getByRole('button', { name: 'Show the fields of Google Merchant' }).click()
    const link = page.getByRole('link', { name: /^Description is missing in [\d,]+ products?\.$/ })
    const count = Number(/[\d,]+(?= product)/.exec(await link.innerText())?.[0].replaceAll(',', ''))
    await page.getByRole('button', { name: 'Export to Google Merchant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export products' })
    await expect(dialog.getByText('Google Merchant').first()).toBeVisible()
    await dialog.getByRole('button', { name: /^Export \d+ products$/ }).click()
    const last = page.getByRole('region', { name: 'Last export' })
    await expect(last).toContainText(/products, .*left out/)
    await last.getByText('Why some are left out').click()
    await expect(last.getByRole('listitem').first()).toContainText(/\d+ products?, /)
    await page.setViewportSize({ width: 1280, height: 720 })
    const table = page.getByRole('table', { name: 'Fields of Google Merchant Center' })
    await expect
      .poll(() =>
        table.evaluate(({ clientWidth, parentElement: frame }) => clientWidth - (frame?.clientWidth ?? 0)),
      )
      .toBeLessThanOrEqual(0)
    await link.click()
    await grid.expectTotal(count)
    await expect(grid.root.getByText('Without anything')).toBeVisible()
    await expect(grid.input).toHaveAccessibleName('Cell Description')
    await expect(grid.cursor).toBeInViewport()
    await test.step('what the channel does not accept leads to just those products', async () => {
      await catalog.goTo('Channels')
      await page.getByRole('button', { name: 'Show the fields of Google Merchant' }).click()
      await page.getByRole('link', { name: /^Product name is too long in 1 product\.$/ }).click()
      await grid.expectTotal(1)
      await expect(page.getByText('Not accepted by Google Merchant Center is Product name')).toBeVisible()
      await expect(grid.input).toHaveAccessibleName('Cell Product name')
      await expect(grid.root.getByText(long)).toBeVisible()
    })
  },
)
