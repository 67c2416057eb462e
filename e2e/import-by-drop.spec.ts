import { expect, test } from './fixtures.ts'
import { ImportDialog } from './pages/import-dialog.ts'

const file = [
  '\uFEFFSKU;Product name;Price;Care instructions;Launch date;Supplier code;Pieces',
  'CH-100;Freja chair, renamed;199.50;"Wipe it.\nOil it, ""once"" a year.";2026-03-01;00042;2',
  'IMP-1;Imported lamp;89;;2026-04-01;00043;1',
  'IMP-2;Imported vase;cheap;;2026-05-01;00044;1',
].join('\r\n')

test(
  'grid.import.1 a dropped file is tried, imported and stands in the grid and the API',
  { tag: '@long' },
  async ({ api, open, page, grid, catalog }) => {
    await open()
    const total = await api.count('products')
    await grid.expectTotal(total)
    const before = await api.find('products', 'sku', 'CH-100')
    const dialog = new ImportDialog(page)
    await dialog.drop('spring.csv', file, () =>
      expect(page.getByText('Drop a file to import it')).toBeVisible(),
    )
    await expect(page.getByText('Drop a file to import it')).toBeHidden()
    await expect(dialog.root).toContainText('3 rows, 7 columns, separated by semicolons, UTF-8')
    await expect(dialog.target('Price')).toHaveText('Price')
    await expect(dialog.root.getByRole('combobox', { name: 'Update those with the same' })).toHaveText('SKU')

    await expect(dialog.root).toContainText('1 cell would be left out')
    await dialog.expectRows({ 'All rows': 3, New: 2, Changed: 1, 'Does not fit': 1 })
    await expect.poll(() => api.count('products')).toBe(total)
    await expect.poll(() => api.find('products', 'sku', 'CH-100')).toEqual(before)
    await expect
      .poll(async () => (await api.attributes('product')).map(({ key }) => key))
      .not.toContain('supplier_code')

    await dialog.press('Import now')
    await expect(dialog.root).toContainText('Imported, but 1 cell was left out')
    await dialog.expectCounts({ created: '2', updated: '1', unchanged: '0', failed: '0' })
    const faults = dialog.root.getByRole('region', { name: 'Row errors' }).getByRole('row')
    await expect(faults).toHaveCount(2)
    await expect(faults.nth(1)).toContainText(/3\s*Price\s*cheap\s*This takes an amount in EUR/)
    await dialog.press('Done')
    await expect(dialog.root).toBeHidden()

    await grid.expectTotal(total + 2)
    await expect(catalog.link('Products')).toHaveText(`Products${total + 2}`)
    await expect(await grid.cell(1, 'Product name')).toHaveText('Freja chair, renamed')
    await grid.goTo(1, 'Supplier code')
    await expect(grid.cursor).toHaveText('00042')
    await grid.input.press('Control+End')
    await expect(grid.row('Imported lamp')).toBeVisible()

    await expect
      .poll(async () => (await api.find('products', 'sku', 'CH-100')).attributes)
      .toEqual({
        ...before.attributes,
        product_name: 'Freja chair, renamed',
        price: 199.5,
        care: 'Wipe it.\nOil it, "once" a year.',
        launch_date: '2026-03-01',
        supplier_code: '00042',
        pieces: 2,
      })
    const vase = await api.find('products', 'sku', 'IMP-2')
    expect(vase.attributes).not.toHaveProperty('price')
    const types = Object.fromEntries((await api.attributes('product')).map((it) => [it.key, it.data_type]))
    expect(types).toMatchObject({ supplier_code: 'single_line_text_field', pieces: 'number' })
  },
)

test(
  'grid.import.2 the same file again changes nothing; as new rows it is refused where values are unique',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    const rows = 'SKU,Product name\nTWICE-1,Imported lamp\nTWICE-2,Imported vase\n'
    const total = await api.count('products')
    const dialog = new ImportDialog(page)
    for (const counts of [
      { created: '2', updated: '0', unchanged: '0', failed: '0' },
      { created: '0', updated: '0', unchanged: '2', failed: '0' },
    ]) {
      await dialog.drop('again.csv', rows)
      await dialog.press('Import now')
      await expect(dialog.root).toContainText('The file was imported')
      await dialog.expectCounts(counts)
      await dialog.press('Done')
      await grid.expectTotal(total + 2)
    }
    await dialog.drop('again.csv', rows)
    await dialog.select('Update those with the same', 'Nothing: every row is new')
    await dialog.press('Import now')
    await expect(dialog.root).toContainText('Nothing was imported: all 2 rows failed')
    await expect.poll(() => api.count('products')).toBe(total + 2)
    await dialog.press('Done')
  },
)

test(
  'grid.import.3 grid.history.5 the entity type and what becomes of empty cells are chosen, and Undo offers to take the import back',
  { tag: '@long' },
  async ({ api, open, page, grid, catalog }) => {
    await open()
    await catalog.goTo('Vendors')
    await expect(grid.row(1)).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = new ImportDialog(page)
    const chooser = page.waitForEvent('filechooser')
    await dialog.press('Choose a file…')
    await (
      await chooser
    ).setFiles({
      name: 'vendors.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Country,Lead time\nKobo Studio,,44\nNew maker,Japan,7\n'),
    })
    await dialog.openSettings()
    await expect(dialog.root.getByRole('combobox', { name: 'Import as' })).toHaveText('Vendors')
    await dialog.select('An empty cell', 'clears the value')
    await dialog.press('Import now')
    await expect(dialog.root).toContainText('The file was imported')
    await dialog.press('Done')
    await expect(grid.row('New maker')).toBeVisible()
    const kobo = await api.find('vendors', 'vendor_name', 'Kobo Studio')
    expect(kobo.attributes).toMatchObject({ lead_time: 44 })
    expect(kobo.attributes).not.toHaveProperty('country')
    const total = await api.count('vendors')
    await grid.input.press('Control+z')
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications).toContainText('Undo the import of vendors.csv?')
    expect(await api.count('vendors')).toBe(total)
    await notifications.getByRole('button', { name: 'Undo the import' }).click()
    await grid.expectTotal(total - 1)
    const { attributes } = await api.find('vendors', 'vendor_name', 'Kobo Studio')
    expect(attributes).toHaveProperty('country')
  },
)

test.describe('in an empty workspace', () => {
  test.use({ sample: false })

  test(
    'grid.import.1 grid.import.4 what is no table is turned away, and so is an empty one; a file makes the attributes and the rows',
    { tag: '@long' },
    async ({ api, open, page, grid }) => {
      await open()
      await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
      await test.step('what is no table is turned away, and so is an empty one', async () => {
        const dialog = new ImportDialog(page)
        await dialog.drop('program.exe', 'not a table')
        const notifications = page.getByRole('region', { name: 'Notifications' })
        await expect(notifications).toContainText('program.exe cannot be imported')
        await expect(dialog.root).toBeHidden()
        await dialog.drop('empty.csv', '')
        await expect(dialog.root).toContainText('empty.csv cannot be imported')
        await expect.poll(() => api.count('products')).toBe(0)
        await page.keyboard.press('Escape')
        await expect(dialog.root).toBeHidden()
      })
      await test.step('a dropped file makes the attributes and the rows', async () => {
        const dialog = new ImportDialog(page)
        await dialog.drop('first.csv', 'sku,name,price,active\n001,Cup,4.5,true\n002,Bowl,7,false\n')
        await dialog.press('Import now')
        await expect(dialog.root).toContainText('The file was imported')
        await dialog.press('Done')
        await grid.expectTotal(2)
        await expect(grid.row(1)).toContainText('001')
        await expect
          .poll(async () => (await api.list('products')).map(({ attributes }) => attributes))
          .toEqual([
            { sku: '001', name: 'Cup', price: 4.5, active: true },
            { sku: '002', name: 'Bowl', price: 7, active: false },
          ])
      })
    },
  )
})
