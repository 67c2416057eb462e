import type { AttributeCreate } from '#shared/attributes.ts'
import { expect, test } from './fixtures.ts'
import { copy, excelHtml, paste, sheetsHtml } from './pages/clipboard.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

const priceOf = async (api: Api): Promise<unknown[]> =>
  (await api.list('products')).map(({ attributes }) => attributes['price'])

test('grid.clipboard.1 a copy carries text, a table and values, and is pasted back whole', async ({
  api,
  page,
  open,
  grid,
}) => {
  const ids = await prepare(api, 3)
  const vendor = await api.create('vendors', { title: 'Two of a name' })
  await api.write('products', ids[0] as string, { price: 12.5, vendor, note: 'two\nlines "quoted"' })
  await open()
  await grid.goTo(1, 'Name')
  await page.keyboard.press('Shift+End')
  const clip = await copy(page)
  expect(clip['text/plain']).toBe('Part 1\t12.5\t\t\t"two\nlines ""quoted"""\tTwo of a name')
  expect(clip['text/html']).toContain('x:num="12.5"')
  expect(clip['application/x-catalog-cells+json']).toContain(vendor)

  await grid.goTo(2, 'Name')
  await paste(page, clip)
  await expect
    .poll(() => api.read('products', ids[1] as string))
    .toMatchObject({ name: 'Part 1', price: 12.5, note: 'two\nlines "quoted"', vendor: { id: vendor } })
  // The table alone carries the values too, as a copy through another program does.
  await grid.goTo(3, 'Name')
  await paste(page, { 'text/html': clip['text/html'] as string })
  await expect
    .poll(() => api.read('products', ids[2] as string))
    .toMatchObject({ price: 12.5, vendor: { id: vendor } })
})

test('grid.clipboard.2 blocks of Excel and Google Sheets come with their raw numbers', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 2)
  await open()
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
  // One line of text has no room for the break.
  await expect.poll(async () => (await api.list('products'))[0]?.label).toBe('00123 of Sheets')
})

test('grid.clipboard.3 one cell fills the selection, a block tiles it, Ctrl+Z takes it back at once', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 4)
  await open()
  await grid.goTo(1, 'Price')
  for (let at = 1; at < 4; at += 1) await page.keyboard.press('Shift+ArrowDown')
  await paste(page, { 'text/plain': '5' })
  await expect.poll(() => priceOf(api)).toEqual([5, 5, 5, 5])
  await paste(page, { 'text/plain': '1\n2\n' })
  await expect.poll(() => priceOf(api)).toEqual([1, 2, 1, 2])
  await page.keyboard.press('Control+z')
  await expect.poll(() => priceOf(api)).toEqual([5, 5, 5, 5])
  await page.keyboard.press('Control+z')
  await expect.poll(() => priceOf(api)).toEqual([10, 20, 30, 40])
})

test('grid.clipboard.4 what does not fit is shown before, the rest is written, F8 goes to what is left', async ({
  api,
  page,
  open,
  grid,
}) => {
  const ids = await prepare(api, 3)
  await api.create('vendors', { title: 'Kobo Studio' })
  await open()
  await grid.goTo(1, 'Name')
  const rows = [
    'A\t1\t3\t2026-01-31\tok\tkobo studio',
    'B\tmuch\t4\tsoon\tok\tNobody',
    'C\t3\t5\t2026-02-28\tok\tKobo Studio\tmore',
  ]
  await paste(page, { 'text/plain': rows.join('\n') })
  const dialog = page.getByRole('dialog', { name: 'Paste' })
  await expect(dialog).toContainText('15 cells will be written')
  await expect(dialog).toContainText('1 column does not fit')
  await expect(dialog).toContainText('3 cells will not be saved')
  const failures = dialog.getByRole('row')
  await expect(failures.filter({ hasText: 'much' })).toContainText('Price takes a number')
  await expect(failures.filter({ hasText: 'soon' })).toContainText('takes a date')
  await expect(failures.filter({ hasText: 'Nobody' })).toContainText('There is no vendor “Nobody”')
  await dialog.getByRole('button', { name: 'Paste 15 cells' }).click()
  await expect(dialog).toBeHidden()

  await expect.poll(() => priceOf(api)).toEqual([1, 20, 3])
  await expect
    .poll(() => api.read('products', ids[0] as string))
    .toMatchObject({
      day: '2026-01-31',
      vendor: { label: 'Kobo Studio' },
    })
  await expect(grid.status).toContainText('3 changes were refused')
  await grid.input.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F8')
  await expect(grid.cursor).toHaveText('much')
  await page.keyboard.press('F8')
  await expect(grid.cursor).toHaveText('soon')
  await page.keyboard.press('Shift+F8')
  await expect(grid.cursor).toHaveText('much')
  await page.keyboard.press('Control+z')
  await expect.poll(() => priceOf(api)).toEqual([10, 20, 30])
})

test('grid.clipboard.5 rows behind the last one become new rows where the user wants them', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 2)
  await open()
  await grid.goTo(2, 'Name')
  await paste(page, { 'text/plain': 'A\t1\nB\t2\nC\t3\n' })
  const dialog = page.getByRole('dialog', { name: 'Paste' })
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('button', { name: 'Paste 2 cells, add 2 new products' }).click()
  await expect.poll(() => priceOf(api)).toEqual([10, 1, 2, 3])
  await grid.expectTotal(4)
  await grid.input.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => priceOf(api)).toEqual([10, 20])
})

test('grid.clipboard.5 one cell that lands in the last row and in the last column hides nothing of the others', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 2)
  await open()
  await grid.goTo(2, 'Name')
  await paste(page, { 'text/plain': 'A\nB\nC\n' })
  const dialog = page.getByRole('dialog', { name: 'Paste', exact: true })
  await dialog.getByRole('button', { name: 'Paste 1 cell, add 2 new products' }).click()
  const names = async () => (await api.list('products')).map(({ label }) => label)
  await expect.poll(names).toEqual(['Part 1', 'A', 'B', 'C'])

  await grid.input.press('Control+Home')
  await grid.input.press('End')
  await paste(page, { 'text/plain': 'x\ty\tz' })
  await expect(dialog).toContainText('2 columns do not fit')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('grid.clipboard.6 a server that refuses in the middle keeps the rest and says which', async ({
  api,
  page,
  open,
  grid,
}) => {
  await prepare(api, 4, { constraints: { unique: true } })
  await open()
  await grid.goTo(1, 'Note')
  await paste(page, { 'text/plain': 'one\ntwo\none\nfour\n' })
  await expect(grid.status).toContainText('1 change was refused')
  const notes = async () => (await api.list('products')).map(({ attributes }) => attributes['note'] ?? null)
  await expect.poll(notes).toEqual(['one', 'two', null, 'four'])
  await page.keyboard.press('F8')
  await expect(grid.cursor).toHaveText('one')
  await expect(page.getByRole('dialog', { name: 'Not saved' })).toContainText('must be unique')
})

test('grid.clipboard.7 a cut is copied and cleared; headers come along with Ctrl+Shift+C', async ({
  api,
  page,
  context,
  open,
  grid,
}) => {
  await prepare(api, 2)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await grid.goTo(1, 'Price')
  expect((await copy(page, 'cut'))['text/plain']).toBe('10')
  await expect.poll(() => priceOf(api)).toEqual([undefined, 20])

  await grid.goTo(1, 'Name')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+c')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe('Name\tPrice\nPart 1\t\nPart 2\t20')

  // The browser's own clipboard, by keys.
  await grid.goTo(2, 'Name')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+c')
  await expect.poll(copied).toBe('Part 2\t20')
  await grid.goTo(1, 'Name')
  await page.keyboard.press('Control+v')
  await expect.poll(() => priceOf(api)).toEqual([20, 20])
})

test('grid.clipboard.8 a thousand rows of ten columns from a spreadsheet are one step', async ({
  api,
  page,
  open,
  grid,
}) => {
  await api.define({
    name: 'Name',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  for (let column = 1; column < 10; column += 1) {
    const data_type = column % 2 === 0 ? 'single_line_text_field' : 'number'
    await api.define({ name: `C${column}`, entity_type: 'product', data_type })
  }
  for (let at = 0; at < 10; at += 1) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { name: `Row ${at * 100 + index}` },
    }))
    await api.post('/products/batch', { items })
  }
  await open()
  await grid.goTo(1, 'Name')
  const rows = Array.from({ length: 1000 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) =>
      column % 2 === 0 ? `Text ${row}.${column}` : row + column / 4,
    ),
  )
  await paste(page, { 'text/plain': 'see the table', 'text/html': excelHtml(rows) })
  const dialog = page.getByRole('dialog', { name: 'Paste' })
  await expect(dialog).toContainText('10,000 cells will be written')
  const answer = page.waitForResponse((response) => response.url().endsWith('/edits'))
  const rowRequests: string[] = []
  page.on('request', (request) => {
    if (/\/edits$|snapshot=|filter/.test(request.url())) rowRequests.push(request.method())
  })
  // The counts of the sidebar are read once the feed of changes has told of the paste.
  const echo = page.waitForRequest((request) => request.url().endsWith('/products?limit=1'))
  await dialog.getByRole('button', { name: 'Paste 10,000 cells' }).click()
  expect((await (await answer).json()).summary).toMatchObject({ applied: 1000, refused: 0 })
  await expect(grid.status).not.toContainText('Saving')
  await echo
  // The answer brings the rows: none is read again.
  expect(rowRequests).toEqual(['POST'])
  const last = await api.find('products', 'name', 'Text 999.0')
  expect(last.attributes).toMatchObject({ c9: 1001.25, c8: 'Text 999.8' })
  await grid.input.focus()
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await api.read('products', last.id))['name'], { timeout: 20_000 })
    .toBe('Row 999')
})

/** Parts with a name and a price of ten times their number; a note, a day and a vendor are empty. Gives their ids. */
async function prepare(api: Api, count: number, note: Partial<AttributeCreate> = {}): Promise<string[]> {
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
  const noteType = note.constraints?.unique === true ? 'single_line_text_field' : 'multi_line_text_field'
  await api.define({ ...attribute, name: 'Note', data_type: noteType, ...note })
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
