import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const file = [
  'Artikel;Bezeichnung;Preis;Launch date;Ausverkauft',
  'CH-100;Freja chair;1.199,50;1.3.2026;nein',
  'WIZ-1;Wizard lamp;89,00;15.4.2026;ja',
  'WIZ-2;Wizard vase;siehe Katalog;16.4.2026;ja',
].join('\n')

const mapped = { artikel: 'SKU', bezeichnung: 'Product name', preis: 'Price' }

test('grid.import.5 a semicolon file with decimal commas is mapped, checked, imported, corrected and taken back', async ({
  api,
  open,
  page,
  grid,
}) => {
  await open()
  const total = await api.count('products')
  await grid.expectTotal(total)
  const before = await api.find('products', 'sku', 'CH-100')
  const dialog = new ImportDialog(page)
  await dialog.drop('lieferant.csv', file)
  await expect(dialog.root).toContainText('separated by semicolons')

  await expect(dialog.column('Launch date')).toContainText('It has the same name.')
  for (const [header, target] of Object.entries(mapped)) {
    await dialog.sendTo(new RegExp(header, 'i'), target)
    await expect(dialog.target(new RegExp(header, 'i'))).toHaveText(target)
  }
  await dialog.openColumn(/Preis/)
  await dialog.select('Numbers are written', '1.234,5 with a comma')
  const samples = dialog.table('Samples of Preis').getByRole('row')
  await expect(samples.nth(1)).toContainText(/1\.199,50\s*1199\.50/)
  await expect(samples.nth(3)).toContainText('Not a number.')
  await expect(dialog.column(/Preis/)).toContainText('1 cell does not fit')
  await dialog.openColumn(/Ausverkauft/)
  await dialog.select('Add a step', 'Replace whole cells')
  await dialog.root.getByLabel('Cell to replace 1').fill('ja')
  await dialog.root.getByLabel('Written as 1').fill('yes')
  await expect(dialog.root.getByRole('listitem').filter({ hasText: 'ja → yes' }).first()).toBeVisible()
  await expect(dialog.table('Samples of Ausverkauft').getByRole('row').nth(2)).toContainText(/ja\s*true/)

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave the import?' })
  await question.getByRole('button', { name: 'Continue importing' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.target(/preis/i)).toHaveText('Price')

  await expect(dialog.root.getByRole('combobox', { name: 'Update those with the same' })).toHaveText('SKU')
  await dialog.openSettings()
  await dialog.root.getByLabel('Save these settings for the next file').fill('Lieferant')
  await dialog.press('Save')
  await expect(dialog.root).toContainText('Saved.')

  await expect(dialog.root).toContainText('1 cell would be left out')
  await dialog.expectRows({ 'All rows': 3, New: 2, Changed: 1, 'Does not fit': 1 })
  const changes = dialog.table('What would change')
  await expect(changes.getByRole('row', { name: /Freja chair/ })).toContainText('€1,199.50')
  await dialog.showRows('New')
  await expect(changes.getByRole('row', { name: /Wizard lamp/ })).toContainText('15 Apr 2026')
  await expect(changes.getByRole('row', { name: /Freja chair/ })).toHaveCount(0)
  await expect.poll(() => api.count('products')).toBe(total)
  await expect.poll(() => api.find('products', 'sku', 'CH-100')).toEqual(before)

  await dialog.press('Import now')
  await expect(dialog.root).toContainText('Imported, but 1 cell was left out')
  await expect
    .poll(async () => (await api.find('products', 'sku', 'CH-100')).attributes['price'])
    .toBe(1199.5)
  await expect
    .poll(async () => (await api.find('products', 'sku', 'WIZ-1')).attributes)
    .toMatchObject({ price: 89, launch_date: '2026-04-15', ausverkauft: expect.anything() })

  const download = page.waitForEvent('download')
  await dialog.press('Download the rows to correct')
  const errors = await readFile(await (await download).path(), 'utf8')
  expect(errors.trim().split(/\r?\n/)).toHaveLength(2)
  expect(errors).toContain('WIZ-2;Wizard vase;siehe Katalog')
  await dialog.press('Done')
  await dialog.drop('lieferant-errors.csv', errors.replace('siehe Katalog', '45,90'))
  await dialog.openSettings()
  await dialog.select('Settings', 'Lieferant')
  await expect(dialog.target(/Preis/)).toHaveText('Price')
  await dialog.press('Import now')
  await expect(dialog.root).toContainText('The file was imported')
  await expect.poll(async () => (await api.find('products', 'sku', 'WIZ-2')).attributes['price']).toBe(45.9)
  await dialog.press('Done')
  await grid.expectTotal(total + 2)

  await page.getByRole('button', { name: /^Jobs/ }).click()
  await page.getByRole('button', { name: 'Report of Import of lieferant.csv' }).click()
  const report = page.getByRole('dialog', { name: 'Import of lieferant.csv' })
  await report.getByRole('button', { name: 'Undo this import' }).click()
  await expect(report).toContainText('The import was undone')
  await expect(report).toContainText('1 new entry moved to the trash. 1 entry got the old values back.')
  await expect(report).toContainText('1 new entry stayed: changed since, or others refer to them.')
  await expect.poll(() => api.count('products')).toBe(total + 1)
  await expect
    .poll(async () => (await api.find('products', 'sku', 'CH-100')).attributes['price'])
    .toBe(before.attributes['price'])
})

test(
  'grid.import.7 the sheet of a workbook is chosen, and a list of variants finds its parents by their key',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const chair = await api.find('products', 'sku', 'CH-100')
    const rows = [
      ['SKU', 'Product name', 'Price', 'Parent SKU'],
      ['XL-1', 'Freja chair, oak', 210.5, 'CH-100'],
    ]
    const sheets = [
      {
        name: 'Stock',
        rows: [
          ['SKU', 'Pieces'],
          ['XL-1', 4],
        ],
      },
      { name: 'Prices', rows },
    ]
    const dialog = new ImportDialog(page)
    await dialog.drop('spring.xlsx', Buffer.from(await writeXlsx({ sheets })))
    await expect(dialog.root).toContainText('Excel workbook, 1 row, 2 columns')
    await dialog.openSettings()
    await dialog.select('Sheet', 'Prices')
    await expect(dialog.root).toContainText('Excel workbook, 1 row, 4 columns')
    await dialog.openColumn(/Parent SKU/)
    await expect(dialog.target(/Parent SKU/)).toHaveText('Parent')
    await dialog.select('Products are found by', 'SKU')
    await expect(dialog.root).toContainText('Every row is fine')
    await expect(
      dialog.table('What would change').getByRole('row', { name: /Freja chair, oak/ }),
    ).toContainText('Freja chair')
    await dialog.press('Import now')
    await expect(dialog.root).toContainText('The file was imported')
    await dialog.press('Done')
    await expect
      .poll(async () => await api.find('products', 'sku', 'XL-1'))
      .toMatchObject({ parent_id: chair.id, attributes: { price: 210.5 } })
  },
)

test(
  'grid.import.10 the encoding that was guessed is told, and another can be chosen',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const dialog = new ImportDialog(page)
    const cyrillic = Buffer.from('SKU;Product name\nENC-1;\xd6\xe5\xed\xe0\n', 'latin1')
    await dialog.drop('prices.csv', cyrillic)
    await dialog.openSettings()
    await expect(dialog.root).toContainText('Read as Cyrillic (Windows-1251)')
    await expect(dialog.root).toContainText('Цена')
    await dialog.select('Encoding', 'Western European (Windows-1252)')
    await expect(dialog.root).toContainText('Öåíà')
    await expect(dialog.root).not.toContainText('Read as')
    await dialog.select('Encoding', 'Cyrillic (Windows-1251)')
    await expect(dialog.root).toContainText('Цена')
    await dialog.press('Import now')
    await expect(dialog.root).toContainText('The file was imported')
    await expect(dialog.root).not.toContainText('was read as')
    await dialog.press('Done')
    expect(await api.find('products', 'sku', 'ENC-1')).toMatchObject({
      attributes: { product_name: 'Цена' },
    })
  },
)

test(
  'grid.import.6 all of the screen is reached by the keyboard and passes the rules of accessibility',
  { tag: '@long' },
  async ({ open, page, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const dialog = new ImportDialog(page)
    await dialog.drop(
      'range.csv',
      'SKU;Product name;Price;Remark\nCH-100;Freja chair;12,5;new\nX-1;Lamp;soon;\n',
    )
    await expect(dialog.table('Columns of the file')).toBeVisible()
    const expectClean = async (): Promise<void> => {
      await expectAccessible(page, { within: '[role=dialog]' })
    }
    await expectClean()
    const remark = dialog.column(/Remark/).getByRole('button', { name: 'Settings of Remark' })
    await remark.press('Enter')
    await expect(remark).toHaveAttribute('aria-expanded', 'true')
    await expect(dialog.table('Settings of Remark')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(dialog.target(/Remark/)).toBeFocused()
    await expectClean()
    await dialog.root.getByText('How it is read and written').press('Enter')
    await expectClean()
    await dialog.openColumn(/Price/)
    await dialog.select('Numbers are written', '1.234,5 with a comma')
    await expect(dialog.table('What would change')).toBeVisible()
    await expectClean()
  },
)
