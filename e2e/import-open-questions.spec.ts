import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const file =
  'SKU;Product name;Price;Launch date\nOPEN-1;Oak bench;1.250;03/04/2026\nOPEN-2;Oak shelf;1.299;05/06/2026\n'

test(
  'grid.import.11 what can be read in two ways is asked on the cells of the file, and by a watched folder too',
  { tag: '@long' },
  async ({ api, open, page }) => {
    await open()
    const dialog = new ImportDialog(page)
    const question = (name: RegExp) => dialog.root.getByRole('group', { name })
    await test.step('nothing can be imported before both questions are answered, each with a click', async () => {
      await dialog.drop('open.csv', file)
      const decimals = question(/^Does 1\.250 mean 1250 or 1\.25\?/)
      await expect(decimals).toContainText(/1\.299 → 1299 Price, row 2/)
      await expect(decimals.getByRole('radio', { checked: true })).toHaveCount(0)
      await expect(dialog.root).toContainText('Answer the question above')
      await expect(dialog.root.getByRole('button', { name: 'Import now' })).toBeDisabled()
      await expectAccessible(page, { within: '[role=dialog]' })

      await decimals.getByText(/after a comma/).click()
      await expect(dialog.root.getByRole('button', { name: 'Import now' })).toBeDisabled()
      await expect(dialog.root).toContainText('The rows are checked once this is settled.')
      await expect(decimals.getByRole('radio', { name: /after a comma/ })).toBeChecked()
      await question(/^Does 03\/04\/2026 mean 3 April 2026 or 4 March 2026\?/)
        .getByText(/day comes first/)
        .click()
      await expect(dialog.root).not.toContainText('This has to be settled first')
    })
    await test.step('an answer can be changed, and is kept with the settings', async () => {
      await question(/^Does 1\.250/)
        .getByText(/after a point/)
        .click()
      await question(/^Does 1\.250/)
        .getByText(/after a comma/)
        .click()
      await dialog.openSettings()
      await dialog.root.getByLabel('Save these settings for the next file').fill('Oak')
      await dialog.press('Save')
      await expect(dialog.root).toContainText('Saved.')
      await dialog.press('Import now')
      await expect(dialog.root).toContainText('The file was imported')
      await dialog.press('Done')
      await expect
        .poll(async () => (await api.find('products', 'sku', 'OPEN-1')).attributes)
        .toMatchObject({ price: 1250, launch_date: '2026-04-03' })
    })
    await test.step('a file of a watched folder waits and is answered there', async () => {
      const root = await mkdtemp(join(tmpdir(), 'vitrine-open-'))
      const folder = join(root, 'oak')
      await mkdir(folder)
      await dialog.drop('other.csv', 'SKU;Product name\nOPEN-3;Oak table\n')
      await dialog.openSettings()
      await dialog.root.getByLabel('Save these settings for the next file').fill('Unsaid')
      await dialog.press('Save')
      await expect(dialog.root).toContainText('Saved.')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Connections' }).click()
      const section = page.getByRole('region', { name: 'Watch a folder' })
      await section.getByLabel('Folder to watch', { exact: true }).fill(folder)
      await section.getByRole('combobox', { name: 'Settings of the import' }).click()
      await page.getByRole('option', { name: 'Unsaid' }).click()
      await section.getByRole('button', { name: 'Watch', exact: true }).click()
      const feed = page.getByRole('row', { name: /^oak/ })
      await expect(feed).toContainText('never')
      await writeFile(join(folder, 'monday.csv'), file)
      const waiting = page.getByRole('region', { name: 'Waiting for you' })
      await expect(waiting).toContainText('monday.csv of oak waits for an answer', { timeout: 60_000 })
      await expect(waiting).toContainText('1.250 in row 1 of Price can mean 1250 or 1.25')
      await expectAccessible(page)

      await waiting.getByRole('radio', { name: /after a comma/ }).click()
      await waiting.getByRole('radio', { name: /day comes first/ }).click()
      await waiting.getByRole('button', { name: 'Import it so' }).click()
      await expect(feed).toContainText('Imported', { timeout: 60_000 })
      await expect(waiting).toHaveCount(0)
      expect(await readdir(join(folder, 'done'))).toEqual(['monday.csv'])
      await rm(root, { recursive: true })
    })
  },
)

test(
  'grid.import.16 what stands around the table is left out and told, and another row can name the columns',
  { tag: '@long' },
  async ({ open, page }) => {
    await open()
    const dialog = new ImportDialog(page)
    const rows = [
      'Price list of Oak & Sons;;',
      'SKU;Product name;Price',
      'HEAD-1;Oak bench;12,50',
      'HEAD-2;Oak shelf;3,75',
    ]
    await dialog.drop('titled.csv', rows.join('\n'))
    await expect(dialog.root).toContainText('Left out because it is not data: 1 title above the header.')
    const headers = dialog.table('Columns of the file').getByRole('rowheader')
    await expect(dialog.target('SKU')).toHaveText('SKU')
    await dialog.openSettings()
    await dialog.select('The columns are named in', 'row 3')
    await expect(headers.first()).toContainText('HEAD-1')
    await dialog.select('The columns are named in', 'row 2')
    await expect(dialog.target('SKU')).toHaveText('SKU')
  },
)
