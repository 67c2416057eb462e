import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from './fixtures.ts'

test.use({ sample: false })

function withManyProducts(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes)
  const part = 'values/product.jsonl'
  const product = JSON.parse(strFromU8(parts[part] ?? new Uint8Array()))
  const lines = Array.from({ length: 60_000 }, (_, number) => {
    const id = `01989f6e-8d20-7b11-8c3d-${String(number).padStart(12, '0')}`
    return `${JSON.stringify({ ...product, id })}\n`
  })
  return zipSync({ ...parts, [part]: strToU8(lines.join('')) }, { level: 1 })
}

test(
  'app.package.1 a workspace is saved as a package and opened as another workspace with the same entries, unless it is cancelled',
  { tag: '@long' },
  async ({ catalog, open, page, api, grid, workspace }, testInfo) => {
    await api.define({
      name: 'Name',
      entity_type: 'product',
      data_type: 'single_line_text_field',
      is_primary: true,
    })
    await api.create('products', { name: 'Oak chair' })
    await open()
    await expect(grid.row(1)).toContainText('Oak chair')
    await catalog.findCommand('backups')
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
    await expect(page.getByText('The workspace was saved as shop.zip')).toBeVisible()
    await expect(page.getByText(/^1 product, 1 attribute, /)).toBeVisible()

    await page.goto('/?view=start')
    await page.getByRole('button', { name: /^Open a package/ }).click()
    const opening = page.getByRole('dialog', { name: 'Open a package' })
    await opening.getByLabel('Path of the package').fill(`${file}x`)
    await opening.getByRole('button', { name: 'Open the package' }).click()
    await expect(opening).toContainText('There is no file')
    const large = testInfo.outputPath('large.zip')
    writeFileSync(large, withManyProducts(readFileSync(file)))
    await opening.getByLabel('Path of the package').fill(large)
    await opening.getByRole('button', { name: 'Open the package' }).click()
    await expect(opening.getByText(/^[1-9]\d*% of /)).toBeVisible()
    await page.reload()
    await opening.getByRole('button', { name: 'Cancel' }).click()
    await expect(opening).toContainText('It was cancelled. No workspace was created.')
    await opening.getByLabel('Path of the package').fill(file)
    await opening.getByRole('button', { name: 'Open the package' }).click()
    await expect(page).toHaveTitle(`${workspace.name} 2 – Vitrine`)
    await catalog.goTo('Products')
    await expect(grid.row(1)).toContainText('Oak chair')
  },
)
