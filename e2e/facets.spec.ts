import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Facets' })
const facetOf = (page: Page, name: string): Locator =>
  panelOf(page).getByRole('region', { name, exact: true })
const filtersOf = (page: Page): Locator => page.getByRole('group', { name: 'Filters and order' })

const stillCounted = { code: 'validation_failed', message: 'Reading this took longer.', is_retriable: true }

async function countOf(facet: Locator, value: string): Promise<number> {
  const name =
    (await facet.getByRole('checkbox', { name: new RegExp(`^${value},`) }).getAttribute('aria-label')) ?? ''
  return Number(/([\d,]+) rows/.exec(name)?.[1]?.replace(',', ''))
}

test('grid.facets.1 grid.facets.2 grid.facets.4 facets narrow the rows and each other by the mouse, and a view keeps them', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await grid.expectTotal(200)
  // Answers as for a million rows that are counted for the first time.
  await page.route(
    (url) => url.pathname.endsWith('/grid/facets') && url.searchParams.get('facets') === 'status',
    (route) => route.fulfill({ status: 400, json: { error: stillCounted } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Facets', exact: true }).click()
  const status = facetOf(page, 'Status')
  await expect(status).toContainText('Counting many rows for the first time')
  await expect(facetOf(page, 'Vendor').getByRole('checkbox').first()).toBeVisible()
  await expect(status.getByRole('checkbox').first()).toBeVisible()
  await expect(status).not.toContainText('Counting many rows')
  const vendors = facetOf(page, 'Vendor')
  const published = await countOf(status, 'Published')
  const all = await countOf(vendors, 'Nordvik Møbler')
  await expectAccessible(page, { within: '.facet-panel' })

  await status.getByRole('checkbox', { name: /^Published/ }).click()
  await expect(filtersOf(page)).toContainText('Status is Published')
  await grid.expectTotal(published)
  await expect.poll(() => countOf(status, 'Published')).toBe(published)
  await expect.poll(() => countOf(vendors, 'Nordvik Møbler')).toBeLessThan(all)
  const left = await countOf(vendors, 'Nordvik Møbler')

  await vendors.getByRole('listitem').filter({ hasText: 'Nordvik' }).hover()
  await vendors.getByRole('button', { name: 'Exclude Nordvik Møbler' }).click()
  await grid.expectTotal(published - left)
  await expect(vendors.getByRole('checkbox', { name: /excluded$/ })).toBeVisible()
  const shown = await vendors.getByRole('checkbox').count()
  await vendors.getByRole('searchbox').fill('beau')
  await expect(vendors.getByRole('checkbox')).toHaveCount(1)
  await vendors.getByRole('searchbox').fill('')
  await expect(vendors.getByRole('checkbox', { name: /excluded$/ })).toBeVisible()
  // All of them must be back before the test points at something below.
  await expect(vendors.getByRole('checkbox')).toHaveCount(shown)

  const price = facetOf(page, 'Price')
  const bars = price.locator('.facet-bars')
  // Measured once it no longer moves.
  await bars.hover()
  const { x = 0, y = 0, width = 0, height = 0 } = (await bars.boundingBox()) ?? {}
  await page.mouse.move(x + 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.4, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(filtersOf(page)).toContainText('Price is less than')
  const chosen = Number((await price.locator('.facet-range-count').textContent())?.split(' ')[0])
  await grid.expectTotal(chosen)

  await page.getByRole('button', { name: 'Save as' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Cheap')
  await page.keyboard.press('Enter')
  await panelOf(page).getByRole('button', { name: 'Clear choices' }).click()
  await grid.expectTotal(200)
  await api.post('/products', { attributes: { sku: 'NEW-1', product_name: 'New', status: 'Published' } })
  await expect.poll(() => countOf(status, 'Published')).toBe(published + 1)

  await panelOf(page).getByRole('button', { name: 'Close the facets' }).click()
  await expect(panelOf(page)).toHaveCount(0)
  for (const view of ['All products', 'Cheap']) {
    await page.getByRole('button', { name: /^View / }).click()
    await page.getByRole('menuitem', { name: view }).click()
  }
  await grid.expectTotal(chosen)
  await expect(status.getByRole('checkbox', { name: /^Published/ })).toBeChecked()
})

test(
  'grid.facets.3 facets are chosen from the keyboard alone, also in a narrow window',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await page.setViewportSize({ width: 640, height: 480 })
    await open()
    await grid.expectTotal(200)
    await page.keyboard.press('Control+Shift+L')
    await expect(panelOf(page).getByRole('button', { name: 'Close the facets' })).toBeFocused()
    const status = facetOf(page, 'Status')
    const [first, second] = [status.getByRole('checkbox').nth(0), status.getByRole('checkbox').nth(1)]
    const [most, next] = await status
      .getByRole('checkbox')
      .evaluateAll((boxes) =>
        boxes.map((box) => Number(/, (\d+) rows/.exec(box.getAttribute('aria-label') ?? '')?.[1])),
      )
    await first.focus()
    await page.keyboard.press('Space')
    await expect(first).toBeChecked()
    await grid.expectTotal(most ?? 0)
    await page.keyboard.press('ArrowDown')
    await expect(second).toBeFocused()
    await page.keyboard.press('Space')
    await grid.expectTotal((most ?? 0) + (next ?? 0))
    await page.keyboard.press('-')
    await grid.expectTotal(most ?? 0)
    await expect(second).toHaveAccessibleName(/excluded$/)

    const from = facetOf(page, 'Price').getByRole('slider', { name: 'Price, from' })
    await from.focus()
    await page.keyboard.press('ArrowRight')
    await expect(from).toHaveAttribute('aria-valuenow', '1')
    await expect(filtersOf(page)).toContainText('Price is at least')
    await page.keyboard.press('Home')
    await grid.expectTotal(most ?? 0)

    await panelOf(page).getByRole('combobox', { name: 'Add a facet' }).press('Enter')
    await page.keyboard.type('product name: length')
    await page.keyboard.press('Enter')
    const length = facetOf(page, 'Product name: length')
    await length.getByRole('slider', { name: 'Product name: length, from' }).press('End')
    await expect(filtersOf(page)).toContainText('Product name: length is at least')
    await page.keyboard.press('Escape')
    await expect(panelOf(page)).toHaveCount(0)
  },
)
