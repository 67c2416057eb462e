import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('quality.duplicates.1 quality.duplicates.2 quality.duplicates.3 quality.duplicates.4 what is there twice is found, looked at side by side, merged, undone and dismissed', async ({
  open,
  page,
  api,
  catalog,
  grid,
}) => {
  for (const [sku, name, price] of [
    ['DU-100', 'Armchair Nordholm oak', 120],
    ['du 100', 'Armchair Nordholm oak', undefined],
    ['DU-200', 'Bookcase Vestby tall', 80],
    ['DU-201', 'Bookcase Vesbty tall', 85],
  ] as const)
    await api.create('products', { sku, product_name: name, ...(price !== undefined && { price }) })
  await open()
  const main = page.getByRole('main')
  const list = main.getByRole('navigation', { name: 'Groups of duplicates' })
  const groups = list.getByRole('button')
  const value = (name: string, of: string) => main.getByRole('radio', { name: `${name} of ${of}` })

  await test.step('a search finds them, with reasons in words', async () => {
    await catalog.findCommand('quality')
    await page.keyboard.press('Enter')
    await main.getByRole('link', { name: 'Duplicates' }).click()
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(main.getByText(/compared: \d+ groups found/)).toBeVisible()
    await expect(groups.filter({ hasText: 'Armchair Nordholm' })).toHaveCount(1)
    await groups.filter({ hasText: 'Armchair Nordholm' }).click()
    await expect(main.getByRole('list', { name: 'Why these may be duplicates' })).toContainText(
      'Nearly the same title',
    )
    await expectAccessible(page)
  })
  await test.step('by keys: the one that is kept, a value by its number, what moves, and the merge', async () => {
    const sku = value('SKU', 'Armchair Nordholm oak').first()
    await expect(main.getByText(/Nothing else refers to what goes/)).toBeVisible()
    await sku.focus()
    await page.keyboard.press('2')
    await expect(value('SKU', 'Armchair Nordholm oak').nth(1)).toBeChecked()
    await page.keyboard.press('m')
    await expect(page.getByText(/One was merged into Armchair Nordholm oak/)).toBeVisible()
    await expect(groups.filter({ hasText: 'Armchair Nordholm' })).toHaveCount(0)
    const found = await api.list('products', { 'filter[product_name]': 'Armchair Nordholm oak' })
    expect(found.map(({ attributes }) => attributes)).toMatchObject([{ sku: 'du 100', price: 120 }])
  })
  await test.step('Ctrl+Z brings the group back', async () => {
    await groups.first().focus()
    await page.keyboard.press('Control+z')
    await expect(groups.filter({ hasText: 'Armchair Nordholm' })).toHaveCount(1)
  })
  await test.step('what is none is dismissed by key and stays away from the next search', async () => {
    await groups.filter({ hasText: 'Bookcase' }).click()
    await page.keyboard.press('d')
    await expect(groups.filter({ hasText: 'Bookcase' })).toHaveCount(0)
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(main.getByText(/, 0 of them new/)).toBeVisible()
    await expect(groups.filter({ hasText: 'Bookcase' })).toHaveCount(0)
  })
  await test.step('under a condition only what it leaves is compared', async () => {
    await main.getByText('All products are compared').click()
    await main.getByRole('button', { name: 'Add a filter' }).click()
    const condition = main.getByRole('group', { name: 'Filter 1' })
    await condition.getByRole('combobox', { name: 'Attribute' }).click()
    await page.getByRole('option', { name: 'SKU', exact: true }).click()
    await condition.getByRole('textbox').fill('DU-2')
    await expect(main.getByText('Under one condition')).toBeVisible()
    await main.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(main.getByText(/^2 compared/)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('rows of the grid are merged by their menu, and Ctrl+Z of the grid takes it back', async () => {
    await page.getByRole('link', { name: /^Products\b/ }).click()
    await catalog.search.fill('DU-20')
    await grid.expectTotal(2)
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Merge 2 rows' }).click()
    const merge = page.getByRole('dialog').getByRole('button', { name: 'Merge 2' })
    await merge.click()
    await grid.expectTotal(1)
    // The rows follow the server, whose event of the merge may come before the dialog's own answer.
    await expect(merge).toBeHidden()
    await expect(grid.input).toBeFocused()
    await page.keyboard.press('Control+z')
    await grid.expectTotal(2)
  })
  await test.step('selected rows are compared with each other by their menu', async () => {
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Find duplicates among 2 rows' }).click()
    await expect(main.getByText(/^2 compared/)).toBeVisible()
  })
})
