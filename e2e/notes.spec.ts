import { expectAccessible } from './pages/accessibility.ts'
import { expect, test } from './fixtures.ts'

test(
  'notes.cell.1 notes.page.1 a to-do is left on a cell by keys, marked there, found on the page and done',
  { tag: '@long' },
  async ({ open, page, api, catalog, grid }) => {
    await api.create('products', { sku: 'NT-1', product_name: 'Noted chair', price: 10 })
    await open()
    await page.getByRole('searchbox', { name: 'Search all text' }).fill('NT-1')
    await grid.expectTotal(1)
    const panel = page.getByRole('complementary', { name: 'Details of Noted chair' })
    const text = panel.getByRole('textbox', { name: 'Text of the note' })

    await test.step('by keys: Shift+F2, the text, a to-do, and back in the cell', async () => {
      await grid.goTo(1, 'Price')
      await page.keyboard.press('Shift+F2')
      await expect(text).toBeFocused()
      await expect(panel.getByRole('combobox', { name: 'On' })).toHaveText('Price')
      await page.keyboard.type('Ask Nordlys')
      await panel.getByRole('checkbox', { name: 'To-do' }).press('Space')
      await text.press('Control+Enter')
      await expect(grid.input).toBeFocused()
      await expect(await grid.cell(1, 'Price')).toHaveAttribute('title', /^To-do: Ask Nordlys/)
      await expect(grid.root.locator('[role="rowheader"][data-note="open"]')).toHaveCount(1)
      await expectAccessible(page)
    })
    await test.step('by the menu, on the whole row; a note of a script appears by itself', async () => {
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: 'Add a note or to-do…' }).press('Enter')
      await expect(text).toBeFocused()
      await panel.getByRole('combobox', { name: 'On' }).click()
      await page.getByRole('option', { name: 'The whole row' }).click()
      await text.fill('Photographed')
      await panel.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(panel.getByRole('article')).toHaveCount(2)
      await expect(panel.getByRole('article').first()).toContainText('Photographed')
    })
    await test.step('the page lists what is open, leads to the cell, and a done one leaves it', async () => {
      await catalog.findCommand('notes and to-dos')
      await page.keyboard.press('Enter')
      const todo = page.getByRole('main').getByRole('article').filter({ hasText: 'Ask Nordlys' })
      await expect(todo).toContainText('Noted chair › Price')
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
      await expectAccessible(page)
      await todo.getByRole('link').click()
      await expect(grid.cursor).toHaveText(/10/)
      await page.goBack()
      await todo.getByRole('checkbox', { name: 'Ask Nordlys' }).click()
      await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
      await page.getByRole('combobox', { name: 'Show' }).click()
      await page.getByRole('option', { name: 'Everything' }).click()
      await expect(todo).toContainText('Done by you')
    })
    await test.step('a note is edited, made a to-do, deleted and brought back', async () => {
      const note = page.getByRole('main').getByRole('article').filter({ hasText: 'Photographed' })
      await note.getByRole('button', { name: /^Edit the note/ }).click()
      await page.keyboard.type(' on Monday')
      await page.keyboard.press('Control+Enter')
      await expect(note).toContainText('Photographed on Monday')
      await note.getByRole('button', { name: 'Make a to-do' }).click()
      await expect(note.getByRole('checkbox')).toBeVisible()
      await note.getByRole('button', { name: /^Delete the note/ }).click()
      await expect(note).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(note).toHaveCount(1)
    })
  },
)
