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
    await dialog.press('Next: columns')
    await dialog.sendTo(/Photo/, 'Picture')
    await dialog.select('An address of a picture', 'has changed pictures fetched too')
    await dialog.press('Next: rows')
    const field = dialog.root.getByLabel('Folder of pictures', { exact: true })
    await field.fill(join(folder, 'nowhere'))
    await dialog.press('Next: check')
    await expect(dialog.root).toContainText('There is no folder of this path.')
    await dialog.goTo('Rows')
    await field.fill(folder)
    await dialog.press('Next: check')
    const name = dialog.root.getByRole('cell', { name: 'gone.png' })
    await expect(name).toBeVisible()
    await expect(dialog.root.getByRole('cell', { name: 'later.png' })).toBeVisible()
    await writeFile(join(folder, 'later.png'), picture)
    await dialog.press('Check again')
    await expect(dialog.root.getByRole('cell', { name: 'later.png' })).toBeHidden()
    await expect(name).toBeVisible()
    await writeFile(join(folder, 'gone.png'), picture)
    await dialog.goTo('Rows')
    await dialog.press('Next: check')
    await expect(dialog.root.getByRole('button', { name: 'Import now' })).toBeEnabled()
    await expect(name).toBeHidden()
    await rm(join(folder, 'gone.png'))
    await dialog.press('Import now')
    await expect
      .poll(async () => (await api.find('products', 'sku', 'PIC-1')).attributes['picture'])
      .toMatch(/^files\/.*\.png$/)
    expect((await api.find('products', 'sku', 'PIC-2')).attributes['picture']).toBeUndefined()
    await rm(folder, { recursive: true })
  },
)
