import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

test(
  'grid.import.9 a folder is chosen and is watched: its files are imported, listed and reported',
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
    await page.getByRole('button', { name: 'Watched folders and other feeds' }).click()
    const section = page.getByRole('region', { name: 'Watch a folder' })
    const path = section.getByLabel('Folder to watch', { exact: true })
    await path.fill(join(root, 'nowhere'))
    await section.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(section).toContainText('There is no folder of this path.')
    await path.fill(folder)
    await section.getByRole('button', { name: 'Watch', exact: true }).click()
    const feed = page.getByRole('table', { name: 'Feeds' }).getByRole('row', { name: /^prices/ })
    await expect(feed).toContainText(folder)
    await expect(feed).toContainText('When a file comes')
    await expectAccessible(page)
    const choose = async (action: string) => {
      await feed.getByRole('button', { name: 'Actions for prices' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Last files…')
    const files = page.getByRole('dialog', { name: 'Last files of prices' })
    await expect(files).toContainText('No file has come yet.')

    await writeFile(join(folder, 'monday.csv'), 'SKU,Product name\nW-1,Watched lamp\nW-2,\n')
    const row = files.getByRole('row', { name: /monday\.csv/ })
    await expect(row).toContainText('1 created, 1 failed', { timeout: 60_000 })
    await expectAccessible(page, { within: '[role=dialog]' })
    await row.getByRole('button', { name: 'Report of monday.csv' }).click()
    const report = page.getByRole('dialog', { name: 'Import of monday.csv (prices)', exact: true })
    await expect(report).toContainText('1 row was left out')
    await page.keyboard.press('Escape')
    await expect.poll(() => api.list('products', { 'filter[sku]': 'W-1' })).toHaveLength(1)
    expect(await readdir(join(folder, 'failed'))).toEqual(['monday.csv', 'monday.errors.csv'])

    await choose('Turn off')
    await expect(feed).toContainText('Off')
    await rm(folder, { recursive: true })
    await choose('Turn on')
    await expect(feed).toContainText('The folder is not there. Connect its disk, or make it anew.', {
      timeout: 20_000,
    })
    await choose('Delete…')
    await page.getByRole('button', { name: 'Delete the feed' }).click()
    await expect(feed).toHaveCount(0)
    await rm(root, { recursive: true })
  },
)
