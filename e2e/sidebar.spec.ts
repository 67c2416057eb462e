import { expect, test } from './fixtures.ts'

test('grid.look.5 the sidebar has its groups', { tag: '@long' }, async ({ open, page }) => {
  await open()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  for (const [group, link] of [
    ['Catalog', 'Trash'],
    ['Publish', 'Channels'],
    ['Set up', 'Attributes'],
  ] as const)
    await expect(
      sidebar.getByRole('navigation', { name: group }).getByRole('link', { name: link }),
    ).toBeVisible()
})

test(
  'grid.look.5 a saved view is a link below its type',
  { tag: '@long' },
  async ({ open, page, grid, catalog }) => {
    await open()
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await grid.header('Price').getByRole('button', { name: 'Price', exact: true }).click()
    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Cheapest first')
    await page.getByRole('button', { name: 'Save the view' }).click()
    const views = sidebar.getByRole('list', { name: 'Views of products' })
    await expect(views.getByRole('link', { name: 'Cheapest first' })).toHaveAttribute('aria-current', 'page')
    await catalog.goTo('Vendors')
    await expect(views).toBeHidden()
    await catalog.goTo('Products')
    await expect(grid.header('Price')).not.toHaveAttribute('aria-sort')
    await views.getByRole('link', { name: 'Cheapest first' }).click()
    await expect(grid.header('Price')).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('button', { name: 'View Cheapest first' })).toBeVisible()
  },
)

test(
  'grid.look.6 keys, ids and addresses are shown to whom asks for them',
  { tag: '@long' },
  async ({ open, page, catalog }) => {
    await open()
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const host = page.locator('.side-status-host')
    await catalog.goTo('Attributes')
    await expect(page.getByRole('columnheader', { name: 'Data type' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Key' })).toBeHidden()
    await expect(host).toBeHidden()
    await sidebar.getByRole('button', { name: 'Help and appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Shown, for scripts' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Key' })).toBeVisible()
    await expect(host).toHaveText(/^127\.0\.0\.1:\d+$/)
    await catalog.goTo('Products')
  },
)

test(
  'grid.look.5 the sidebar is folded by its button and by keys, keeps its names and is kept',
  { tag: '@long' },
  async ({ open, page, catalog }) => {
    await open()
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const width = async (): Promise<number> => (await sidebar.boundingBox())!.width
    const whole = await width()
    await sidebar.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect.poll(width).toBeLessThan(whole / 3)
    await sidebar.getByRole('link', { name: /^Vendors/ }).hover()
    await expect(page.locator('.ui-tooltip')).toHaveText('Vendors')
    await page.reload()
    await expect.poll(width).toBeLessThan(whole / 3)
    await catalog.goTo('Images')
    await page.keyboard.press('Control+b')
    await expect.poll(width).toBe(whole)
  },
)
