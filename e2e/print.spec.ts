import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test.describe('grid.print.1', () => {
  test.use({ sample: 'shared' })
  test.beforeEach(async ({ page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
  })

  test(
    'grid.print.1 the whole view is one plain table on paper, whatever the grid draws',
    { tag: '@long' },
    async ({ api, page, grid }) => {
      await grid.goTo(1, 'Product name')
      await page.keyboard.press('Control+p')
      const dialog = page.getByRole('dialog', { name: 'Print products' })
      await dialog.getByRole('radio', { name: /^This view/ }).check()
      await expectAccessible(page, { within: '.ui-dialog' })
      await dialog.getByRole('button', { name: 'Print 200 rows' }).press('Enter')
      await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

      await page.emulateMedia({ media: 'print' })
      const parts = page.getByRole('table', { name: /^Products, .*part/ })
      expect(await parts.count()).toBeGreaterThan(2)
      const names = await parts.getByRole('columnheader').allInnerTexts()
      const shown = (await api.attributes('product')).map(({ name }) => name)
      expect([...new Set(names)].toSorted()).toEqual(['#', ...shown].toSorted())
      expect(names.filter((name) => name === 'Product name')).toHaveLength(await parts.count())
      const sheet = parts.first()
      const products = await api.list('products')
      await expect(sheet.getByRole('row')).toHaveCount(products.length + 1)
      await expect(grid.root).toBeHidden()
      await expect(dialog).toBeHidden()
      const last = sheet.getByRole('row').last()
      await expect(last).toContainText(products.at(-1)?.label ?? '')
      const pdf = (await page.pdf()).toString('latin1')
      expect(Number(/\/Count (\d+)/.exec(pdf)?.[1])).toBeGreaterThan(3)

      await page.emulateMedia({ media: 'screen' })
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('table')).toHaveCount(0)
      await expect(grid.input).toBeFocused()
    },
  )

  test(
    'grid.print.1 of a selection its rows alone, under the heads of their groups',
    { tag: '@long' },
    async ({ page, grid }) => {
      await page.getByRole('combobox', { name: 'Group', exact: true }).click()
      await page.getByRole('option', { name: 'By Material' }).click()
      await expect(grid.root.getByRole('row', { level: 1 }).first()).toBeVisible()
      await grid.input.focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command or entry' }).fill('print the rows')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Print 3 rows' }).press('Enter')
      await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
      await page.emulateMedia({ media: 'print' })
      const sheet = page.getByRole('table', { name: /^Products, / }).first()
      await expect(sheet.getByRole('row')).toHaveCount(4)
      await expect(sheet.getByRole('row').nth(1)).toContainText('products')
    },
  )
})
