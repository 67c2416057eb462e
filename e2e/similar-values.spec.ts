import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('quality.clusters.1 quality.clusters.2 quality.clusters.3 similar values are found from a column, merged by keys and by mouse, and taken back', async ({
  open,
  page,
  api,
  grid,
}) => {
  for (const [sku, name] of [
    ['CL-1', 'Nordlys Lounge'],
    ['CL-2', 'nordlys lounge'],
    ['CL-3', 'Lounge, Nordlys'],
    ['CL-4', 'Fjord Stool'],
    ['CL-5', 'FJORD STOOL'],
  ])
    await api.create('products', { sku, product_name: name })
  await open()
  const main = page.getByRole('main')
  const groups = main.getByRole('region', { name: /Similar values of/ }).locator('.cluster')
  const stool = groups.filter({ hasText: 'FJORD STOOL' })
  const lounge = groups.filter({ hasText: 'nordlys lounge' })

  await test.step('the menu of a column leads to its groups, with counts', async () => {
    await grid.chooseFromMenu('Product name', 'Find similar values')
    await expect(lounge.getByRole('listitem')).toHaveCount(3)
    await expect(stool.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
  })
  await test.step('by keys: a group is chosen, one of its values left out, and merged after a look at what changes', async () => {
    await stool.getByRole('checkbox').first().focus()
    await page.keyboard.press('ArrowUp')
    await expect(lounge.getByRole('checkbox').first()).toBeFocused()
    await page.keyboard.press('Space')
    await lounge.getByRole('checkbox', { name: 'nordlys lounge', exact: true }).press('Space')
    await expect(main.getByText(/1 chosen/)).toBeVisible()
    await main.getByRole('button', { name: 'Merge…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^1 row gets another value/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
    await expect(lounge.getByRole('listitem')).toHaveCount(2)
  })
  await test.step('the message takes it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(lounge.getByRole('listitem')).toHaveCount(3)
  })
  await test.step('by mouse: the value to become is typed, and a count leads to its rows', async () => {
    const becomes = stool.getByRole('combobox', { name: 'Becomes' })
    await becomes.fill('Fjord stool')
    await becomes.press('Tab')
    await main.getByRole('button', { name: 'Merge…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(stool).toHaveCount(0)
    await lounge.getByRole('link').first().click()
    await expect(page).toHaveURL(/view=products/)
    await expect(page).toHaveURL(/nordlys/i)
  })
})
