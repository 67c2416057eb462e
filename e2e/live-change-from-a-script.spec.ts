import type { EntityResource } from '#shared/entities.ts'
import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'

test(
  'grid.live.1 what a script changes appears in the open grid without a reload',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await open()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const [first, second] = (await api.list('products', { limit: '2' })) as [EntityResource, EntityResource]

    await test.step('cells', async () => {
      const vendor = await api.find('vendors', 'vendor_name', 'Kobo Studio')
      const name = await grid.cell(1, 'Product name')
      await expect(name).toHaveText(first.label as string)
      await api.write('products', first.id, { product_name: 'Renamed by a script' })
      await expect(name).toHaveText('Renamed by a script')

      const price = await grid.cell(2, 'Price')
      await api.write('products', second.id, { price: 4321.5, vendor: vendor.id, in_stock: true })
      await expect(price).toHaveText(/^4,321\.50/)
      await expect(await grid.cell(2, 'In stock')).toHaveAccessibleName('Yes')
      await expect(await grid.cell(2, 'Vendor')).toHaveText('Kobo Studio')

      await api.write('products', second.id, { price: null })
      await expect(price).toHaveText('')
    })
    await test.step('a vendor that is renamed is renamed in the products that refer to it', async () => {
      const vendor = first.attributes['vendor'] as { id: string; label: string }
      const cell = await grid.cell(1, 'Vendor')
      await expect(cell).toHaveText(vendor.label)
      await api.write('vendors', vendor.id, { vendor_name: 'Nordvik & Sons' })
      await expect(cell).toHaveText('Nordvik & Sons')
    })
    expect(loads).toHaveLength(1)
  },
)

test(
  'grid.live.1 new entities and new attributes of a script join the grid and the counts',
  { tag: '@long' },
  async ({ api, open, grid, catalog }) => {
    await open()
    await catalog.goTo('Vendors')
    await grid.expectTotal(12)
    await api.create('vendors', { vendor_name: 'Made by a script' })
    await expect(grid.row(13)).toContainText('Made by a script')
    await expect(catalog.link('Vendors')).toHaveText('Vendors13')

    const columns = Number(await grid.root.getAttribute('aria-colcount'))
    await api.define({ name: 'Rating', entity_type: 'vendor', data_type: 'rank' })
    await expect(grid.root).toHaveAttribute('aria-colcount', String(columns + 1))
    const vendor = await api.find('vendors', 'vendor_name', 'Made by a script')
    await api.write('vendors', vendor.id, { rating: 2 })
    await grid.goTo(13, 'Rating')
    await expect(grid.cursor).toHaveText('#2')

    await test.step('a hundred upserts arrive too', async () => {
      await catalog.goTo('Images')
      const images = await api.list('images')
      await grid.expectTotal(images.length)
      const items = images.slice(0, 50).map(({ attributes }) => ({
        attributes: { file_name: attributes['file_name'], alt_text: 'By a script' },
      }))
      const more = items.map((_, index) => ({ attributes: { file_name: `new-${index}.webp` } }))
      const { body } = await api.post('/images/batch', { merge_key: 'file_name', items: [...items, ...more] })
      expect(body.summary).toEqual({ total: 100, created: 50, updated: 50, unchanged: 0, failed: 0 })
      await grid.expectTotal(images.length + 50)
      await expect.poll(() => grid.values('Alternative text', 10)).toEqual(Array(10).fill('By a script'))
    })
  },
)

test('grid.live.2 grid.live.1 a script does not disturb the cell that is being edited; two windows show each other’s edits', async ({
  api,
  context,
  open,
  workspace,
  grid,
}) => {
  await open()
  await test.step('the cell that is being edited', async () => {
    const [first] = await api.list('products', { limit: '1' })
    const id = first?.id as string
    await grid.goTo(1, 'Product name')
    await grid.input.press('F2')
    await grid.input.pressSequentially(' II')
    const typed = `${first?.label} II`
    await api.write('products', id, { sku: 'SCRIPT-1' })
    await expect(await grid.cell(1, 'SKU')).toHaveText('SCRIPT-1')
    await expect(grid.input).toHaveValue(typed)
    await grid.input.press('Enter')
    await expect(await grid.cell(1, 'Product name')).toHaveText(typed)
    await expect.poll(async () => (await api.read('products', id))['product_name']).toBe(typed)
  })
  await test.step('two windows of one workspace', async () => {
    const other = await context.newPage()
    const otherGrid = new Grid(other)
    await other.goto(`/?workspace=${workspace.id}&view=products`)
    await otherGrid.row(3).waitFor()
    await grid.goTo(3, 'SKU')
    await grid.input.pressSequentially('WINDOW-1')
    await grid.input.press('Enter')
    await expect(await otherGrid.cell(3, 'SKU')).toHaveText('WINDOW-1')
    const [, , third] = await api.list('products', { limit: '3' })
    expect(third?.attributes['sku']).toBe('WINDOW-1')
  })
})

test(
  'grid.live.3 while the feed of changes is away the page says so; once it is back the grid catches up',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await page.route('**/events/stream*', (route) => route.abort())
    await open()
    const [first] = await api.list('products', { limit: '1' })
    const cell = await grid.cell(1, 'Product name')
    await expect(cell).toHaveText(first?.label as string)
    await expect(page.getByText('Not connected')).toBeVisible()
    await api.write('products', first?.id as string, { product_name: 'Written meanwhile' })
    await expect(cell).toHaveText(first?.label as string)
    await page.unroute('**/events/stream*')
    await expect(cell).toHaveText('Written meanwhile')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
  },
)
