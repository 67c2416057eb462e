import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test('grid.command.1 the palette runs commands, goes to places and finds entities of every type', async ({
  page,
  open,
  grid,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await grid.input.focus()
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Command or entry' })
  await expect(input).toBeFocused()
  await input.fill('trash')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Go to Trash/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()

  await page.keyboard.press('Control+k')
  const marked = page.locator('[role=option][data-highlighted]')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('data-highlighted')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('data-highlighted')
  await expect(marked).toBeInViewport()
  await expect(input).toHaveAttribute('aria-activedescendant', (await marked.getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('data-highlighted')
  await input.fill('no such thing at all')
  await expect(page.getByText('Nothing is called “no such thing at all”.')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(input).toBeHidden()

  await page.keyboard.press('Control+k')
  await input.fill('nordvik')
  const vendor = page.getByRole('option', { name: /^Nordvik.* vendor/ })
  await expect(vendor).toBeVisible()
  await vendor.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible()
  await grid.expectTotal(1)

  await page.keyboard.press('Control+k')
  await input.fill('column price')
  await page.getByRole('option', { name: /^Go to column Price/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(grid.status).toContainText('Price')

  await page.keyboard.press('Control+k')
  await input.fill('keyboard')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Show the keyboard shortcuts/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  // A dialog receives keys only once it has the focus.
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test(
  'grid.look.2 the density is chosen and kept',
  { tag: '@long' },
  async ({ page, open, grid, catalog }) => {
    await open()
    const height = async (): Promise<number> => (await grid.row(1).boundingBox())?.height ?? 0
    const normal = await height()
    await catalog.goTo('Settings')
    await page.getByRole('radio', { name: /^Compact/ }).check()
    await catalog.goTo('Products')
    await expect.poll(height).toBeLessThan(normal)
    await page.reload()
    await expect.poll(height).toBeLessThan(normal)
  },
)
