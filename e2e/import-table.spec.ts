import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const list = [
  'Art.-Nr.;Artikel;VK;Status;Lieferant',
  'TAB-1;Table lamp; 1.249,50 ;published;Tablemakers',
  'TAB-2;Table vase;auf Anfrage;published;Tablemakers',
  'TAB-4;Table mat;bald;published;Tablemakers',
  'TAB-3;Table cloth;12,25;on the way;Tablemakers',
].join('\n')

test('grid.import.14 a messy list becomes right products in seven clicks', async ({ api, open, page }) => {
  await open()
  const dialog = new ImportDialog(page)
  let clicks = 0
  const click = async (press: () => Promise<void>): Promise<void> => {
    clicks += 1
    await press()
  }
  await dialog.drop('messy.csv', list)
  await expect(dialog.target('VK')).toHaveText('Price')
  const price = dialog.column('VK')
  await expect(price).toContainText('Money in EUR')
  await expect(price).toContainText('1 × auf Anfrage → left empty, a value that is there stays')
  await expect(price).toContainText('1 cell does not fit')
  await expect(price).toContainText('1 × bald → left out and reported')
  await click(() => price.getByRole('combobox', { name: 'What becomes of bald in VK' }).click())
  await click(() => page.getByRole('option', { name: 'Leave empty' }).click())
  await expect(price).toContainText('1 × bald → left empty, a value that is there stays')
  await expect(price).not.toContainText('not fit')
  await expect(dialog.column('Status')).toContainText('1 sample does not fit')
  await click(() => dialog.column('Status').getByRole('checkbox', { name: 'Create missing options' }).click())
  await expect(dialog.column('Status')).not.toContainText('not fit')
  await expect(dialog.column('Lieferant')).toContainText('1 is not there: Tablemakers.')
  await click(() =>
    dialog.column('Lieferant').getByRole('checkbox', { name: 'Create missing vendors' }).click(),
  )
  await expectAccessible(page, { within: '[role=dialog]' })
  await expect(dialog.root).toContainText('Every row is fine')
  await click(() => dialog.press('Import now'))
  await expect(dialog.root).toContainText('The file was imported')
  await click(() => dialog.press('Done'))
  expect(clicks).toBeLessThanOrEqual(7)
  const first = await api.find('products', 'sku', 'TAB-1')
  expect(first.attributes).toMatchObject({ product_name: 'Table lamp', price: 1249.5 })
  const second = await api.find('products', 'sku', 'TAB-2')
  expect(second.attributes).not.toHaveProperty('price')
  await expect.poll(() => api.list('vendors', { 'filter[vendor_name]': 'Tablemakers' })).toHaveLength(1)
})

test(
  'grid.import.14 grid.import.15 what was replaced is taken back, and thousands of columns come page by page',
  { tag: '@long' },
  async ({ open, page }) => {
    await open()
    const dialog = new ImportDialog(page)
    await dialog.drop('messy.csv', list)
    await dialog.column('Status').getByRole('button', { name: 'Leave empty: on the way in Status' }).click()
    await dialog.openColumn('Status')
    await expect(dialog.root.getByLabel('Cell to replace 1')).toHaveValue('on the way')
    await dialog.root.getByLabel('Written as 1').fill('draft')
    await expect(dialog.column('Status')).toContainText('on the way → draft')
    await dialog.column('Status').getByRole('button', { name: 'Do not replace on the way' }).click()
    await expect(dialog.column('Status')).toContainText('1 sample does not fit')
    await dialog.openSettings()
    await dialog.root.getByRole('checkbox', { name: /^Leave out spaces.*all columns/ }).click()
    await expect(
      dialog.root.getByRole('listitem').filter({ hasText: 'Leave out spaces before and after' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Leave the import?' })
      .getByRole('button', { name: 'Leave', exact: true })
      .click()

    const headers = Array.from({ length: 2000 }, (_, index) => `Field ${index + 1}`)
    await dialog.drop('wide.csv', `SKU,${headers.join(',')}\nWIDE-1,${headers.map(() => 'x').join(',')}\n`)
    const table = dialog.table('Columns of the file')
    await expect(table.getByRole('rowheader')).toHaveCount(40)
    await expect(dialog.root).toContainText('1 to 40 of 2,001')
    await dialog.press('Next')
    await expect(table.getByRole('rowheader').first()).toHaveText('Field 40')
    await dialog.root.getByRole('searchbox', { name: 'Find a column' }).fill('field 1999')
    await expect(table.getByRole('rowheader')).toHaveText(['Field 1999'])
    await dialog.root.getByRole('searchbox').fill('nothing of the kind')
    await expect(dialog.root).toContainText('No column is called like this.')
  },
)

test(
  'grid.import.21 a cell that does not fit is corrected in the check, which begins anew with it; the same file again says so',
  { tag: '@long' },
  async ({ api, open, page }) => {
    await open()
    const dialog = new ImportDialog(page)
    const prices = [
      'SKU,Product name,Price,Vendor',
      'COR-1,One,12,Correctors',
      'COR-2,Two,soon,Correctors',
      'COR-3,Three,later,Correctors',
    ].join('\n')
    await dialog.drop('corrected.csv', prices)
    await dialog.select('Update those with the same', 'SKU')
    const vendor = dialog.column('Vendor')
    await expect(vendor).toContainText('1 is not there: Correctors.')
    await vendor.getByRole('checkbox', { name: 'Create missing vendors' }).click()
    await expect(dialog.root).toContainText('2 cells would be left out')
    await expect(dialog.root).not.toContainText('is not there')
    await dialog.showRows('Does not fit')
    await dialog.root.getByLabel('Row 2, Price').fill('13')
    await dialog.root.getByLabel('Row 3, Price').fill('14')
    await dialog.press('Check with 2 corrections')
    await expect(dialog.root.getByText('2 cells corrected')).toBeVisible()
    await expect(dialog.root.getByRole('region', { name: 'Row errors' })).toHaveCount(0)
    await dialog.root.getByText('2 cells corrected').click()
    await dialog.root.getByRole('button', { name: 'Remove the correction of row 3, Price' }).click()
    await dialog.expectRows({ 'Does not fit': 1 })
    await dialog.showRows('Does not fit')
    await expect(dialog.root.getByLabel('Row 3, Price')).toHaveValue('later')
    await dialog.press('Import now')
    await expect(dialog.root).toContainText('1 cell taken as corrected.')
    await dialog.press('Done')
    expect((await api.find('products', 'sku', 'COR-2')).attributes).toMatchObject({ price: 13 })
    await dialog.drop('corrected.csv', prices)
    await expect(dialog.root).toContainText('It is the same file, so 1 cell is corrected as then.')
  },
)
