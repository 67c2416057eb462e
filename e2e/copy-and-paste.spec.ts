import { expect, test } from './fixtures.ts'
import { copy, excelHtml, paste, sheetsHtml } from './pages/clipboard.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

const priceOf = async (api: Api): Promise<unknown[]> =>
  (await api.list('products')).map(({ attributes }) => attributes['price'])

test('grid.access.6 grid.clipboard.4 grid.clipboard.5 what does not fit is shown before, and rows behind the last one are added where wanted', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 3)
  await api.create('vendors', { title: 'Kobo Studio' })
  await open()
  await grid.goTo(1, 'Name')
  const rows = [
    'A\t1\t3\t2026-01-31\tok\tkobo studio',
    'B\tmuch\t4\tsoon\tok\tNobody',
    'C\t3\t5\t2026-02-28\tok\tKobo Studio\tmore',
  ]
  await paste(page, { 'text/plain': rows.join('\n') })
  const dialog = page.getByRole('dialog', { name: 'Paste', exact: true })
  await expect(dialog).toContainText('15 cells will be written')
  await expect(dialog).toContainText('1 column does not fit')
  await expect(dialog).toContainText('3 cells will not be saved')
  const failures = dialog.getByRole('row')
  await expect(failures.filter({ hasText: 'much' })).toContainText('Price takes a number')
  await expect(failures.filter({ hasText: 'soon' })).toContainText('takes a date')
  await expect(failures.filter({ hasText: 'Nobody' })).toContainText('There is no vendor “Nobody”')
  await expect(dialog.getByRole('button', { name: 'Paste 15 cells' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => priceOf(api)).toEqual([1, 20, 3])
  await expect(grid.status).toContainText('3 changes were rejected')

  await grid.goTo(3, 'Name')
  await paste(page, { 'text/plain': 'A\t1\nB\t2\nC\t3\n' })
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('button', { name: 'Paste 2 cells, add 2 new products' }).click()
  await expect.poll(() => priceOf(api)).toEqual([1, 20, 1, 2, 3])
  await grid.expectTotal(5)
  await expect(dialog).toBeHidden()

  await grid.input.press('Control+Home')
  await grid.input.press('End')
  await paste(page, { 'text/plain': 'x\ty\tz' })
  await expect(dialog).toContainText('2 columns do not fit')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await test.step('a preview of what cannot be pasted at all holds the keys', async () => {
    await grid.goTo(1, 'Price')
    await paste(page, { 'text/plain': 'much\n'.repeat(3) })
    await expect(dialog.getByRole('button', { name: 'Paste 0 cells' })).toBeDisabled()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await page.evaluate(() => document.querySelector<HTMLElement>('#root [tabindex="0"]')?.focus())
    await page.keyboard.type('1')
    expect(await dialog.evaluate((popup) => popup.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(grid.input).toBeFocused()
    expect(await priceOf(api)).toEqual([1, 20, 1, 2, 3])
  })
})

test('grid.clipboard.1 grid.clipboard.2 grid.clipboard.7 cuts and headers go out, blocks of Excel, Google Sheets and this grid come in with their raw values', async ({
  api,
  page,
  context,
  open,
  grid,
}) => {
  const ids = await prepare(api, 2)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await test.step('a cut is copied and cleared; headers come along with Ctrl+Shift+C', async () => {
    await grid.goTo(1, 'Price')
    expect((await copy(page, 'cut'))['text/plain']).toBe('10')
    await expect.poll(() => priceOf(api)).toEqual([undefined, 20])

    await grid.goTo(1, 'Name')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+Shift+c')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe('Name\tPrice\nPart 1\t\nPart 2\t20')

    await grid.goTo(2, 'Name')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toBe('Part 2\t20')
    await grid.goTo(1, 'Name')
    await page.keyboard.press('Control+v')
    await expect.poll(() => priceOf(api)).toEqual([20, 20])
  })
  await test.step('blocks of Excel, Google Sheets and this grid', async () => {
    await grid.goTo(1, 'Name')
    await paste(page, {
      'text/plain': 'Chair\t1.234,50 €\r\nTable\t7,00 €\r\n',
      'text/html': excelHtml([
        ['Chair', 1234.5],
        ['Table', 7],
      ]),
    })
    await expect.poll(() => priceOf(api)).toEqual([1234.5, 7])
    await expect
      .poll(async () => (await api.list('products')).map(({ label }) => label))
      .toEqual(['Chair', 'Table'])

    await grid.goTo(1, 'Name')
    await paste(page, { 'text/plain': 'x', 'text/html': sheetsHtml([['00123 of\nSheets', 2.25]]) })
    await expect.poll(() => priceOf(api)).toEqual([2.25, 7])
    await expect.poll(async () => (await api.list('products'))[0]?.label).toBe('00123 of Sheets')

    // The table alone carries the values of a copy too, like a copy through another program.
    const vendor = await api.create('vendors', { title: 'Two of a name' })
    await api.write('products', ids[0] as string, { vendor, price: 12.5 })
    await expect(await grid.cell(1, 'Vendor')).toHaveText('Two of a name')
    await grid.goTo(1, 'Name')
    await page.keyboard.press('Shift+End')
    const clip = await copy(page)
    await grid.goTo(2, 'Name')
    await paste(page, { 'text/html': clip['text/html'] as string })
    await expect
      .poll(() => api.read('products', ids[1] as string))
      .toMatchObject({ price: 12.5, vendor: { id: vendor } })
  })
})

async function prepare(api: Api, count: number): Promise<string[]> {
  const attribute = { entity_type: 'product' } as const
  await api.define({
    name: 'Title',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await api.define({ ...attribute, name: 'Name', data_type: 'single_line_text_field', is_primary: true })
  await api.define({ ...attribute, name: 'Price', data_type: 'number' })
  await api.define({ ...attribute, name: 'Stock', data_type: 'number' })
  await api.define({ ...attribute, name: 'Day', data_type: 'date' })
  await api.define({ ...attribute, name: 'Note', data_type: 'multi_line_text_field' })
  await api.define({
    ...attribute,
    name: 'Vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  })
  const ids: string[] = []
  for (let at = 1; at <= count; at += 1) {
    ids.push(await api.create('products', { name: `Part ${at}`, price: at * 10 }))
  }
  return ids
}
