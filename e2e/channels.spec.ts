import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Workspace, workspaceHeader } from '#shared/app-surface.ts'
import { expect, test } from './fixtures.ts'
import { paste } from './pages/clipboard.ts'

test.describe('in a workspace of one’s own', () => {
  test.use({ sample: false })

  test('grid.channel.7 a channel goes from 60 % to 100 % on its page, without leaving it', async ({
    page,
    open,
    catalog,
    grid,
    api,
    workspace,
  }) => {
    const text = { entity_type: 'product', data_type: 'single_line_text_field' }
    await api.define({ ...text, name: 'Name', is_primary: true })
    for (const name of ['Notes', 'SKU', 'Colour']) await api.define({ ...text, name })
    await api.define({ entity_type: 'product', data_type: 'number', name: 'Price' })
    for (const name of ['A', 'B', 'C', 'D']) await api.create('products', { name, sku: `S-${name}` })
    await api.create('products', { name: 'E' })
    await makeChannel(page, workspace)
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: 'Partner' }).click()
    const required = page.getByRole('progressbar', { name: 'Required values' })
    const recommended = page.getByRole('progressbar', { name: 'Recommended values' })
    await expect(required).toHaveAttribute('aria-valuenow', '60')
    await expect(recommended).toHaveAttribute('aria-valuenow', '0')
    await grid.expectTotal(5)
    expect((await grid.headerNames()).slice(0, 4)).toEqual(['Name', 'Price', 'SKU', 'Colour'])
    const url = page.url()
    // Slow answers show whether keys go to the rows that were there before.
    await page.route(/\/api\/v1\/products\?/, async (route) => {
      await sleep(300)
      await route.continue()
    })
    const actions = [
      () => page.getByRole('link', { name: 'Price 5' }).click(),
      () => paste(page, { 'text/plain': '1\n2\n3\n4\n5' }),
      () => page.getByRole('link', { name: 'SKU 1' }).click(),
      () => page.keyboard.type('S-E'),
      () => page.keyboard.press('Enter'),
      () => page.getByRole('link', { name: 'Colour 5' }).click(),
      () => page.keyboard.press('Control+Shift+ArrowDown'),
      () => page.keyboard.type('Oak'),
      () => page.keyboard.press('Control+Enter'),
    ]
    for (const act of actions) {
      await act()
      await expect(grid.input).toBeFocused()
    }
    await page.unrouteAll({ behavior: 'wait' })
    for (const bar of [required, recommended]) await expect(bar).toHaveAttribute('aria-valuenow', '100')
    await expect(page.getByText('5 complete')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('channel')).toBe(new URL(url).searchParams.get('channel'))
  })
})

test(
  'grid.channel.8 a channel of the sample reaches 100 % of what it requires and recommends, on its page',
  { tag: '@long' },
  async ({ page, open, catalog, grid, api }) => {
    const stool = await api.create('products', { product_name: 'Oak stool', price: 49 })
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: 'Google Merchant Center' }).click()
    const required = page.getByRole('progressbar', { name: 'Required values' })
    const recommended = page.getByRole('progressbar', { name: 'Recommended values' })
    await expect(required).toHaveAttribute('aria-valuenow', '99')
    await grid.expectTotal(1)
    const values: Record<string, string> = {
      SKU: 'ST-1',
      Description: 'A stool of solid oak.',
      'Product page': 'https://example.com/products/oak-stool',
      GTIN: '9520004170109',
      Stock: '4',
      Material: 'Oak',
      Colour: 'Petrol',
      Category: 'Chairs',
    }
    for (const [column, value] of Object.entries(values)) {
      await grid.goTo(1, column)
      await paste(page, { 'text/plain': value })
    }
    const [image] = await api.list('images', { limit: '1' })
    await api.write('products', stool, {
      picture: image?.attributes['image_url'],
      gallery_images: [image?.id],
    })
    await expect(required).toHaveAttribute('aria-valuenow', '100')

    await page.getByRole('link', { name: /^Recommended fields/ }).click()
    const field = page.getByRole('combobox', { name: 'What fills condition' })
    await expect(field).toHaveText('Nothing yet')
    await field.click()
    await page.getByRole('option', { name: 'The same for all…' }).click()
    const same = page.getByRole('textbox', { name: 'What condition is for all products' })
    await same.fill('new')
    await same.press('Enter')
    await page.getByRole('button', { name: 'Leave them empty' }).click()
    await expect(page.getByRole('combobox', { name: 'What fills gender' })).toHaveText('Left empty')
    for (const bar of [required, recommended]) await expect(bar).toHaveAttribute('aria-valuenow', '100')
    await expect
      .poll(async () => (await api.get('/channels/google_merchant/completeness')).body.data)
      .toMatchObject({ percent: 100, missing: [], recommended: { filled: 805, total: 805 } })
  },
)

/** A channel with three required columns and a recommended one. */
async function makeChannel(page: Page, { id }: Workspace): Promise<void> {
  const required = { kind: 'text', requirement: 'required' }
  const fields = [
    { ...required, target: 'Title', attribute: 'name' },
    { ...required, target: 'Number', attribute: 'sku' },
    { ...required, target: 'Amount', attribute: 'price' },
    { target: 'Shade', kind: 'text', requirement: 'recommended', attribute: 'colour' },
  ]
  const answer = await page.request.post('/app/v1/channels', {
    headers: { [workspaceHeader]: id },
    data: { name: 'Partner', fields },
  })
  expect(answer.status()).toBe(201)
}

test(
  'grid.channel.1 a channel is enabled, its fields are mapped, and a script reads what products lack',
  { tag: '@long' },
  async ({ page, open, catalog, api }) => {
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: 'WooCommerce' }).click()
    await page.getByRole('button', { name: 'What to do with WooCommerce' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('link', { name: 'All channels' }).click()
    await page.getByRole('button', { name: 'Enable WooCommerce' }).click()
    await page.getByRole('link', { name: 'WooCommerce' }).click()

    await page.getByRole('tab', { name: 'Fields' }).click()
    const name = page.getByRole('combobox', { name: 'What fills Name' })
    await expect(name).toHaveText('Product name')
    const shown = page.getByRole('region', { name: 'Preview' })
    await shown.getByRole('searchbox').fill('A-oak-chair-that-is-not-there')
    await expect(shown).toContainText('No product matches.')
    await shown.getByRole('searchbox').fill('')
    await expect(
      shown
        .getByRole('term')
        .filter({ hasText: /^Name$/ })
        .first(),
    ).toBeVisible()
    await name.click()
    await page.getByRole('option', { name: 'Nothing' }).click()

    const search = page.getByRole('searchbox', { name: 'Find a field of WooCommerce' })
    const lines = page.getByRole('table', { name: /^Fields of WooCommerce/ }).getByRole('row')
    await search.fill('sku')
    await expect(lines).toHaveCount(2)
    await search.fill('')
    await expect(shown).toContainText('It is not in the file.')
    await page.getByRole('tab', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'A required field' }).click()
    await expect(name).toHaveText('Nothing')
    await expect
      .poll(async () => (await api.get('/channels/woocommerce/completeness')).body.data)
      .toMatchObject({ complete: 0, percent: 50 })
  },
)

test(
  'grid.channel.4 what products lack for a channel leads to just them, and its files tell their problems',
  { tag: '@long' },
  async ({ page, open, catalog, grid, api }) => {
    await open()
    await api.post('/products', { attributes: { product_name: 'Without anything' } })
    const long = `Far too long ${'x'.repeat(150)}`
    await api.post('/products', { attributes: { product_name: long, description: 'A text' } })
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: 'Google Merchant Center' }).click()
    await page.getByRole('link', { name: 'Description 1', exact: true }).click()
    await grid.expectTotal(1)
    await expect(grid.row(1)).toContainText('Without anything')
    await expect(grid.input).toHaveAccessibleName('Cell Description')
    await expect(grid.cursor).toBeInViewport()
    await page.getByRole('link', { name: 'Product name is too long 1' }).click()
    await grid.expectTotal(1)
    await expect(grid.input).toHaveAccessibleName('Cell Product name')
    await page.getByRole('link', { name: 'Left out by design' }).click()
    const leftOut = page.getByText(/^\d+ left out by design$/)
    await grid.expectTotal(Number.parseInt(await leftOut.innerText(), 10))
    const parents = (await api.get('/products?limit=1&filter[has_variants]=true')).body.pagination.total
    await expect(leftOut).toHaveText(new RegExp(`^${parents + 8} `))

    await page.getByRole('button', { name: 'Export to Google Merchant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export products' })
    await expect(dialog.getByText('Google Merchant').first()).toBeVisible()
    await dialog.getByRole('button', { name: /^Export \d+ products$/ }).click()
    await page.getByRole('tab', { name: 'Files' }).click()
    const problems = page.getByRole('table', { name: 'Problems of the last file' })
    await expect(problems.getByRole('row').nth(1)).toContainText('The product is left out.')
    await expect(page.getByRole('button', { name: /^Download google_merchant/ })).toBeVisible()
    await api.write('products', (await api.find('products', 'product_name', long)).id, {
      product_name: 'Short enough',
    })
    await page.getByRole('button', { name: 'Export to Google Merchant' }).click()
    await dialog.getByRole('button', { name: /^Export \d+ products$/ }).click()
    await page.getByText('What changed since the file before').click()
    await expect(page.getByText(/^\d+ new, \d+ changed, 0 gone$/)).toBeVisible()
    const rows = problems.getByRole('button', { name: /^Show \d+ products?, price$/ })
    const count = Number(await rows.innerText())
    await rows.click()
    await grid.expectTotal(count)
  },
)
