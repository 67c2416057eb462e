import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('grid.origin.1 cells tell what is inherited; an edit makes a value of their own, clearing gives it back', async ({
  page,
  open,
  grid,
  api,
}) => {
  const definition = { entity_type: 'product', inheritance_mode: 'inherit_from_parent' } as const
  await api.define({ ...definition, name: 'Finish', data_type: 'single_line_text_field' })
  await api.define({ ...definition, name: 'Washable', data_type: 'boolean' })
  const [variant] = await api.list('products', { 'filter[parent_id][exists]': 'true', limit: '1' })
  const [id, parentId] = [variant?.id as string, variant?.parent_id as string]
  const [parent] = await api.list('products', { 'filter[id]': parentId })
  await api.write('products', parentId, { finish: 'Oiled', washable: true })
  const finish = async () => (await api.read('products', id))['finish']

  await open()
  await page.goto(`${page.url()}&view=products&filter[id]=${id}`)
  await grid.expectTotal(1)
  const cell = () => grid.cell(1, 'Finish')
  const inherited = `Inherited from ${parent?.label}`
  await grid.goTo(1, 'Finish')
  await expect(await cell()).toHaveAccessibleDescription(inherited)
  await expect(await cell()).toHaveText('Oiled')
  await expect(await grid.cell(1, 'Product name')).not.toHaveAccessibleDescription(/Inherited/)

  await api.write('products', parentId, { finish: 'Waxed' })
  await expect(await cell()).toHaveText('Waxed')
  await expect(await cell()).toHaveAccessibleDescription(inherited)

  await grid.input.press('Space')
  const details = page.getByRole('complementary', { name: `Details of ${variant?.label}` })
  const field = details.getByRole('button', { name: /^Finish/ })
  await expect(field).toHaveAccessibleDescription(inherited)
  await expect(details.getByText(inherited).first()).toBeVisible()
  await expect(details.getByRole('button', { name: /^Product name/ })).not.toHaveAccessibleDescription(
    /Inherited/,
  )
  await grid.input.press('Escape')
  await expect(details).toBeHidden()

  await grid.input.press('Delete')
  await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText(`${inherited}: change it there`)

  await grid.input.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('becomes a value of its own')
  await grid.input.fill('Painted')
  await grid.input.press('Enter')
  await expect.poll(finish).toBe('Painted')
  await expect(await cell()).not.toHaveAccessibleDescription(/Inherited/)

  await grid.input.press('Delete')
  await expect(await cell()).toHaveText('Waxed')
  await expect(await cell()).toHaveAccessibleDescription(inherited)
  await page.keyboard.press('Control+z')
  await expect.poll(finish).toBe('Painted')
  await page.keyboard.press('Control+z')
  await expect(await cell()).toHaveAccessibleDescription(inherited)

  await grid.goToColumn('Washable')
  await expect(grid.cursor).toHaveAccessibleDescription(inherited)
  await grid.input.press('Space')
  await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText('a value of its own now')
  await expect.poll(async () => (await api.read('products', id))['washable']).toBe(false)

  await expectAccessible(page, { within: '.grid-page' })
})
