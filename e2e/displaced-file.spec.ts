import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

test.use({ sample: false })

test(
  'app.safety.2 a file that is gone is told, what was saved in it is saved elsewhere and opened, and all is well once it is back',
  { tag: '@long' },
  async ({ open, page, api, grid, catalog, workspace, served }) => {
    await api.define({
      name: 'Name',
      entity_type: 'product',
      data_type: 'single_line_text_field',
      is_primary: true,
    })
    await api.create('products', { name: 'Oak chair' })
    await open()
    await expect(grid.row(1)).toContainText('Oak chair')
    const banner = page.getByRole('alert').filter({ hasText: 'no longer where it was' })
    await expect(banner).toHaveCount(0)
    await rename(workspace.file, `${workspace.file}.away`)
    await expect(banner).toContainText(workspace.file)

    await banner.getByRole('button', { name: 'Save a copy elsewhere…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save a copy elsewhere' })
    await test.step('a place that cannot be is refused with what to do', async () => {
      const folder = dialog.getByLabel('Folder for the copy', { exact: true })
      await folder.fill(join(served.dataFolder, 'none'))
      await dialog.getByRole('button', { name: 'Save the copy' }).click()
      await expect(dialog).toContainText(/There is no folder .*none that can be written to/)
      await folder.fill(served.dataFolder)
      await dialog.getByLabel('File name').fill('rescued.vitrine')
      await dialog.getByRole('button', { name: 'Save the copy' }).click()
      await expect(dialog).toContainText(`The copy is saved${join(served.dataFolder, 'rescued.vitrine')}`)
    })
    await test.step('the copy is opened and holds what was saved', async () => {
      await dialog.getByRole('button', { name: 'Open the copy' }).click()
      await expect(page.getByRole('button', { name: 'Workspace rescued' })).toBeVisible()
      await catalog.goTo('Products')
      await expect(grid.row(1)).toContainText('Oak chair')
      await expect(banner).toHaveCount(0)
    })
    await test.step('a file that is put back needs no word', async () => {
      await open()
      await expect(banner).toBeVisible()
      await rename(`${workspace.file}.away`, workspace.file)
      await expect(banner).toHaveCount(0)
    })
  },
)
