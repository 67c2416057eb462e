import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { AttributePage } from './pages/attribute-page.ts'

test('grid.edit.4 grid.rows.6 rows and variants are added as soon as their primary attribute is there; a blank one goes away by Escape', async ({
  api,
  open,
  page,
  grid,
  catalog,
}) => {
  await open()
  await test.step('one by the button', async () => {
    const before = await api.count('products')
    await grid.expectTotal(before)
    await page.getByRole('button', { name: 'Add product' }).click()
    await grid.expectTotal(before + 1)
    await expect(grid.cursor).toHaveText('Product name (required)')

    await grid.goToColumn('SKU')
    await grid.input.pressSequentially('NEW-1')
    await grid.input.press('Enter')
    await expect(grid.status).toContainText('The new row is not saved yet: enter Product name.')
    await expect.poll(() => api.count('products')).toBe(before)

    await grid.goToColumn('Product name')
    await grid.input.pressSequentially('Trine stool')
    await grid.input.press('Enter')
    await expect(grid.status).not.toContainText('not saved')
    await expect(grid.row('Trine stool')).toContainText('NEW-1')
    await expect
      .poll(() => api.find('products', 'sku', 'NEW-1'))
      .toMatchObject({
        label: 'Trine stool',
        parent_id: null,
        attributes: { product_name: 'Trine stool', sku: 'NEW-1' },
      })
    await expect(catalog.link('Products')).toHaveText(`Products${before + 1}`)
  })
  await test.step('several one after the other by keys', async () => {
    await catalog.goTo('Vendors')
    await grid.goTo(1, 'Name')
    for (const name of ['Ottomani', 'Pino']) {
      await grid.input.press('Control+Enter')
      await expect(grid.cursor).toHaveText('Name (required)')
      await grid.input.pressSequentially(name)
      await grid.input.press('Enter')
      await expect(grid.row(name)).toBeVisible()
    }
    await grid.input.press('Control+Enter')
    await expect(grid.cursor).toHaveText('Name (required)')
    await grid.input.press('Escape')
    await grid.expectTotal(14)
    await expect
      .poll(async () => (await api.list('vendors')).slice(-2).map(({ label }) => label))
      .toEqual(['Ottomani', 'Pino'])
    await expect.poll(() => api.count('vendors')).toBe(14)
  })
  await test.step('a variant is added under its product by key, from the palette and in the details', async () => {
    await catalog.goTo('Products')
    await expect(grid.row('Trine stool')).toBeVisible()
    const [product] = await api.list('products', { limit: '1', 'filter[parent_id][exists]': 'false' })
    const id = product?.id as string
    const labels = async () =>
      (await api.list('products', { 'filter[parent_id]': id })).map(({ label }) => label)
    const before = (await labels()).length
    const total = await api.count('products')
    await page.getByRole('combobox', { name: 'Group', exact: true }).click()
    await page.getByRole('option', { name: 'Variants under their product' }).click()
    await expect(grid.row(1)).toHaveAttribute('aria-expanded', 'false')
    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText(
      `New variant of ${product?.label}`,
    )
    await page.keyboard.type('By key')
    await page.keyboard.press('Enter')
    await expect.poll(labels).toContain('By key')
    await page.keyboard.press('Control+Home')
    await expect(grid.row(1)).toHaveAttribute('aria-expanded', 'true')
    await expect(grid.row('By key')).toHaveAttribute('aria-level', '2')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await labels()).length).toBe(before)

    await grid.goTo(1, 'Product name')
    await catalog.findCommand('add a variant')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('New variant')
    await page.keyboard.type('By palette')
    await page.keyboard.press('Enter')
    await expect.poll(labels).toContain('By palette')

    await grid.goTo(1, 'Product name')
    await page.keyboard.press('Space')
    await page.getByRole('tab', { name: 'Variants' }).click()
    await page
      .getByRole('tabpanel', { name: 'Variants' })
      .getByRole('button', { name: 'Add variant' })
      .press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('New variant')
    await expect(grid.input).toBeFocused()
    await page.keyboard.type('By details')
    await page.keyboard.press('Enter')
    await expect.poll(labels).toContain('By details')
    expect(await api.count('products')).toBe(total + 2)
  })
})

test(
  'grid.columns.5 an attribute without a name is refused; Cancel changes nothing',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const before = await api.attributes('product')
    const dialog = await openDialog(page)
    await dialog.submit()
    await expect(dialog.fault).toHaveText('Give the attribute a name.')
    await dialog.name.fill('Dropped')
    await dialog.root.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.root).toBeHidden()
    await expect.poll(() => api.attributes('product')).toEqual(before)
  },
)

test(
  'grid.columns.5 an attribute with options is added from the bar, and its column edited',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    const dialog = await openDialog(page)
    await dialog.name.fill('Assembly')
    await dialog.choose('Single select')
    await dialog.submit()
    await expect(dialog.fault).toHaveText('Add at least one option.')

    await dialog.root.getByRole('button', { name: 'Add an option' }).click()
    await dialog.field('Option 1').fill('Assembled')
    await dialog.field('Option 1').press('Enter')
    await dialog.field('Option 2').fill('Flat pack')
    await dialog.add()
    await expect(page.getByText('Assembly was added')).toBeVisible()
    const attributes = await api.attributes('product')
    expect(attributes.at(-1)).toMatchObject({
      key: 'assembly',
      name: 'Assembly',
      data_type: 'single_select_list',
      acceptable_values: ['Assembled', 'Flat pack'],
      writable: true,
    })

    await grid.goTo(1, 'Assembly')
    await grid.input.pressSequentially('flat')
    await grid.input.press('Enter')
    await expect(await grid.cell(1, 'Assembly')).toHaveText('Flat pack')
    await expect
      .poll(async () => (await api.list('products', { limit: '1' }))[0]?.attributes['assembly'])
      .toBe('Flat pack')
  },
)

test(
  'grid.columns.5 a number with limits and a reference are added from the end of the header',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await page.getByRole('button', { name: 'Add an attribute' }).click()
    const dialog = new AttributePage(page)
    await dialog.name.fill('Seat height')
    await dialog.choose('Number')
    await dialog.field('Unit').fill('cm')
    await dialog.field('Minimum').fill('20')
    await dialog.field('Maximum').fill('10')
    await dialog.submit()
    await expect(dialog.fault).toHaveText('The maximum is below the minimum.')
    await dialog.field('Maximum').fill('120')
    await dialog.add()

    await page.getByRole('button', { name: 'Add an attribute' }).click()
    await dialog.name.fill('Made by')
    await dialog.choose('Reference')
    await dialog.root.getByRole('combobox', { name: 'Refers to' }).click()
    await page.getByRole('option', { name: 'Vendors' }).click()
    await dialog.add()

    const attributes = await api.attributes('product')
    expect(attributes.slice(-2).map((it) => [it.key, it.data_type])).toEqual([
      ['seat_height', 'number'],
      ['made_by', 'entity_reference'],
    ])
    const [first] = await api.list('products', { limit: '1' })
    const path = `/products/${first?.id}`
    const refusal = await api.patch(path, { attributes: { seat_height: 10, made_by: first?.id } })
    expect(refusal.body.error.field_errors).toEqual([
      expect.objectContaining({ field: 'attributes.seat_height', issue: 'out_of_range' }),
      expect.objectContaining({ field: 'attributes.made_by', issue: 'referenced_entity_not_found' }),
    ])
    await grid.goTo(1, 'Made by')
    await grid.input.press('Enter')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(12)
  },
)

test.describe('in an empty workspace', () => {
  test.use({ sample: false })

  test('grid.columns.5 the first attribute and the first row make a catalog', async ({
    api,
    open,
    page,
    grid,
  }) => {
    await open()
    await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
    await page.getByRole('button', { name: 'Add the first attribute' }).click()
    const dialog = new AttributePage(page)
    await dialog.name.fill('Title')
    await dialog.root.getByRole('checkbox', { name: 'Names the product' }).check()
    await dialog.add()
    await page.getByRole('button', { name: 'Add the first product' }).click()
    await expect(grid.cursor).toHaveText('Title (required)')
    await grid.input.pressSequentially('Æbleskive pan')
    await grid.input.press('Enter')
    await expect(grid.row(1)).toContainText('Æbleskive pan')
    await expect
      .poll(() => api.list('products'))
      .toMatchObject([{ label: 'Æbleskive pan', attributes: { title: 'Æbleskive pan' } }])
  })
})

async function openDialog(page: Page): Promise<AttributePage> {
  await page.getByRole('button', { name: 'Add attribute' }).click()
  const dialog = new AttributePage(page)
  await expect(dialog.name).toBeFocused()
  return dialog
}
