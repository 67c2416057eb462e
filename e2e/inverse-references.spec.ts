import { expect, test } from './fixtures.ts'
import { copy } from './pages/clipboard.ts'

test(
  'grid.origin.2 columns of inverse references name the first entities and count the rest, and follow every change',
  { tag: '@long' },
  async ({ page, open, grid, catalog, api }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/grid/referrers')) asked.push(request.url())
    })
    const vendors = await api.list('vendors')
    const [from, to] = [vendors[0]!, vendors[1]!]
    const productsOf = (vendor: { id: string }) => api.list('products', { 'filter[vendor]': vendor.id })
    const textOf = async (vendor: { id: string }) => {
      const products = await productsOf(vendor)
      const names = products.slice(0, 4).map(({ label }) => label)
      return `${names.join(', ')} +${products.length - 4}`
    }
    const before = await productsOf(from)
    expect(before.length).toBeGreaterThan(5)

    await open()
    await expect(grid.row(1)).toBeVisible()
    expect(asked).toEqual([])
    await catalog.goTo('Vendors')
    await grid.expectTotal(vendors.length)
    await grid.goTo(1, 'Products')
    await expect(grid.cursor).toHaveAccessibleName(await textOf(from))
    await expect(grid.cursor).toHaveAttribute('aria-readonly', 'true')
    const first = before[0]?.label as string
    await expect(grid.cursor.getByText(first, { exact: true })).toBeVisible()
    const labels = before.slice(0, 4).map(({ label }) => label as string)
    expect(new Set(labels).size).toBe(4)
    const drawn = await Promise.all(
      labels.map((label) => grid.cursor.getByText(label, { exact: true }).count()),
    )
    const rest = before.length - drawn.reduce((sum, count) => sum + count, 0)
    await expect(grid.cursor.getByText(`+${rest}`, { exact: true })).toBeInViewport({ ratio: 1 })

    await api.write('products', before[0]?.id as string, { vendor: to.id })
    await expect(grid.cursor).toHaveAccessibleName(await textOf(from))
    await expect(await grid.cell(2, 'Products')).toHaveAccessibleName(await textOf(to))
    await expect(grid.cursor.getByText(first, { exact: true })).toHaveCount(0)

    await api.write('products', before[1]?.id as string, { product_name: 'Renamed by a script' })
    await expect(grid.cursor.getByText('Renamed by a script')).toBeVisible()

    expect((await copy(page))['text/plain']).toBe(await textOf(from))

    await grid.input.press('Delete')
    await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('read-only')
    await api.create('vendors', { vendor_name: 'Without products' })
    await grid.expectTotal(vendors.length + 1)
    await expect(await grid.cell(vendors.length + 1, 'Products')).toHaveText('')
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.every((url) => url.includes('type=vendor'))).toBe(true)
  },
)
