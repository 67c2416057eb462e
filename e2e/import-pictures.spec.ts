import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test(
  'grid.import.8 cells name pictures of a folder; what is not in it leaves its cell, and the check is made anew',
  { tag: '@long' },
  async ({ api, open, page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
    await writeFile(join(folder, 'lamp.png'), picture)
    await open()
    const dialog = new ImportDialog(page)
    await dialog.drop(
      'pictures.csv',
      'SKU,Product name,Photo\nPIC-1,Pictured lamp,lamp.png\nPIC-2,Lost lamp,gone.png\nPIC-3,Late lamp,later.png\n',
    )
    await dialog.sendTo(/Photo/, 'Picture')
    await dialog.openSettings()
    await dialog.select('An address of a picture', 'has changed pictures fetched too')
    const field = dialog.root.getByLabel('Folder of pictures', { exact: true })
    await field.fill(join(folder, 'nowhere'))
    await expect(dialog.root).toContainText('There is no folder of this path.')
    await field.fill(folder)
    await dialog.showRows('Does not fit')
    const name = dialog.table('Row errors').getByRole('cell', { name: 'gone.png' })
    await expect(name).toBeVisible()
    await expect(dialog.table('Row errors').getByRole('cell', { name: 'later.png' })).toBeVisible()
    await writeFile(join(folder, 'later.png'), picture)
    await dialog.press('Check again')
    await dialog.expectRows({ 'Does not fit': 1 })
    await dialog.showRows('Does not fit')
    await expect(dialog.table('Row errors').getByRole('cell', { name: 'later.png' })).toBeHidden()
    await expect(name).toBeVisible()
    await writeFile(join(folder, 'gone.png'), picture)
    await dialog.press('Check again')
    await dialog.expectRows({ 'Does not fit': 0 })
    await rm(join(folder, 'gone.png'))
    await dialog.press('Import now')
    await expect
      .poll(async () => (await api.find('products', 'sku', 'PIC-1')).attributes['picture'])
      .toMatch(/^files\/.*\.png$/)
    expect((await api.find('products', 'sku', 'PIC-2')).attributes['picture']).toBeUndefined()
    await rm(folder, { recursive: true })
  },
)
