import { existsSync, mkdirSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

test.use({ sample: false })

test('app.package.1 a workspace is saved as a package and opened as another workspace with the same entries', async ({
  open,
  page,
  api,
  grid,
  workspace,
}, testInfo) => {
  await api.define({
    name: 'Name',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await api.create('products', { name: 'Oak chair' })
  await open()
  await expect(grid.row(1)).toContainText('Oak chair')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command or entity' }).fill('backups')
  await page.keyboard.press('Enter')

  mkdirSync(testInfo.outputDir, { recursive: true })
  await page.getByRole('button', { name: 'Save as package…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a package' })
  await saving.getByRole('button', { name: 'Save the package' }).click()
  await expect(saving).toContainText('Give the whole path')
  await saving.getByLabel('Folder for the package').fill(testInfo.outputDir)
  await saving.getByLabel('File name').fill('shop.zip')
  await saving.getByRole('button', { name: 'Save the package' }).click()
  await expect(saving).toBeHidden()
  const file = testInfo.outputPath('shop.zip')
  await expect.poll(() => existsSync(file)).toBe(true)

  await page.goto('/?view=start')
  await page.getByRole('button', { name: /^Open a package/ }).click()
  const opening = page.getByRole('dialog', { name: 'Open a package' })
  await opening.getByLabel('Path of the package').fill(`${file}x`)
  await opening.getByRole('button', { name: 'Open the package' }).click()
  await expect(opening).toContainText('There is no file')
  await opening.getByLabel('Path of the package').fill(file)
  await opening.getByRole('button', { name: 'Open the package' }).click()
  await expect(grid.row(1)).toContainText('Oak chair')
  await expect(page).toHaveTitle(`${workspace.name} 2 – Vitrine`)
})
