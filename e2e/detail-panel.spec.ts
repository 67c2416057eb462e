import { expect, test } from './fixtures.ts'

test('grid.detail.1 grid.detail.2 the details walk the rows beside the grid, and every field is edited with the editor of its type', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await test.step('Space opens them, arrows walk the rows, Escape closes them', async () => {
    await grid.goTo(1, 'SKU')
    const first = await grid.row(1).getByRole('gridcell').first().innerText()
    await grid.input.press('Space')
    const panel = page.getByRole('complementary', { name: `Details of ${first}` })
    await expect(panel).toBeVisible()
    await expect(grid.input).toBeFocused()
    await grid.input.press('ArrowDown')
    const second = await grid.row(2).getByRole('gridcell').first().innerText()
    await expect(page.getByRole('complementary', { name: `Details of ${second}` })).toBeVisible()

    await grid.input.press('Space')
    const walked = page.getByRole('complementary', { name: `Details of ${second}` })
    await expect(walked.locator(':focus')).toBeVisible()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(grid.input).toBeFocused()
  })
  await test.step('every field is edited with the editor of its type', async () => {
    await grid.goTo(1, 'SKU')
    await grid.input.press('Space')
    const sku = (await (await grid.cell(1, 'SKU')).innerText()).trim()
    const panel = page.getByRole('complementary', { name: /^Details of / })
    await panel.getByRole('button', { name: /^SKU / }).click()
    const input = panel.getByRole('textbox', { name: 'Edit SKU' })
    await input.fill('NEW-1')
    await input.press('Enter')
    await expect(panel.getByRole('button', { name: 'SKU NEW-1' })).toBeFocused()
    await expect(await grid.cell(1, 'SKU')).toHaveText('NEW-1')
    await expect.poll(async () => (await api.list('products', { 'filter[sku]': 'NEW-1' })).length).toBe(1)
    await expect.poll(() => api.list('products', { 'filter[sku]': sku })).toEqual([])

    const price = panel.getByRole('button', { name: /^Price / })
    await price.focus()
    await page.keyboard.type('abc')
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('alert')).toContainText('This takes an amount in EUR')
    await panel.getByRole('button', { name: 'Go back to the saved value' }).click()
    await expect(panel.getByRole('alert')).toBeHidden()

    await panel.getByRole('button', { name: /^Status / }).click()
    const last = page.getByRole('option').last()
    const chosen = (await last.innerText()).trim()
    await last.click()
    await expect(panel.getByRole('button', { name: `Status ${chosen}` })).toBeFocused()
    await expect(await grid.cell(1, 'Status')).toHaveText(chosen)
  })
})

test(
  'grid.detail.3 an earlier value comes back from the history and goes again by undo',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    await open()
    const id = await api.create('products', { product_name: 'Test lamp', sku: 'T-1', price: 10 })
    await api.write('products', id, { price: 12 })
    await page.getByRole('searchbox', { name: 'Search all text' }).fill('Test lamp')
    await grid.expectTotal(1)
    await grid.goTo(1, 'SKU')
    await grid.input.press('Space')
    await page.getByRole('tab', { name: 'History' }).click()
    const history = page.getByRole('list', { name: 'History' })
    await expect(history).toContainText('Changed by e2e through the API')
    await expect(history.getByRole('listitem').first()).toContainText('12')
    await page.getByRole('button', { name: 'Restore this value: Price, €10.00' }).first().click()
    await expect.poll(async () => (await api.read('products', id))['price']).toBe(10)
    await expect(history).toContainText('by you in the app')

    await grid.input.focus()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await api.read('products', id))['price']).toBe(12)
    await page.keyboard.press('Control+y')
    await expect.poll(async () => (await api.read('products', id))['price']).toBe(10)
  },
)

test('grid.detail.4 links lead both ways', { tag: '@long' }, async ({ page, open, grid, api }) => {
  await open()
  const vendor = await api.create('vendors', { vendor_name: 'Link vendor' })
  for (let index = 1; index <= 12; index += 1) {
    await api.create('products', { product_name: `Linked ${index}`, sku: `L-${index}`, vendor })
  }
  await page.getByRole('link', { name: /^Vendors/ }).click()
  await page.getByRole('searchbox', { name: 'Search all text' }).fill('Link vendor')
  await grid.expectTotal(1)
  await grid.input.focus()
  await grid.input.press('Control+Home')
  await grid.input.press('Space')
  await page.getByRole('tab', { name: 'Links' }).click()
  const list = page.getByRole('list', { name: 'Products by Vendor' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more of Products by Vendor' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(12)
  await list.getByRole('link', { name: 'Linked 3', exact: true }).click()
  await grid.expectTotal(1)
  await expect(grid.row('Linked 3')).toBeVisible()
})

test(
  'grid.detail.5 what a channel still asks for leads to its field',
  { tag: '@long' },
  async ({ page, open, grid, api, catalog }) => {
    await open()
    await api.create('products', { product_name: 'Bare product', sku: 'BARE' })
    await catalog.goTo('Channels')
    await expect(page.getByRole('link', { name: 'WooCommerce' })).toBeVisible()
    await catalog.goTo('Products')
    await catalog.search.fill('Bare product')
    await grid.expectTotal(1)
    await grid.goTo(1, 'SKU')
    await grid.input.press('Space')
    await page.getByRole('tab', { name: 'Channels' }).click()
    const missing = page.getByRole('list', { name: 'What WooCommerce still asks for' })
    await expect(missing.getByRole('listitem').first()).toBeVisible()
    const field = missing.getByRole('button').first()
    const name = await field.innerText()
    await field.click()
    await expect(page.getByRole('button', { name: new RegExp(`^${name} `) })).toBeFocused()
  },
)

test(
  'grid.detail.6 an agent’s attribute classes say what a product shows and needs, inherited from the category above',
  { tag: '@long' },
  async ({ page, open, grid, api, catalog }) => {
    const callTool = async (name: string, args: object): Promise<void> => {
      const headers = {
        authorization: `Bearer ${api.key}`,
        accept: 'application/json, text/event-stream',
      }
      const data = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const answer = await (await page.request.post('/mcp', { headers, data })).text()
      expect(answer).not.toContain('isError')
    }
    const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const
    await api.define({ name: 'Fabric', ...text })
    await api.define({ name: 'Bulb', ...text })
    const [above] = await api.list('categories')
    const { body } = await api.post('/categories', {
      parent_id: above?.id,
      attributes: { category_name: 'Sofas' },
    })
    await callTool('create_attribute_class', {
      name: 'Seats',
      entity_type: 'product',
      category_ids: [above?.id],
      attributes: [{ key: 'fabric', requirement: 'required' }],
    })
    await callTool('create_attribute_class', {
      name: 'Lamps',
      entity_type: 'product',
      attributes: [{ key: 'bulb', requirement: 'optional' }],
    })
    await api.create('products', { product_name: 'Zephyr seat', sku: 'SOFA', category: body.data.id })

    await open()
    await catalog.search.fill('Zephyr seat')
    await grid.expectTotal(1)
    await grid.goTo(1, 'SKU')
    await grid.input.press('Space')
    const panel = page.getByRole('complementary', { name: /^Details of / })
    await expect(panel.getByRole('button', { name: /^Fabric required/ })).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Bulb/ })).toBeHidden()
    await panel.getByRole('button', { name: 'Show 1 more of other categories' }).click()
    await expect(panel.getByRole('button', { name: /^Bulb/ })).toBeVisible()
  },
)
