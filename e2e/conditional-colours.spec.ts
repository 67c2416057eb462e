import { expect, test } from './fixtures.ts'

test(
  'grid.look.1 rules colour cells and rows, and a saved view keeps them',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const colourOf = async (column: string) =>
      (await grid.cell(1, column)).evaluate((cell) => getComputedStyle(cell).backgroundColor)
    const plain = await colourOf('Status')
    await page.getByRole('button', { name: 'Colours' }).click()
    const panel = page.getByRole('dialog', { name: 'Colours' })
    await panel.getByRole('button', { name: 'Add a colour' }).click()
    const rule = panel.getByRole('group', { name: 'Colour 1' })
    await rule.getByRole('combobox', { name: 'Attribute' }).click()
    await page.getByRole('option', { name: 'Status', exact: true }).click()
    await rule.getByRole('combobox', { name: 'Operator' }).click()
    await page.getByRole('option', { name: 'has a value', exact: true }).click()
    await expect.poll(() => colourOf('Status')).not.toBe(plain)
    await expect.poll(() => colourOf('Price')).toBe(plain)
    await rule.getByRole('combobox', { name: 'What is coloured' }).click()
    await page.getByRole('option', { name: 'the row', exact: true }).click()
    const row = () => grid.row(1).evaluate((element) => getComputedStyle(element).backgroundColor)
    const first = await row()
    await rule.getByRole('combobox', { name: 'Colour', exact: true }).click()
    await page.getByRole('option', { name: 'Green' }).click()
    await expect.poll(row).not.toBe(first)
    const green = await row()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Coloured')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'View Coloured' })).toBeVisible()
    await page.reload()
    await expect(grid.row(1)).toBeVisible()
    await expect.poll(row).toBe(green)
  },
)
