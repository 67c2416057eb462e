import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { ImportDialog } from './pages/import-dialog.ts'

test(
  'grid.import.9 a folder is watched from the settings on: its files are imported, listed and reported',
  { tag: '@long' },
  async ({ api, open, page }) => {
    const root = await mkdtemp(join(tmpdir(), 'vitrine-drop-'))
    const folder = join(root, 'prices')
    await mkdir(folder)
    await open()
    const dialog = new ImportDialog(page)
    await dialog.drop('prices.csv', 'SKU,Product name\nW-1,Watched lamp\n')
    await dialog.openSettings()
    await dialog.root.getByLabel('Save these settings for the next file').fill('Prices')
    await dialog.press('Save')
    await expect(dialog.root).toContainText('Saved.')
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Settings' }).click()
    const section = page.getByRole('region', { name: 'Watched folders' })
    const path = section.getByLabel('Folder to watch', { exact: true })
    await path.fill(join(root, 'nowhere'))
    await section.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(section).toContainText('There is no folder of this path.')
    await path.fill(folder)
    await section.getByRole('button', { name: 'Watch', exact: true }).click()
    const card = section.getByRole('article', { name: folder })
    await expect(card).toContainText('No file has come yet.')

    await writeFile(join(folder, 'monday.csv'), 'SKU,Product name\nW-1,Watched lamp\nW-2,\n')
    const row = card.getByRole('row', { name: /monday\.csv/ })
    await expect(row).toContainText('1 created, 1 failed', { timeout: 60_000 })
    await row.getByRole('button', { name: 'Report of monday.csv' }).click()
    const report = page.getByRole('dialog', { name: 'Import of monday.csv', exact: true })
    await expect(report).toContainText('1 row was left out')
    await page.keyboard.press('Escape')
    await expect.poll(() => api.list('products', { 'filter[sku]': 'W-1' })).toHaveLength(1)

    await card.getByRole('checkbox', { name: 'Import what is put there' }).click()
    await expect(card.getByRole('checkbox')).not.toBeChecked()
    await card.getByRole('button', { name: /^Stop watching/ }).click()
    await expect(card).toBeHidden()
    await rm(root, { recursive: true })
  },
)
