import { expect, test } from './fixtures.ts'
import { AttributeDialog } from './pages/attribute-dialog.ts'

test('grid.columns.7 grid.columns.8 the menu of a column renames, edits, inserts beside and deletes, by mouse and by keys', async ({
  page,
  open,
  grid,
  api,
  catalog,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await test.step('a column is inserted after one, and the cursor goes into it', async () => {
    await grid.goTo(3, 'Product name')
    await grid.chooseFromMenu('SKU', 'Insert a column after…')
    const dialog = new AttributeDialog(page)
    await dialog.name.fill('Shelf')
    await dialog.add()
    await expect(grid.input).toBeFocused()
    await expect(grid.input).toHaveAttribute('aria-label', 'Cell Shelf')
    const names = await grid.headerNames()
    expect(names[names.indexOf('SKU') + 1]).toBe('Shelf')
    await page.keyboard.type('A 12')
    await page.keyboard.press('Enter')
    await expect(await grid.cell(3, 'Shelf')).toHaveText('A 12')
  })
  await test.step('before one by keys; Cancel gives the focus back', async () => {
    await grid.header('Shelf').getByRole('button', { name: 'Shelf', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Insert a column before…' }).press('Enter')
    const dialog = new AttributeDialog(page)
    await expect(dialog.name).toBeFocused()
    await page.keyboard.type('Hall')
    await page.keyboard.press('Enter')
    await expect(grid.input).toHaveAttribute('aria-label', 'Cell Hall')
    await expect(grid.input).toBeFocused()
    const names = await grid.headerNames()
    expect(names.slice(names.indexOf('SKU'), names.indexOf('SKU') + 3)).toEqual(['SKU', 'Hall', 'Shelf'])
  })
  await test.step('renamed by F2 in the header: a name that is taken is refused in place', async () => {
    await grid.header('Shelf').getByRole('button', { name: 'Shelf', exact: true }).focus()
    await page.keyboard.press('F2')
    const form = page.getByRole('dialog', { name: 'Rename Shelf' })
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('sku')
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toContainText('There is an attribute named sku already.')
    await form.getByRole('textbox').fill('Bin')
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(grid.header('Bin')).toBeVisible()
    await expect(grid.header('Bin').getByRole('button', { name: 'Bin', exact: true })).toBeFocused()
    expect(await api.attributes('product')).toContainEqual(
      expect.objectContaining({ key: 'shelf', name: 'Bin' }),
    )
  })
  await test.step('edited and deleted from its menu', async () => {
    await grid.chooseFromMenu('Bin', 'Edit the attribute…')
    const editing = page.getByRole('dialog', { name: 'Edit Bin' })
    await editing.getByRole('textbox', { name: 'Name' }).fill('Store place')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(grid.header('Store place')).toBeVisible()
    await grid.chooseFromMenu('Store place', 'Delete the attribute…')
    const asking = page.getByRole('dialog', { name: 'Delete Store place?' })
    await expect(asking).toContainText('1 product has a value of Store place.')
    await asking.getByRole('button', { name: 'Delete for good' }).click()
    await expect(grid.header('Store place')).toBeHidden()
    await expect(grid.input).toBeFocused()
    await grid.header('Product name').hover()
    await grid.header('Product name').getByRole('button', { name: 'Menu of Product name' }).click()
    await expect(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Delete the attribute…' })).toBeHidden()
    await page.keyboard.press('Escape')
  })
  await test.step('an attribute that is made on the page of the attributes offers to go to its column', async () => {
    await catalog.goTo('Attributes')
    await page.getByRole('button', { name: 'Add attribute' }).click()
    const dialog = new AttributeDialog(page)
    await dialog.name.fill('Aisle')
    await dialog.add()
    await page.getByRole('button', { name: 'Go to the column' }).click()
    await expect(grid.input).toHaveAttribute('aria-label', 'Cell Aisle')
    await expect(grid.cursor).toBeInViewport()
  })
})
