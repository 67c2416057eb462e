import { expectAccessible } from './pages/accessibility.ts'
import { expect, test } from './fixtures.ts'

test(
  'changes.compare.1 rows stand side by side, and a value of one is taken over by the others and undone',
  { tag: '@long' },
  async ({ open, page, api, catalog, grid }) => {
    const oak = await api.create('products', { sku: 'CMP-1', product_name: 'Compared oak', price: 10 })
    const ash = await api.create('products', { sku: 'CMP-2', product_name: 'Compared ash', price: 12 })
    await open()
    await page.getByRole('searchbox', { name: 'Search all text' }).fill('Compared')
    await expect(grid.root.getByText('Compared ash')).toBeVisible()
    await grid.root.getByText('Compared oak').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Compare 2 rows' }).press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Compare' })
    const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}\\b`) })
    await test.step('only what differs, or everything', async () => {
      await expect(row('Price')).toContainText('10')
      await expect(row('Price')).toContainText('12')
      await expect(dialog.getByRole('columnheader')).toHaveText(['Attribute', /Compared/, /Compared/])
      const before = await dialog.getByRole('row').count()
      await dialog.getByRole('checkbox', { name: 'Only what differs' }).uncheck()
      await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThanOrEqual(before)
      await expectAccessible(page)
    })
    await test.step('a value is taken over and undone', async () => {
      await dialog.getByRole('button', { name: 'Take Price of Compared oak for the other' }).click()
      await expect.poll(async () => (await api.read('products', ash))['price']).toBe(10)
      await expect(dialog.getByRole('button', { name: /^Take Price/ })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(grid.input).toBeFocused()
      await page.keyboard.press('Control+z')
      await expect.poll(async () => (await api.read('products', ash))['price']).toBe(12)
      expect((await api.read('products', oak))['price']).toBe(10)
    })
    await test.step('from the palette; of one row it says what to select', async () => {
      await grid.root.getByText('Compared oak').click()
      await page.keyboard.press('Shift+ArrowDown')
      await catalog.findCommand('compare the selected')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('button', { name: /^Take Price of Compared oak/ })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitem', { name: /^Compare/ })).toHaveCount(0)
    })
  },
)
