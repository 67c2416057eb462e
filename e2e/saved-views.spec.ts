import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { FilterPanel } from './pages/filter-panel.ts'

const viewButton = (page: Page) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name: /^View / })

async function chooseView(page: Page, item: string): Promise<void> {
  await viewButton(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(viewButton(page)).toHaveAccessibleName(`View ${name}`)
}

test('grid.view.1 grid.view.2 a view is saved, changed, renamed, duplicated and deleted, is the default, and comes back', async ({
  page,
  open,
  grid,
  api,
  catalog,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await test.step('a changed view is saved, discarded, renamed, duplicated and deleted', async () => {
    await grid.chooseFromMenu('Price', 'Sort ascending')
    await saveAs(page, 'Cheap first')

    await grid.chooseFromMenu('SKU', 'Hide this column')
    await expect(viewButton(page)).toHaveAccessibleName('View Cheap first, changed')
    await chooseView(page, 'Discard the changes')
    await expect(grid.header('SKU')).toBeVisible()
    await grid.chooseFromMenu('SKU', 'Hide this column')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(viewButton(page)).toHaveAccessibleName('View Cheap first')

    await chooseView(page, 'Rename…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Cheapest')
    await page.keyboard.press('Enter')
    await expect(viewButton(page)).toHaveAccessibleName('View Cheapest')
    await chooseView(page, 'Duplicate')
    await expect(viewButton(page)).toHaveAccessibleName('View Cheapest copy')

    await grid.chooseFromMenu('Stock', 'Hide this column')
    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('CHEAPEST')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There is a view named CHEAPEST already.')).toBeVisible()
    await page.keyboard.press('Escape')
    await chooseView(page, 'Discard the changes')

    await chooseView(page, 'Delete…')
    await page.getByRole('button', { name: 'Delete the view' }).click()
    await expect(viewButton(page)).toHaveAccessibleName('View All products')
    await viewButton(page).click()
    await expect(page.getByRole('menuitem', { name: 'Cheapest', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Cheapest copy' })).toBeHidden()
    await page.keyboard.press('Escape')
  })
  await test.step('a view keeps columns, order and filter, is the default, and comes back', async () => {
    await expect(viewButton(page)).toHaveAccessibleName('View All products')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = new FilterPanel(page, 'Filter')
    await panel.select(1, 'Attribute', 'Price')
    await panel.select(1, 'Operator', 'is at least')
    await panel.type(1, '900')
    const dear = await api.list('products', { 'filter[price][gte]': '900', sort: '-price' })
    await grid.expectTotal(dear.length)
    await panel.close()
    await grid.chooseFromMenu('Price', 'Sort descending')
    await grid.chooseFromMenu('Vendor', 'Hide this column')
    await saveAs(page, 'Dear ones')

    await chooseView(page, 'Make default')
    await viewButton(page).click()
    await expect(page.getByRole('menuitem', { name: 'Dear ones default' })).toBeVisible()
    await page.keyboard.press('Escape')
    await chooseView(page, 'All products')
    await expect(grid.header('Vendor')).toBeVisible()
    await grid.expectTotal(200)

    await catalog.goTo('Vendors')
    await catalog.goTo('Products')
    await expect(viewButton(page)).toHaveAccessibleName('View Dear ones')
    await grid.expectTotal(dear.length)
    await open()
    await expect(grid.row(1)).toBeVisible()
    await expect(viewButton(page)).toHaveAccessibleName('View Dear ones')
    await expect(grid.header('Vendor')).toBeHidden()
    await expect
      .poll(() => grid.values('Product name', 3))
      .toEqual(dear.slice(0, 3).map(({ label }) => label))
  })
})
