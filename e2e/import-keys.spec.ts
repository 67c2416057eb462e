import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const list = (price: string): string =>
  `Art.-Nr.;Artikel;VK;Lager\nCH-100;Freja chair;${price};7\nKEY-1;Key lamp;89,50;8\nKEY-2;Key vase;12,25;9\n`

test(
  'grid.import.12 grid.import.13 the key is proposed with its counts, and the next file like it is imported as this one was',
  { tag: '@long' },
  async ({ api, open, page }) => {
    await open()
    const dialog = new ImportDialog(page)
    const total = await api.count('products')
    const keys = dialog.root.getByRole('combobox', { name: 'Update those with the same' })
    await test.step('the proposed key says what it comes to, and no key what it would make twice', async () => {
      await dialog.drop('lieferant 2026-10.csv', list('199,50'))
      await expect(keys).toHaveText('SKU')
      await expect(dialog.root).toContainText('By Art.-Nr.: 1 is there already and is updated, 2 are new.')
      await expectAccessible(page, { within: '[role=dialog]' })
      await dialog.select('Update those with the same', 'Nothing: every row is new')
      await expect(dialog.root).toContainText('This may create duplicates')
      await expect(dialog.root).toContainText('1 of 3 rows have the Art.-Nr. of one that is there already')
      await dialog.select('Update those with the same', 'SKU')
      await expect(dialog.root).not.toContainText('This may create duplicates')
      await dialog.sendTo(/Lager/, 'Leave this column out')
      await dialog.press('Import now')
      await expect(dialog.root).toContainText('The file was imported')
      await dialog.press('Done')
      await expect.poll(() => api.count('products')).toBe(total + 2)
    })
    await test.step('the next one is known by its columns and its name', async () => {
      await dialog.drop('lieferant 2026-11.csv', list('209,50'))
      await expect(dialog.root).toContainText('the settings of lieferant 2026-10.csv')
      await expect(dialog.root).toContainText('By Art.-Nr.: 3 are there already and are updated.')
      const target = dialog.target(/Lager/)
      await expect(target).toHaveText('Leave this column out')
      await dialog.press('Start afresh')
      await expect(dialog.root).not.toContainText('the settings of')
      await expect(target).not.toHaveText('Leave this column out')
      await dialog.press('Choose another file')
      await page.keyboard.press('Escape')
      await dialog.drop('lieferant 2026-11.csv', list('209,50'))
      await expect(target).toHaveText('Leave this column out')
      await dialog.press('Import now')
      await expect(dialog.root).toContainText('The file was imported')
      await dialog.expectCounts({ created: '0', updated: '1', unchanged: '2', failed: '0' })
      await dialog.press('Done')
      expect((await api.find('products', 'sku', 'CH-100')).attributes['price']).toBe(209.5)
    })
  },
)
