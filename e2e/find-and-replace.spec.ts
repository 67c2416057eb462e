import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('grid.find.1 grid.find.2 Ctrl+F finds in the rows that are shown, Ctrl+H replaces in all or in the selection and takes it back', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await test.step('Ctrl+F finds, counts, and Enter goes from hit to hit', async () => {
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Control+f')
    const panel = page.getByRole('search', { name: 'Find in the grid' })
    await expect(panel.getByRole('textbox', { name: 'Find' })).toBeFocused()
    // Inserted at once, since the number read below must be that of the whole text.
    await page.keyboard.insertText('azul mug')
    await expect(panel.getByRole('status')).toHaveText(/^\d+ found$/)
    const count = Number.parseInt(await panel.getByRole('status').innerText(), 10)
    expect(count).toBeGreaterThan(3)
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('status')).toHaveText(`1 of ${count}`)
    await expect(grid.cursor).toContainText('Azul mug')
    await page.keyboard.press('Shift+Enter')
    await expect(panel.getByRole('status')).toHaveText(`${count} of ${count}`)
    await expect(grid.cursor).toContainText('Azul mug')
    await expect(panel.getByRole('textbox', { name: 'Find' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(grid.input).toBeFocused()
  })
  await test.step('Ctrl+H says before how many cells change, and takes it back', async () => {
    const before = await api.list('products', { 'filter[product_name][contains]': 'Azul mug' })
    await page.keyboard.press('Control+h')
    const panel = page.getByRole('search', { name: 'Find in the grid' })
    await panel.getByRole('textbox', { name: 'Find' }).fill('azul MUG')
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('Blue cup')
    const preview = panel.getByText('will change.')
    await expect(preview).toBeVisible()
    const [cells] = (await preview.innerText()).split(' ')
    expect(Number(cells)).toBeGreaterThanOrEqual(before.length)
    await panel.getByRole('checkbox', { name: 'Match case' }).click()
    await expect(panel.getByText('No text cell that can be edited holds it.')).toBeVisible()
    await panel.getByRole('checkbox', { name: 'Match case' }).click()
    await expect(preview).toContainText(`${cells} `)
    await panel.getByRole('button', { name: 'Replace all' }).click()
    await expect(page.getByText(`Replaced in ${cells} cells`).first()).toBeVisible()
    await expect
      .poll(() => api.list('products', { 'filter[product_name][contains]': 'Azul mug' }))
      .toEqual([])
    const renamed = await api.list('products', { 'filter[product_name][contains]': 'Blue cup' })
    expect(renamed.map(({ id }) => id)).toEqual(before.map(({ id }) => id))

    await grid.input.focus()
    await page.keyboard.press('Control+z')
    await expect(page.getByText(/^Undone: /).first()).toBeVisible()
    const after = await api.list('products', { 'filter[product_name][contains]': 'Azul mug' })
    expect(after.map(({ label }) => label)).toEqual(before.map(({ label }) => label))
  })
  await test.step('replacing in the selection leaves the other rows alone, in groups too', async () => {
    const all = await api.list('products', { limit: '3' })
    const word = all[0]?.label?.split(' ')[0] ?? ''
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Control+h')
    const panel = page.getByRole('search', { name: 'Find in the grid' })
    await replaceInSelection(panel, { find: word, by: 'Changed' }, '1 cell in 1 row will change.')
    await expect(page.getByText('Replaced in 1 cell').first()).toBeVisible()
    await expect
      .poll(
        async () => (await api.list('products', { 'filter[product_name][starts_with]': 'Changed' })).length,
      )
      .toBe(1)

    await panel.getByRole('textbox', { name: 'Find' }).press('Escape')
    await expect(panel).toBeHidden()
    await page.getByRole('combobox', { name: 'Group', exact: true }).click()
    await page.getByRole('option', { name: 'By Material' }).click()
    await expect(grid.root.getByRole('row', { level: 1 }).first()).toBeVisible()
    await grid.goTo(2, 'SKU')
    await page.keyboard.press('Shift+ArrowDown')
    const skus = await Promise.all([2, 3].map(async (row) => (await grid.cell(row, 'SKU')).innerText()))
    await page.keyboard.press('Control+h')
    await replaceInSelection(panel, { find: '-', by: '_' }, '2 cells in 2 rows will change.')
    await expect(page.getByText('Replaced in 2 cells').first()).toBeVisible()
    const changed = await api.list('products', { 'filter[sku][contains]': '_' })
    const sorted = (texts: readonly unknown[]) => texts.map(String).toSorted()
    expect(sorted(changed.map(({ attributes }) => attributes['sku']))).toEqual(
      sorted(skus.map((sku) => sku.replaceAll('-', '_'))),
    )
  })
})

async function replaceInSelection(
  panel: Locator,
  { find, by }: { readonly find: string; readonly by: string },
  message: string,
): Promise<void> {
  await panel.getByRole('textbox', { name: 'Find' }).fill(find)
  await panel.getByRole('textbox', { name: 'Replace with' }).fill(by)
  await panel.getByRole('combobox', { name: 'Where to replace' }).click()
  await panel.page().getByRole('option', { name: 'In the selection' }).click()
  await expect(panel.getByText(message)).toBeVisible()
  await panel.getByRole('button', { name: 'Replace all' }).click()
}
