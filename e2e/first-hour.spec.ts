import { expect, test } from './fixtures.ts'
import { dropFile, pixel } from './pages/gallery.ts'
import { ImportDialog } from './pages/import-dialog.ts'

test.use({ sample: false })

const list = [
  'Artikelnummer;EAN;Bezeichnung;Lieferant;Kategorie;VK brutto €;Gewicht kg;Bild',
  'NV-1;4006381333931;Stuhl Freja;Nordvik GmbH;Möbel > Stühle;129,00;4,5;nv-1.png',
  'NV-2;4006381333948;Tisch Ida;Holzmann;Möbel > Tische;1.249,50;24,5;nv-2.png',
  'NV-3;4006381333955;Lampe Solveig;Nordvik GmbH;Leuchten;auf Anfrage;1,5;nv-3.png',
].join('\n')

test('grid.import.22 the file of a supplier becomes a first catalog in three actions, with its pictures; the same file again takes two and changes nothing', async ({
  api,
  open,
  page,
  grid,
}) => {
  await open()
  const dialog = new ImportDialog(page)
  let actions = 0
  const act = async (step: () => Promise<void>): Promise<void> => {
    actions += 1
    await step()
  }
  await act(() => dialog.drop('preisliste 2026-11.csv', list))
  await expect(dialog.column('Kategorie')).toContainText(
    '4 categories in a tree, by the steps between >; 4 new',
  )
  await expect(dialog.column('Lieferant')).toContainText('2 vendors, 2 new')
  await expect(dialog.column('EAN')).toContainText('3 GTINs with right check digits')
  await expect(dialog.column(/VK/)).toContainText('Money in EUR, tax included')
  await act(() => dropFile(page, dialog.column('Bild'), { name: 'nv-1.png', bytes: pixel }))
  await expect(dialog.column('Bild')).toContainText('1 of 3 picture files found')
  await dialog.expectRows({ 'All rows': 3, New: 3 })
  await act(() => dialog.press('Import now'))
  await expect(dialog.root).toContainText('Imported, but')
  expect(actions).toBeLessThanOrEqual(5)
  await expect(dialog.root).toContainText('2 pictures are still missing')
  await dialog.press('Done')
  await grid.expectTotal(3)
  const first = await api.find('products', 'artikelnummer', 'NV-1')
  expect(first.attributes).toMatchObject({
    ean: '4006381333931',
    gewicht_kg: 4.5,
    bezeichnung: 'Stuhl Freja',
  })
  expect(JSON.stringify(first.attributes)).toMatch(/files\/[0-9a-f]{64}\.png/)
  const categories = await api.list('categories')
  const byId = new Map(categories.map(({ id, label }) => [id, label]))
  expect(categories.map(({ label, parent_id: parent }) => [byId.get(parent ?? '') ?? null, label])).toEqual(
    expect.arrayContaining([
      [null, 'Möbel'],
      ['Möbel', 'Stühle'],
      ['Möbel', 'Tische'],
      [null, 'Leuchten'],
    ]),
  )

  await test.step('the pictures that were missing wait at Home until they are dropped', async () => {
    await page.getByRole('link', { name: /^Home/ }).click()
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    const toAdd = waiting.getByRole('button', { name: '2 pictures to add to preisliste 2026-11.csv' })
    await toAdd.click()
    const missing = page.getByRole('dialog').getByText('2 pictures are still missing')
    await dropFile(page, missing, { name: 'nv-2.png', bytes: pixel })
    await expect(dialog.column('Bild')).toContainText('1 of 2 picture files found')
    await dialog.press('Import now')
    await dialog.press('Show the rows')
    await expect
      .poll(async () => JSON.stringify((await api.find('products', 'artikelnummer', 'NV-2')).attributes))
      .toMatch(/files\/[0-9a-f]{64}\.png/)
    expect(await api.count('products')).toBe(3)
    await page.getByRole('link', { name: /^Home/ }).click()
    await expect(waiting.getByRole('button', { name: /^1 picture to add/ })).toBeVisible()
  })

  await dialog.drop('preisliste 2026-12.csv', list)
  await dialog.expectRows({ 'All rows': 3, New: 0, Changed: 0 })
  await dialog.press('Import now')
  await dialog.expectCounts({ created: '0', updated: '0', unchanged: '3', failed: '0' })
})

test('grid.import.23 a table pasted into an empty catalog becomes products in three actions', async ({
  api,
  open,
  page,
  grid,
}) => {
  await open()
  await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
  const rows = Array.from({ length: 20 }, (_, index) => `P-${index}\tProduct ${index}\t${index},50`)
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    ['SKU\tName\tPrice €', ...rows].join('\n'),
  )
  const dialog = new ImportDialog(page)
  await dialog.expectRows({ New: 20 })
  await dialog.press('Import now')
  await dialog.press('Done')
  await grid.expectTotal(20)
  expect((await api.find('products', 'sku', 'P-7')).attributes).toMatchObject({
    name: 'Product 7',
    price: 7.5,
  })
})

test(
  'grid.import.24 a file that names no currency is asked for it once, and its prices are money',
  { tag: '@long' },
  async ({ api, open, page }) => {
    await open()
    const dialog = new ImportDialog(page)
    await dialog.drop(
      'prices.csv',
      'SKU;Name;Price;Cost\nP-1;Oak chair;129.50;80.00\nP-2;Oak stool;49.90;30.00',
    )
    const question = dialog.root.getByRole('group', { name: 'Currency' })
    await expect(question).toContainText('In which currency is Price and Cost?')
    await expect(question.getByRole('button', { name: 'It is GBP' })).toBeVisible()
    await question.getByRole('combobox', { name: 'Currency' }).click()
    await page.getByRole('option', { name: 'CHF' }).click()
    await question.getByRole('button', { name: 'It is CHF' }).click()
    await expect(question).toHaveCount(0)
    await expect(dialog.column('Price')).toContainText('Money in CHF')
    await dialog.press('Import now')
    await dialog.press('Done')
    await expect
      .poll(async () =>
        (await api.attributes('product')).filter(({ key }) => key === 'price' || key === 'cost'),
      )
      .toMatchObject([{ data_type: 'number' }, { data_type: 'number' }])
    expect((await api.find('products', 'sku', 'P-1')).attributes).toMatchObject({ price: 129.5, cost: 80 })
  },
)
