import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('grid.rows.7 rows are inserted below and above the cursor and stay there until they are put in order; one that is not wanted goes by Escape', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await test.step('a row that is not wanted after all goes by Escape, and the others close up', async () => {
    await grid.goTo(2, 'Product name')
    const names = await grid.values('Product name', 3)
    await page.keyboard.press('Shift+Enter')
    await expect(grid.row(2)).toHaveCount(0)
    await expect(grid.cursor).toHaveText('Product name (required)')
    await page.keyboard.press('Escape')
    await expect.poll(() => grid.values('Product name', 3)).toEqual(names)
  })
  await test.step('Ctrl+Enter inserts below the cursor, Shift+Enter above', async () => {
    const before = await api.count('products')
    await grid.goTo(3, 'SKU')
    const names = await grid.values('Product name', 4)
    await grid.input.press('Control+Enter')
    await expect(grid.cursor).toHaveText('Product name (required)')
    await expect(grid.status).toContainText('Row 4')
    await page.keyboard.type('Put below')
    await page.keyboard.press('Tab')
    await page.keyboard.type('BELOW-1')
    await page.keyboard.press('Enter')
    await expect.poll(() => api.find('products', 'sku', 'BELOW-1')).toMatchObject({ label: 'Put below' })
    await expect
      .poll(() => grid.values('Product name', 5))
      .toEqual([...names.slice(0, 3), 'Put below', names[3]])
    await expect(grid.status).toContainText('Row 5')

    await grid.input.press('Control+Home')
    await grid.input.press('Shift+Enter')
    await expect(grid.cursor).toHaveText('Product name (required)')
    await page.keyboard.type('Put above')
    await page.keyboard.press('Enter')
    await expect.poll(() => api.count('products')).toBe(before + 2)
    const shown = ['Put above', ...names.slice(0, 3), 'Put below', names[3]]
    await expect.poll(() => grid.values('Product name', 6)).toEqual(shown)

    await grid.goTo(3, 'SKU')
    await page.keyboard.type('SECOND')
    await page.keyboard.press('Enter')
    await expect.poll(() => api.find('products', 'sku', 'SECOND')).toMatchObject({ label: names[1] })
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Control+Shift+D')
    await expect.poll(() => grid.values('Product name', 3)).toEqual(['Put above', 'Put above copy', names[0]])

    await page.getByRole('button', { name: '3 new rows are out of order: put in order' }).click()
    await expect(grid.cursor).toHaveText('Put above copy')
    await expect(grid.status).toContainText(`Row ${before + 3}`)
    await page.keyboard.press('Control+Home')
    await expect.poll(() => grid.values('Product name', 3)).toEqual(names.slice(0, 3))
  })
})

test(
  'grid.menu.1 the menu of the rows opens by keys at the cursor and by the right button, and says what it is going to do',
  { tag: '@long' },
  async ({ api, page, context, open, grid }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open()
    await test.step('by keys at the cursor', async () => {
      const menu = page.getByRole('menu', { name: 'Rows' })
      const [first, second] = await api.list('products', { limit: '2' })
      await grid.goTo(1, 'Product name')
      await page.keyboard.press('Shift+F10')
      await expect(menu).toBeVisible()
      await expectAccessible(page, { within: '.grid-page' })
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(grid.input).toBeFocused()

      await page.keyboard.press('ContextMenu')
      await menu.getByRole('menuitem', { name: /^Copy( Ctrl\+C)?$/ }).press('Enter')
      await expect(grid.input).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+F10')
      await menu.getByRole('menuitem', { name: /^Paste/ }).press('Enter')
      const name = async (id: string | undefined) => (await api.read('products', id ?? ''))['product_name']
      await expect.poll(() => name(second?.id)).toBe(first?.label)
      await page.keyboard.press('Control+z')
      await expect.poll(() => name(second?.id)).toBe(second?.label)

      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+F10')
      await expect(menu.getByRole('menuitem', { name: /^Clear 4 cells/ })).toBeVisible()
      await expect(menu.getByRole('menuitem', { name: /^Move 2 products to the trash/ })).toBeVisible()
      await expect(menu.getByRole('menuitem', { name: /^Duplicate/ })).toBeHidden()
      await menu.getByRole('menuitem', { name: 'Copy as' }).press('ArrowRight')
      await page.getByRole('menuitem', { name: /^Copy 2 IDs/ }).press('Enter')
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(async () => (await clipboard()).split('\n')[0]).toBe(second?.id)
    })
    await test.step('cells are cut, and several rows are changed, compared and merged from the bar below', async () => {
      const [first] = await api.list('products', { limit: '1' })
      const sku = async () => (await api.read('products', first?.id ?? ''))['sku']
      await grid.goTo(1, 'SKU')
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: /^Cut/ }).press('Enter')
      await expect.poll(sku).toBeUndefined()
      await page.keyboard.press('Control+z')
      await expect.poll(sku).toBe(first?.attributes['sku'])
      await page.keyboard.press('Shift+ArrowDown')
      for (const name of ['Change 2 rows', 'Merge'])
        await expect(grid.status.getByRole('button', { name, exact: true })).toBeVisible()
      await grid.status.getByRole('button', { name: 'Compare', exact: true }).click()
      await expect(page.getByRole('dialog', { name: /^Compare/ })).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await test.step('by the right button, which selects what it is pressed on, unless that is selected already', async () => {
      const menu = page.getByRole('menu', { name: 'Rows' })
      const [, second] = await api.list('products', { limit: '2' })
      await grid.goTo(1, 'Product name')
      await (await grid.cell(2, 'SKU')).click({ button: 'right' })
      await expect(grid.status).toContainText('Row 2 · SKU')
      await menu.getByRole('menuitem', { name: 'Copy as' }).click()
      await page.getByRole('menuitem', { name: 'Copy the address in the API' }).click()
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toMatch(new RegExp(`/api/v1/products/${second?.id}$`))

      await grid.row(3).getByRole('rowheader').click({ button: 'right' })
      await menu.getByRole('menuitem', { name: /^Move to the trash/ }).click()
      await expect(page.getByText('moved to the trash').first()).toBeVisible()

      await grid.header('SKU').click({ button: 'right' })
      await expect(page.getByRole('menuitem', { name: 'Hide this column' })).toBeVisible()
    })
  },
)
