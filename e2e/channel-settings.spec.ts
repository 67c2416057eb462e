import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { CatalogPage } from './pages/catalog-page.ts'
import type { Api } from './served-app.ts'

const list = `# Taxonomy of a shop
fu-1 : Furniture > Chairs
fu-1-1 : Furniture > Chairs > Kitchen & Dining Room Chairs
fu-2 : Furniture > Sofas
fu-3 : Furniture > Benches
`

async function makeForm(page: Page, catalog: Pick<CatalogPage, 'goTo'>): Promise<void> {
  await catalog.goTo('Settings')
  await page.getByRole('button', { name: 'New form of pictures' }).click()
  const form = page.getByRole('form', { name: 'New form' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await form.getByRole('textbox', { name: 'Width in pixels' }).fill('wide')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Width in pixels' }).fill('800')
  await form.getByRole('textbox', { name: 'Largest file in KB' }).fill('300')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article', { name: 'Shop' })).toContainText('800 × 1280 pixels')
  await page.getByRole('button', { name: 'Change Shop' }).click()
  await page.getByRole('form', { name: 'Shop' }).getByRole('textbox', { name: 'Name' }).fill('Shop small')
  await page.getByRole('form', { name: 'Shop' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article', { name: 'Shop small' })).toContainText('at most 300 kB')
}

async function mapCategories(page: Page, api: Api): Promise<void> {
  const mapped = async (): Promise<string[]> =>
    (await api.get('/channels/shopify')).body.data.categories.map(({ value }: { value: string }) => value)
  await page.getByRole('tab', { name: 'Categories' }).click()
  await expect(page.getByText('7 of 21 mapped, 14 more by the category above')).toBeVisible()
  const chairs = page.getByRole('textbox', { name: 'What Seating > Chairs is at Shopify' })
  await chairs.fill('Seats')
  await chairs.press('Enter')
  await expect(page.getByText('8 of 21 mapped')).toBeVisible()
  const file = { name: 'categories.txt', mimeType: 'text/plain', buffer: Buffer.from(list) }
  await page.getByLabel('Official list of categories').setInputFiles(file)
  await expect(page.getByText('Official list with 4 categories')).toBeVisible()
  await expect(page.getByText('The list of Shopify does not have this').first()).toBeVisible()
  const found = page.getByRole('combobox', { name: 'What Seating > Chairs is at Shopify' })
  await found.fill('dining chair')
  await expect(page.getByRole('option', { name: /Kitchen & Dining Room Chairs/ })).toBeVisible()
  await found.press('ArrowDown')
  await found.press('Enter')
  await expect(found).toHaveValue('Furniture > Chairs > Kitchen & Dining Room Chairs')
  await expect.poll(mapped).toContain('Furniture > Chairs > Kitchen & Dining Room Chairs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(mapped).toContain('Seats')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(mapped).toContain('Furniture > Chairs > Kitchen & Dining Room Chairs')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The official list of Shopify is not here yet')).toBeVisible()
}

test(
  'grid.channel.2 grid.channel.5 the owner says where pictures lie, what a channel calls categories and what all products have in a field, and exports with the pictures',
  { tag: '@long' },
  async ({ page, open, catalog, grid, api }) => {
    await open()
    await makeForm(page, catalog)
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: 'Shopify' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Form of the pictures' }).click()
    await page.getByRole('option', { name: 'Shop small' }).click()
    await expect.poll(async () => (await api.get('/channels/shopify')).body.data.recipe).toBe('Shop small')
    const address = page.getByRole('textbox', { name: 'Public address for pictures' })
    await expect(address).toHaveValue('https://example.com/pictures/')
    await address.fill('nowhere')
    await address.press('Enter')
    await expect(page.getByText('The address was not changed').first()).toBeVisible()
    await address.fill('https://cdn.example/shop')
    await address.press('Enter')
    await page.getByRole('tab', { name: 'Fields' }).click()
    await page.getByRole('combobox', { name: 'What fills Vendor', exact: true }).click()
    await page.getByRole('option', { name: 'The same for all…' }).click()
    const vendor = page.getByRole('textbox', { name: 'What Vendor is for all products' })
    await vendor.fill('Nordvik')
    await vendor.press('Enter')
    await expect
      .poll(async () => {
        const { data } = (await api.get('/channels/shopify')).body
        const field = data.fields.find(({ target }: { target: string }) => target === 'Vendor')
        return [data.picture_address, field.value]
      })
      .toEqual(['https://cdn.example/shop', 'Nordvik'])
    await mapCategories(page, api)

    await catalog.goTo('Products')
    await expect(grid.row(1)).toBeVisible()
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Export products' })
    await dialog.getByText('Everything').click()
    await dialog.getByRole('combobox', { name: 'File' }).click()
    await page.getByRole('option', { name: /Shopify/ }).click()
    await dialog.getByRole('checkbox', { name: 'Pack the pictures that this workspace holds' }).click()
    await dialog.getByRole('button', { name: /^Export \d+ products$/ }).click()
    await expect(page.getByText('Export for Shopify is ready')).toBeVisible()
    const [job] = (await api.get('/jobs?limit=1')).body.data
    expect(job.result).toMatchObject({ exported: 160, held_pictures: 60 })
    await page.getByRole('button', { name: /^Jobs/ }).click()
    const line = page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem').first()
    await expect(
      line.getByRole('button', { name: `Pictures ${job.result.pictures.name as string}` }),
    ).toBeVisible()
  },
)
