import { expect, test } from './fixtures.ts'
import { AttributePage } from './pages/attribute-page.ts'

test('grid.attribute.1 grid.attribute.2 grid.attribute.3 grid.attribute.6 grid.attribute.8 attributes are changed, ordered and deleted on their page', async ({
  page,
  open,
  catalog,
  api,
  grid,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await catalog.goTo('Attributes')
  await test.step('one is found, changed and given new options, in an order of its own', async () => {
    await page.getByRole('searchbox', { name: 'Find an attribute' }).fill('colour')
    await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ attributes/ })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Colour' }).click()
    const attribute = new AttributePage(page)
    const dialog = attribute.root
    await attribute.name.fill('Main colour')
    await dialog.getByRole('button', { name: 'Add an option' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Option \d+$/ }).last()).toBeFocused()
    await page.keyboard.type('Turquoise')
    await dialog.getByRole('button', { name: 'Move Turquoise' }).press('ArrowUp')
    await expect(dialog.getByRole('button', { name: 'Move Turquoise' })).toBeFocused()
    await dialog.getByRole('checkbox', { name: 'Required' }).check()
    await attribute.save()
    await expect(page.getByRole('rowheader', { name: 'Main colour' })).toBeVisible()
    const changed = (await api.attributes('product')).find(({ name }) => name === 'Main colour')
    expect(changed?.acceptable_values.at(-2)).toBe('Turquoise')
  })
  await test.step('a data type that would lose values is refused with their count', async () => {
    await api.define({ name: 'Code', entity_type: 'product', data_type: 'single_line_text_field' })
    const [first, second] = await api.list('products')
    await api.write('products', first?.id ?? '', { code: '12' })
    await api.write('products', second?.id ?? '', { code: 'A 7' })
    await page.getByRole('searchbox', { name: 'Find an attribute' }).fill('code')
    await page.getByRole('button', { name: 'Edit Code', exact: true }).click()
    const attribute = new AttributePage(page)
    await attribute.choose('Number')
    await expect(attribute.rows.getByRole('status')).toContainText('1 of 2 values would be lost')
    await expect(attribute.rows.getByRole('row').nth(1)).toContainText('Would be lost')
    await attribute.root.getByRole('button', { name: 'Save' }).click()
    await expect(attribute.fault).toContainText(/1 .*2/)
    await api.write('products', second?.id ?? '', { code: '7' })
    await attribute.save()
    const code = (await api.attributes('product')).find(({ key }) => key === 'code')
    expect(code?.data_type).toBe('number')
  })
  await test.step('they are put in another order by keys, and the columns follow', async () => {
    const keys = async () => (await api.attributes('product')).map(({ key }) => key)
    const [, second, third] = await keys()
    const name = (await api.attributes('product')).find(({ key }) => key === third)?.name ?? ''
    const grip = page.getByRole('button', { name: `Move ${name}`, exact: true })
    await grip.focus()
    await grip.press('ArrowUp')
    await expect.poll(async () => (await keys()).slice(1, 3)).toEqual([third, second])
    await expect(grip).toBeFocused()
    await catalog.goTo('Products')
    await expect.poll(async () => (await grid.headerNames())[1]).toBe(name)
  })
  await test.step('one is deleted with its values once their number was confirmed', async () => {
    await api.define({ name: 'Old note', entity_type: 'vendor', data_type: 'single_line_text_field' })
    const [vendor] = await api.list('vendors')
    await api.write('vendors', vendor?.id ?? '', { old_note: 'x' })
    await catalog.goTo('Attributes')
    await page.getByRole('combobox', { name: 'Attributes of' }).click()
    await page.getByRole('option', { name: 'Vendors' }).click()
    await page.getByRole('button', { name: 'Delete Old note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Old note?' })
    await expect(dialog).toContainText('1 vendor has a value of Old note.')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('rowheader', { name: 'Old note' })).toBeHidden()
    await expect
      .poll(async () => (await api.attributes('vendor')).some(({ key }) => key === 'old_note'))
      .toBe(false)
  })
})
