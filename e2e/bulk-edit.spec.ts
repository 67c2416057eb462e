import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit many rows at once' })

async function change(page: Page, position: number, attribute: string, action?: string): Promise<void> {
  const line = dialogOf(page).getByRole('group', { name: `Change ${position}` })
  await line.getByRole('combobox', { name: 'Attribute' }).click()
  await page.getByRole('option', { name: attribute, exact: true }).click()
  if (action === undefined) return
  await line.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: action, exact: true }).click()
}

test(
  'grid.bulk.2 only the selected rows are changed',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const rows = await api.list('products', { limit: '4' })
    await grid.goTo(2, 'Product name')
    await page.keyboard.press('Shift+ArrowDown')
    await approveSelection(page, 2)
    const after = await api.list('products', { limit: '4' })
    expect(after.map(({ attributes }) => attributes['status'])).toEqual([
      rows[0]?.attributes['status'],
      'Approved',
      'Approved',
      rows[3]?.attributes['status'],
    ])
  },
)

test(
  'grid.bulk.4 the rows of several ranges are changed together',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const rows = await api.list('products', { limit: '5' })
    await (await grid.cell(1, 'SKU')).click()
    for (const row of [4, 5]) await (await grid.cell(row, 'SKU')).click({ modifiers: ['Control'] })
    await approveSelection(page, 3)
    const after = (await api.list('products', { limit: '5' })).map(({ attributes }) => attributes['status'])
    const before = rows.map(({ attributes }) => attributes['status'])
    expect(after).toEqual(['Approved', before[1], before[2], 'Approved', 'Approved'])
  },
)

test(
  'grid.rows.5 grid.look.2 a row is duplicated by key, and the height of rows is chosen',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const [first] = await api.list('products', { limit: '1' })
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Control+Shift+D')
    await expect(grid.cursor).toHaveText(`${first?.label ?? ''} copy`)
    await expect
      .poll(() => api.find('products', 'product_name', `${first?.label ?? ''} copy`))
      .toMatchObject({
        parent_id: first?.parent_id,
        attributes: { status: first?.attributes['status'], category: first?.attributes['category'] },
      })

    const height = async () => (await grid.row(1).boundingBox())?.height
    await page.keyboard.press('Control+Home')
    await expect.poll(height).toBe(34)
    await page.getByRole('button', { name: 'Row height' }).click()
    await page.getByRole('menuitemradio', { name: 'Tall', exact: true }).click()
    await expect.poll(height).toBe(56)
  },
)

test(
  'grid.bulk.1 all rows that match are changed by a job, and one Undo takes it back',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const filter = { 'filter[status]': 'Draft' }
    const drafts = await api.list('products', filter)
    expect(drafts.length).toBeGreaterThan(3)
    await page.goto(`${page.url()}&filter[status]=Draft`)
    await grid.expectTotal(drafts.length)
    await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('radio', { name: /^Everything that matches/ })).toBeChecked()
    await change(page, 1, 'Price')
    await dialog.getByRole('button', { name: 'Change another attribute' }).click()
    await change(page, 2, 'SKU', 'put after')
    await dialog.getByRole('group', { name: 'Change 2' }).getByLabel('Text after').fill('-X')
    const submit = dialog.getByRole('button', { name: `Change ${drafts.length} rows` })
    await submit.click()
    await expect(dialog.getByText('Enter a value for Price, or choose Clear.')).toBeVisible()
    await dialog.getByRole('group', { name: 'Change 1' }).getByLabel('Value').fill('7.5')
    await submit.click()
    await expect(page.getByText(`Changed ${drafts.length} rows`).first()).toBeVisible()
    const changed = await api.list('products', filter)
    expect(changed.map(({ attributes }) => [attributes['price'], attributes['sku']])).toEqual(
      drafts.map(({ attributes }) => [7.5, `${attributes['sku'] as string}-X`]),
    )
    await expect
      .poll(() => grid.values('Price', 2))
      .toEqual(['7.50EUR', '7.50EUR'].map((text) => expect.stringMatching(text.slice(0, 4))))
    await grid.input.focus()
    await page.keyboard.press('Control+z')
    await expect(page.getByText(/^Undone: /).first()).toBeVisible()
    const after = await api.list('products', filter)
    expect(after.map(({ attributes }) => attributes['price'])).toEqual(
      drafts.map(({ attributes }) => attributes['price']),
    )
  },
)

test('grid.bulk.5 grid.bulk.6 grid.bulk.7 values are computed, tried out on ten rows and on all, and changed in the selected cells alone', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  const dialog = dialogOf(page)
  const prices = async () =>
    (await api.list('products', { limit: '200' })).map(({ attributes }) => attributes['price'])
  const before = await prices()
  const raised = (price: unknown) =>
    typeof price !== 'number' || price === 0 ? price : Math.max(Math.floor(price * 1.1 + 0.51) - 0.01, 0.99)
  await test.step('a percentage with rounding, by keys, is tried out on ten rows', async () => {
    await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
    await change(page, 1, 'Price', 'change by percent')
    await dialog.getByLabel('Amount in percent').fill('10')
    await dialog.getByRole('combobox', { name: 'Rounding' }).press('Enter')
    await page.getByRole('option', { name: 'to end in .99' }).click()
    const sample = dialog.getByRole('region', { name: 'Before and after' })
    await expect(sample.getByRole('row').nth(1)).toContainText('.99')
  })
  await test.step('all rows are tried out: exact counts, and the values before and after', async () => {
    await dialog.getByRole('button', { name: 'Try out on all rows' }).click()
    const changing = before.filter((price) => raised(price) !== price).length
    await expect(dialog.getByText(new RegExp(`^${changing} rows would change, `))).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'What would change' })).toBeVisible()
    expect(await prices()).toEqual(before)
    await dialog.getByRole('button', { name: /^Change \d+ rows/ }).click()
    await expect(page.getByText(`Changed ${changing} rows`).first()).toBeVisible()
    await expect.poll(prices).toEqual(before.map(raised))
    await expect(dialog).toBeHidden()
    await grid.input.focus()
    await expect(grid.input).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect.poll(prices).toEqual(before)
  })
  await test.step('what is searched for, by a pattern; what is wrong is told at once', async () => {
    const [, variant] = await api.list('products', { limit: '2' })
    const label = variant?.label ?? ''
    await page.getByRole('searchbox').fill(`"${label}"`)
    await grid.expectTotal(1)
    await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
    await expect(dialog.getByRole('radio', { name: 'Everything that matches: 1 product' })).toBeChecked()
    await change(page, 1, 'Product name', 'replace text')
    await dialog.getByRole('checkbox', { name: 'Pattern' }).click()
    await dialog.getByLabel('Pattern to replace').fill('(')
    await expect(dialog.getByText('Product name: The pattern is no regular expression.')).toBeVisible()
    await dialog.getByLabel('Pattern to replace').fill('^(.*)$')
    await dialog.getByLabel('Replacement').fill('$1 ($1)')
    await expect(dialog.getByText(`${label} (${label})`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Change 1 row' }).click()
    await expect.poll(() => api.find('products', 'product_name', `${label} (${label})`)).toBeTruthy()
    await page.getByRole('searchbox').fill('')
    await grid.expectTotal(before.length)
  })
  await test.step('the selected cells alone, from their menu', async () => {
    const names = async () =>
      (await api.list('products', { limit: '4' })).map(
        ({ attributes }) => attributes['product_name'] as string,
      )
    const written = await names()
    await grid.goTo(2, 'Product name')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Change 2 cells…' }).click()
    await expect(dialog.getByRole('radio', { name: 'The selection: 2 products' })).toBeChecked()
    await expect(dialog.getByRole('combobox', { name: 'Attribute' })).toHaveText('Product name')
    await change(page, 1, 'Product name', 'change letters')
    await dialog.getByRole('combobox', { name: 'Letters' }).click()
    await page.getByRole('option', { name: 'ALL CAPITALS' }).click()
    await dialog.getByRole('button', { name: 'Change 2 rows' }).click()
    await expect
      .poll(names)
      .toEqual(written.map((name, row) => (row === 1 || row === 2 ? name.toUpperCase() : name)))
  })
})

test(
  'grid.bulk.8 an edit becomes a saved action, is run from the palette where it applies, renamed and deleted',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const dialog = dialogOf(page)
    const drafts = () => api.list('products', { 'filter[status]': 'Draft', limit: '200' })
    const before = await drafts()
    const openPalette = async (typed: string) => {
      await grid.input.focus()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command or entry' }).fill(typed)
    }
    await test.step('it is saved with what the list is narrowed to', async () => {
      await page.getByRole('searchbox').fill('status:Draft')
      await grid.expectTotal(before.length)
      await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
      await change(page, 1, 'Price', 'add or subtract')
      await dialog.getByLabel('Amount').fill('1000')
      await dialog.getByRole('button', { name: 'Save as an action' }).click()
      await page.keyboard.type('Push drafts down')
      await dialog.getByRole('checkbox', { name: /^Always where/ }).click()
      await dialog.getByLabel('Name of the action').press('Enter')
      await expect(dialog.getByRole('combobox', { name: 'Saved action' })).toHaveText('Push drafts down')
      await expectAccessible(page, { within: '[role="dialog"]' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('searchbox').fill('')
      expect(await drafts()).toEqual(before)
    })
    await test.step('the palette opens it on the rows that it is about, and Enter runs it', async () => {
      await openPalette('push drafts')
      await page.keyboard.press('Enter')
      const place = `Where the action applies: ${before.length} products`
      await expect(dialog.getByRole('radio', { name: place })).toBeChecked()
      await dialog.getByRole('button', { name: `Change ${before.length} rows` }).press('Enter')
      const pricesOf = (rows: typeof before) => rows.map(({ attributes }) => attributes['price'])
      const raised = pricesOf(before).map((price) => Number(price) + 1000)
      await expect.poll(async () => pricesOf(await drafts())).toEqual(raised)
    })
    await test.step('it is renamed and deleted', async () => {
      await openPalette('push drafts')
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'More about Push drafts down' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await dialog.getByLabel('Name of the action').fill('Drafts last')
      await dialog.getByRole('button', { name: 'Save the action' }).click()
      await expect(dialog.getByRole('combobox', { name: 'Saved action' })).toHaveText('Drafts last')
      await dialog.getByRole('button', { name: 'More about Drafts last' }).click()
      await page.getByRole('menuitem', { name: 'Delete the action' }).click()
      await expect(dialog.getByRole('combobox', { name: 'Saved action' })).toBeHidden()
    })
  },
)

async function approveSelection(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('radio', { name: `The selection: ${rows} products` })).toBeChecked()
  await change(page, 1, 'Status')
  await dialog.getByRole('combobox', { name: 'Value' }).fill('Appr')
  await page.getByRole('option', { name: 'Approved' }).click()
  await dialog.getByRole('button', { name: `Change ${rows} rows` }).click()
  await expect(page.getByText(`Changed ${rows} rows`).first()).toBeVisible()
}
