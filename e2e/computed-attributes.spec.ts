import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { AttributePage } from './pages/attribute-page.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.attribute.4 grid.attribute.5 a formula, a lookup and an inverse reference are made in the app and follow what they are taken from', async ({
  api,
  open,
  page,
  grid,
  catalog,
}) => {
  const chair = await prepare(api)
  await open()
  await test.step('a formula is written with suggestions, a live value and its faults, and is current from then on', async () => {
    await grid.goTo(1, 'Price')
    const dialog = await addAttribute(page, 'Margin')
    await dialog.choose('Formula')
    const formula = dialog.field('Formula')
    await formula.pressSequentially('ROUN')
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(suggestions.getByRole('option').first()).toContainText('ROUND')
    await formula.press('Enter')
    await formula.pressSequentially('{{pri')
    await expect(suggestions.getByRole('option', { selected: true })).toContainText('price')
    await formula.press('Tab')
    await expect(formula).toHaveValue(/^ROUND\(.*\{\{price\}\}/)

    await formula.fill('{{price}} - {{cots}}')
    await expect(dialog.root).toContainText(/Character 13: .*cots/)
    await formula.fill('{{price}} - {{cost}}')
    await expect(dialog.root).toContainText('Chair: 40')
    await dialog.add()

    await expect(await grid.cell('Chair', 'Margin')).toHaveText('40')
    await api.write('products', chair, { price: 150 })
    await expect(await grid.cell('Chair', 'Margin')).toHaveText('90')
    await expect
      .poll(async () =>
        (await api.list('products', { 'filter[margin][gt]': '80' })).map(({ label }) => label),
      )
      .toEqual(['Chair'])
  })
  await test.step('a lookup and an inverse reference', async () => {
    const lookup = await addAttribute(page, 'Lead time of the vendor')
    await lookup.choose('Lookup')
    await lookup.submit()
    await expect(lookup.root).toContainText('Choose the reference to look through.')
    await pick(page, lookup, 'Looks through', 'Vendor')
    await pick(page, lookup, 'Shows', 'Lead time')
    await lookup.add()
    await expect(await grid.cell('Chair', 'Lead time of the vendor')).toHaveText('12')
    const [vendor] = await api.list('vendors')
    await api.write('vendors', vendor?.id ?? '', { lead_time: 15 })
    await expect(await grid.cell('Chair', 'Lead time of the vendor')).toHaveText('15')

    await catalog.goTo('Vendors')
    const inverse = await addAttribute(page, 'Its products')
    await inverse.choose('Inverse reference')
    await pick(page, inverse, 'Lists', 'Products by Vendor')
    await inverse.add()
    const references = async () =>
      (await api.get(`/vendors/${vendor?.id ?? ''}/references?attribute=its_products`)).body.data
    await expect.poll(references).toMatchObject([{ label: 'Chair' }])
  })
})

async function addAttribute(page: Page, name: string): Promise<AttributePage> {
  await page.getByRole('button', { name: 'Add attribute' }).click()
  const dialog = new AttributePage(page)
  await dialog.name.fill(name)
  return dialog
}

async function pick(page: Page, dialog: AttributePage, field: string, option: string): Promise<void> {
  await dialog.root.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function prepare(api: Api): Promise<string> {
  const text = { data_type: 'single_line_text_field', is_primary: true } as const
  await api.define({ name: 'Name', entity_type: 'vendor', ...text })
  await api.define({ name: 'Lead time', entity_type: 'vendor', data_type: 'number' })
  const vendor = await api.create('vendors', { name: 'Nord', lead_time: 12 })
  await api.define({ name: 'Name', entity_type: 'product', ...text })
  await api.define({ name: 'Price', entity_type: 'product', data_type: 'number' })
  await api.define({ name: 'Cost', entity_type: 'product', data_type: 'number' })
  const reference = { data_type: 'entity_reference', reference: { type: 'vendor' } } as const
  await api.define({ name: 'Vendor', entity_type: 'product', ...reference })
  return api.create('products', { name: 'Chair', price: 100, cost: 60, vendor })
}
