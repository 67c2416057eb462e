import { expect, test } from './fixtures.ts'
import { AttributePage } from './pages/attribute-page.ts'

test(
  'grid.columns.7 grid.columns.8 a column is inserted after one, and before one by keys; the cursor goes into it',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await grid.goTo(3, 'Product name')
    await grid.chooseFromMenu('SKU', 'Insert a column after…')
    const dialog = new AttributePage(page)
    await dialog.name.fill('Shelf')
    await dialog.add()
    await expect(grid.input).toBeFocused()
    await expect(grid.input).toHaveAttribute('aria-label', 'Cell Shelf')
    const names = await grid.headerNames()
    expect(names[names.indexOf('SKU') + 1]).toBe('Shelf')
    await page.keyboard.type('A 12')
    await page.keyboard.press('Enter')
    await expect(await grid.cell(3, 'Shelf')).toHaveText('A 12')

    await grid.header('Shelf').getByRole('button', { name: 'Shelf', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Insert a column before…' }).press('Enter')
    await expect(dialog.name).toBeFocused()
    await page.keyboard.type('Hall')
    await page.keyboard.press('Enter')
    await expect(grid.input).toHaveAttribute('aria-label', 'Cell Hall')
    await expect(grid.input).toBeFocused()
    const both = await grid.headerNames()
    expect(both.slice(both.indexOf('SKU'), both.indexOf('SKU') + 3)).toEqual(['SKU', 'Hall', 'Shelf'])
  },
)

test(
  'grid.columns.7 a column is renamed by F2 in its header; a name that is taken is refused in place',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    await api.define({ name: 'Shelf', entity_type: 'product', data_type: 'single_line_text_field' })
    const [first] = await api.list('products', { limit: '1' })
    await api.write('products', first?.id ?? '', { shelf: 'A 12' })
    await open()
    await grid.goTo(1, 'Shelf')
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
  },
)

test(
  'grid.columns.7 an attribute is edited and deleted from the menu of its column',
  { tag: '@long' },
  async ({ page, open, grid, api }) => {
    await api.define({ name: 'Shelf', entity_type: 'product', data_type: 'single_line_text_field' })
    const [first] = await api.list('products', { limit: '1' })
    await api.write('products', first?.id ?? '', { shelf: 'A 12' })
    await open()
    await grid.goTo(1, 'Shelf')
    await grid.chooseFromMenu('Shelf', 'Edit the attribute…')
    const editing = new AttributePage(page)
    await editing.name.fill('Store place')
    await editing.save()
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
  },
)

test(
  'grid.columns.8 an attribute that is made on the page of the attributes offers to go to its column',
  { tag: '@long' },
  async ({ page, open, grid, catalog }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.goTo('Attributes')
    await page.getByRole('button', { name: 'Add attribute' }).click()
    const dialog = new AttributePage(page)
    await dialog.name.fill('Aisle')
    await dialog.add()
    await page.getByRole('button', { name: 'Go to the column' }).click()
    await expect(grid.input).toHaveAttribute('aria-label', 'Cell Aisle')
    await expect(grid.cursor).toBeInViewport()
  },
)
