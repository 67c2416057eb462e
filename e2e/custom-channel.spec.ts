import { expect, test } from './fixtures.ts'

test(
  'grid.channel.3 a channel of one’s own is made from a template, its columns are changed in place, taken back and exported to',
  { tag: '@long' },
  async ({ page, open, catalog, api }) => {
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('button', { name: 'New channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'New channel' })
    await dialog.getByRole('combobox', { name: 'Start from' }).click()
    await page.getByRole('option', { name: 'Like Google' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Partner')
    await dialog.getByRole('button', { name: 'Create the channel' }).click()

    const table = page.getByRole('table', { name: 'Columns of Partner' })
    await expect(table.getByRole('row')).toHaveCount(23)
    const header = page.getByRole('textbox', { name: 'Header of column 2', exact: true })
    await header.fill('Titel')
    await header.press('Enter')
    await page.getByRole('combobox', { name: 'What fills Titel' }).click()
    await page.getByRole('option', { name: 'A formula…' }).click()
    const formula = page.getByRole('textbox', { name: 'The formula of Titel' })
    await formula.fill('UPPER({{product_name}})')
    await formula.press('Enter')
    await page.getByRole('button', { name: 'Move Titel' }).press('ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Header of column 1', exact: true })).toHaveValue('Titel')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Header of column 2', exact: true })).toHaveValue('Titel')
    await page.getByRole('combobox', { name: 'Separated by' }).click()
    await page.getByRole('option', { name: 'Semicolons' }).click()

    await expect
      .poll(async () => {
        const { file, fields } = (await api.get('/channels/partner')).body.data
        return [file.delimiter, fields[1].target, fields[1].formula]
      })
      .toEqual([';', 'Titel', 'UPPER({{product_name}})'])
    await page.getByRole('button', { name: 'What to do with Partner' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('Partner is deleted').first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(page.getByRole('link', { name: 'Partner', exact: true })).toBeVisible()
  },
)
