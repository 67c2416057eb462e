import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const

async function makeClass(
  page: Page,
  { name, category, attributes }: { name: string; category: string; attributes: readonly string[] },
): Promise<void> {
  await page.getByRole('button', { name: 'New class' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New class' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(category)
  const found = page.getByRole('option', { name: category, exact: true })
  await found.waitFor()
  await page.keyboard.press('ArrowDown')
  await expect(found).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: `Remove ${category}`, exact: true })).toBeVisible()
  const picker = dialog.getByRole('combobox', { name: 'Add an attribute to the class' })
  for (const attribute of attributes) {
    await picker.focus()
    await picker.fill(attribute)
    const option = page.getByRole('option', { name: attribute, exact: true })
    await option.waitFor()
    // An active option is no longer active once the list is narrowed.
    await expect(page.getByRole('option').filter({ hasNotText: attribute })).toHaveCount(0)
    await picker.press('ArrowDown')
    await expect(option).toHaveAttribute('data-highlighted')
    await picker.press('Enter')
    await expect(dialog.getByRole('button', { name: `Move ${attribute}`, exact: true })).toBeVisible()
  }
  await picker.fill('no such attribute')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await picker.press('Enter')
  await expect(page.getByText('Nothing found.')).toBeHidden()
  await picker.fill('')
  await dialog.getByRole('button', { name: 'Create class' }).click()
  await expect(dialog).toBeHidden()
}

async function openCategory(page: Page, workspaceId: string, ids: readonly string[]): Promise<void> {
  await page.goto(`/?workspace=${workspaceId}&view=products&filter[category][in]=${ids.join(',')}`)
}

test(
  'grid.class.1 classes are made, changed and deleted by keys; nothing but the class goes',
  { tag: '@long' },
  async ({ page, open, api, catalog, grid }) => {
    await api.define({ name: 'Fabric', ...text })
    await api.define({ name: 'Seat height', ...text })
    const [root] = await api.list('categories', { 'filter[parent_id][exists]': 'false', sort: 'position' })
    const category = root?.label ?? ''
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.findCommand('Go to Classes')
    await page.getByRole('option', { name: /Go to Classes/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No classes of products yet' })).toBeVisible()
    await expectAccessible(page)

    await makeClass(page, { name: 'Seats', category, attributes: ['Fabric', 'Seat height'] })
    const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Seats' }) })
    await expect(line).toContainText(category)
    await expect(line).toContainText('2 optional')

    await page.getByRole('button', { name: 'Edit Seats' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit Seats' })
    await dialog.getByRole('combobox', { name: 'How much Seat height is needed' }).press('Enter')
    await page.getByRole('option', { name: 'Required' }).click()
    const grip = dialog.getByRole('button', { name: 'Move Seat height', exact: true })
    await grip.press('ArrowUp')
    await expect(dialog.getByRole('listitem').first()).toContainText('Seat height')
    await expect(grip).toBeFocused()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sitting')
    await expectAccessible(page, { within: '[role=dialog]' })
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('rowheader', { name: 'Sitting' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Sitting' })).toContainText('1 required, 1 optional')

    await page.getByRole('button', { name: 'New class' }).click()
    const created = page.getByRole('dialog', { name: 'New class' })
    await expect(created.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('sitting')
    await created.getByRole('combobox', { name: 'Categories' }).fill(category)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(created).toBeVisible()
    await created.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('Another class has this name')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Delete Sitting' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete Sitting?' })
    await expect(question).toContainText('Its 2 attributes stay, with all values.')
    await question.getByRole('button', { name: 'Delete the class' }).click()
    await expect(page.getByRole('heading', { name: 'No classes of products yet' })).toBeVisible()
    expect((await api.attributes('product')).map(({ key }) => key)).toContain('seat_height')
    await catalog.goTo('Products')
  },
)

test(
  'grid.class.2 grid.class.3 the products of a category are shown by the columns of its classes; a row that is being added keeps what was entered',
  { tag: '@long' },
  async ({ catalog, page, workspace, api, grid }) => {
    await api.define({ name: 'Fabric', ...text })
    await api.define({ name: 'Bulb', ...text })
    const roots = await api.list('categories', { 'filter[parent_id][exists]': 'false', sort: 'position' })
    const [seating, lamps] = roots
    const below = await api.list('categories', { 'filter[parent_id]': seating?.id ?? '' })
    await page.goto(`/?workspace=${workspace.id}&view=classes`)
    await makeClass(page, { name: 'Seats', category: seating?.label ?? '', attributes: ['Fabric'] })
    await makeClass(page, { name: 'Lamps', category: lamps?.label ?? '', attributes: ['Bulb'] })
    await page.getByRole('button', { name: 'Edit Seats' }).click()
    await page.getByRole('combobox', { name: 'How much Fabric is needed' }).click()
    await page.getByRole('option', { name: 'Required' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('1 required')).toBeVisible()

    await openCategory(page, workspace.id, [seating?.id ?? '', ...below.map(({ id }) => id)])
    const toggle = page.getByRole('button', { name: 'Show the columns of Seats' })
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    const before = await grid.headerNames()
    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await grid.headerNames())[1]).toBe('Fabric* required')
    await expect(page.getByRole('button', { name: 'Columns', exact: false }).first()).toContainText(
      '1 hidden',
    )
    await toggle.press('Space')
    await expect.poll(() => grid.headerNames()).toEqual(before)

    await catalog.findCommand('columns of the category')
    await page.getByRole('option', { name: /columns of the category/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Categories', exact: true }).click()
    const tree = page.getByRole('tree', { name: 'Categories' })
    await tree.getByRole('treeitem', { name: new RegExp(`^${lamps?.label} \\d`) }).click()
    const ofLamps = page.getByRole('button', { name: 'Show the columns of Lamps' })
    await expect(ofLamps).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await grid.headerNames())[1]).toBe('Bulb')
    const panel = page.getByRole('complementary', { name: 'Categories' })
    await panel.getByRole('button', { name: 'All products' }).click()
    await page.getByRole('button', { name: 'Close the categories' }).click()
    await expect(ofLamps).toBeHidden()
    await expect.poll(() => grid.headerNames()).toEqual(before)
    await test.step('a row that is being added keeps what was entered while the columns change', async () => {
      await openCategory(page, workspace.id, [seating?.id ?? '', ...below.map(({ id }) => id)])
      await expect(grid.row(1)).toBeVisible()
      await expect(toggle).toBeVisible()
      await page.getByRole('button', { name: 'Add product' }).click()
      await grid.goToColumn('Bulb')
      await grid.input.pressSequentially('E27')
      await grid.input.press('Tab')
      await toggle.click()
      await expect(grid.header('Bulb')).toBeHidden()
      await grid.input.focus()
      await grid.goToColumn('Fabric')
      await grid.input.pressSequentially('Wool')
      await grid.input.press('Tab')
      await grid.goToColumn('SKU')
      await grid.input.pressSequentially('SEAT-NEW')
      await grid.input.press('Tab')
      await grid.input.press('Home')
      await grid.input.pressSequentially('Zephyr seat')
      await grid.input.press('Enter')
      const { attributes } = await api.find('products', 'sku', 'SEAT-NEW')
      expect(attributes).toMatchObject({ bulb: 'E27', fabric: 'Wool', product_name: 'Zephyr seat' })
    })
  },
)
