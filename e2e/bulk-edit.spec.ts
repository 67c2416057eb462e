import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit many rows at once' })

async function change(page: Page, place: number, attribute: string, action?: string): Promise<void> {
  const line = dialogOf(page).getByRole('group', { name: `Change ${place}` })
  await line.getByRole('combobox', { name: 'Attribute' }).click()
  await page.getByRole('option', { name: attribute, exact: true }).click()
  if (action === undefined) return
  await line.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: action, exact: true }).click()
}

test('grid.bulk.1 grid.bulk.2 grid.bulk.4 grid.rows.5 grid.look.2 many rows are changed at once, one is duplicated, their height is chosen', async ({
  api,
  page,
  open,
  grid,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await test.step('only the selected rows are changed', async () => {
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
  })
  await test.step('the rows of several ranges are changed together', async () => {
    const rows = await api.list('products', { limit: '5' })
    await (await grid.cell(1, 'SKU')).click()
    for (const row of [4, 5]) await (await grid.cell(row, 'SKU')).click({ modifiers: ['Control'] })
    await approveSelection(page, 3)
    const after = (await api.list('products', { limit: '5' })).map(({ attributes }) => attributes['status'])
    const before = rows.map(({ attributes }) => attributes['status'])
    expect(after).toEqual(['Approved', before[1], before[2], 'Approved', 'Approved'])
  })
  await test.step('a row is duplicated by key, and the height of rows is chosen', async () => {
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
    expect(await height()).toBe(34)
    await page.getByRole('button', { name: 'Row height' }).click()
    await page.getByRole('menuitemradio', { name: 'Tall', exact: true }).click()
    await expect.poll(height).toBe(56)
  })
  await test.step('all rows that match are changed by a job, and one Undo takes it back', async () => {
    const filter = { 'filter[status]': 'Draft' }
    const drafts = await api.list('products', filter)
    expect(drafts.length).toBeGreaterThan(3)
    await page.goto(`${page.url()}&filter[status]=Draft`)
    await grid.expectTotal(drafts.length)
    await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('radio', { name: /^Everything/ })).toBeChecked()
    await change(page, 1, 'Price')
    await dialog.getByRole('button', { name: 'Change another attribute' }).click()
    await change(page, 2, 'SKU', 'add')
    await dialog.getByRole('group', { name: 'Change 2' }).getByLabel('Value').fill('-X')
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
  })
})

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
