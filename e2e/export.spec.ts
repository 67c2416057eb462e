import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// These tests leave nothing but a job and its files.
test.use({ sample: 'shared' })

async function choose(page: Page, dialog: Locator, field: string, option: string | RegExp): Promise<void> {
  await dialog.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download')
  await press()
  const file = await started
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  return page.getByRole('dialog', { name: 'Export products' })
}

test(
  'grid.export.1 grid.export.2 the selected rows are exported to CSV, told when ready, and kept in the jobs',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    const rows = await api.list('products', { limit: '3' })
    await open()
    await expect(grid.row(1)).toBeVisible()
    await grid.goTo(2, 'Product name')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Export' }).click()

    const dialog = page.getByRole('dialog', { name: 'Export products' })
    await expect(dialog.getByRole('radio', { name: /^Selected rows/ })).toBeChecked()
    await dialog.getByRole('checkbox', { name: 'For Excel' }).click()
    await choose(page, dialog, 'Separated by', 'Semicolons')
    await expect(dialog).toContainText('Decimals are written 1,5')
    await dialog.getByRole('button', { name: 'Export 2 products' }).click()
    await expect(dialog).toBeHidden()

    await expect(page.getByText('Export of products as CSV is ready')).toBeVisible()
    const { name, text } = await download(page, () =>
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    )
    expect(name).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
    expect(text[0]).toBe('\u{feff}')
    const lines = text.slice(1).split('\r\n')
    const header = lines[0]?.split(';')
    expect(header?.slice(0, 2)).toEqual(['id', 'Product name'])
    expect(header).not.toContain('parent_id')
    expect(
      lines
        .slice(1)
        .filter(Boolean)
        .map((line) => line.split(';').slice(0, 2)),
    ).toEqual(rows.slice(1).map(({ id, label }) => [id, label]))

    await page.getByRole('button', { name: /^Jobs/ }).click()
    const job = page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem').first()
    await expect(job).toContainText('2 rows')
    const again = await download(page, () => job.getByRole('button', { name: `Download ${name}` }).click())
    expect(again.text).toBe(text)
  },
)

test(
  'grid.export.3 a view is exported with its filters, its order and its columns, from the palette',
  { tag: '@long' },
  async ({ catalog, api, page, open, grid }) => {
    const drafts = await api.list('products', { 'filter[status]': 'Draft', sort: '-sku', q: 'chair' })
    expect(drafts.length).toBeGreaterThan(1)
    await open()
    await expect(grid.row(1)).toBeVisible()
    await page.goto(`${page.url()}&filter[status]=Draft&sort=-sku&q=chair`)
    await grid.expectTotal(drafts.length)
    await catalog.findCommand('export')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export products' })
    await expect(dialog.getByRole('radio', { name: /^This view/ })).toBeChecked()
    await choose(page, dialog, 'File', /^JSON lines/)
    await choose(page, dialog, 'Values', 'Effective values')
    await expect(dialog).toContainText('with what is inherited, looked up and computed')
    await dialog.getByRole('button', { name: `Export ${drafts.length} products` }).press('Enter')
    await expect(page.getByText('Export of products as JSON lines is ready')).toBeVisible()
    const { text } = await download(page, () =>
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    )
    const exported = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(exported.map((row) => [row['id'], row['sku'], row['status']])).toEqual(
      drafts.map(({ id, attributes }) => [id, attributes['sku'], 'Draft']),
    )
  },
)

test('grid.export.4 a channel gets its own file; the report tells what it does not get', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  const dialog = await openDialog(page)
  await dialog.getByText('Everything').click()
  await choose(page, dialog, 'File', /Shopify/)
  await expect(dialog).toContainText('A report says which ones and why.')
  await dialog.getByRole('button', { name: /^Export \d+ products$/ }).click()

  await expect(page.getByText('Export for Shopify is ready')).toBeVisible()
  const [job] = (await api.get('/jobs?limit=1')).body.data
  const { exported, values_left_out: values, file, report } = job.result
  // Some variants are drafts of a published product, which the shop cannot distinguish.
  expect([exported > 0, values > 0]).toEqual([true, true])
  await page.getByRole('button', { name: /^Jobs/ }).click()
  const line = page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem').first()
  await expect(line).toContainText(`${exported as number} products, ${values as number} values left out`)
  await line.getByText('Why some are left out').click()
  await expect(line.getByRole('listitem').first()).toContainText(
    'Status: The shop has this once for a product',
  )
  const feed = await download(page, () => line.getByRole('button', { name: `Download ${file.name}` }).click())
  expect(feed.name).toBe(file.name)
  expect(feed.text).toMatch(/^Title,URL handle,/)
  expect(Buffer.byteLength(feed.text)).toBe(file.size)
  const why = await download(page, () => line.getByRole('button', { name: `Report ${report.name}` }).click())
  expect(why.text.trimEnd().split('\r\n')).toHaveLength(values + 1)
})

test(
  'grid.export.5 a channel that would refuse everything is told as a failure, a wrong currency at its field',
  { tag: '@long' },
  async ({ page, open, catalog, grid }) => {
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: 'Google Merchant Center' }).click()
    await page.getByRole('tab', { name: 'Fields' }).click()
    await page.getByRole('combobox', { name: 'What fills link', exact: true }).click()
    await page.getByRole('option', { name: 'Nothing' }).click()
    await expect(page.getByRole('combobox', { name: 'What fills link', exact: true })).toHaveText('Nothing')
    await catalog.goTo('Products')
    await expect(grid.row(1)).toBeVisible()
    const dialog = await openDialog(page)
    await choose(page, dialog, 'File', /Google Merchant Center/)
    await choose(page, dialog, 'Format', 'TSV')
    await dialog.getByRole('textbox', { name: 'Currency' }).fill('E1')
    const start = dialog.getByRole('button', { name: /^Export \d+ products$/ })
    await start.click()
    await expect(dialog.getByRole('alert')).toContainText('EUR')
    await dialog.getByRole('textbox', { name: 'Currency' }).fill('eur')
    await start.click()
    await expect(
      page.getByRole('alert').getByText('Export for Google Merchant Center is empty'),
    ).toBeVisible()
    // Base UI hides an urgent toast from the tree of roles until it has the focus, since it has been read out
    // already.
    const why = await download(page, () =>
      page.getByRole('button', { name: 'Report', exact: true, includeHidden: true }).click(),
    )
    expect(why.text).toContain('link,,The field is required and has no value.')
  },
)
