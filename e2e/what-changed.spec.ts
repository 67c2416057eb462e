import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './pages/accessibility.ts'
import { expect, test } from './fixtures.ts'

const actionsIn = (page: Page, name: string): Locator =>
  page.locator('.changes-timeline').getByRole('listitem').filter({ hasText: name })
const differences = (page: Page): Locator => page.getByRole('region', { name: 'Differences' })
const rowOf = (page: Page, name: string): Locator =>
  differences(page).getByRole('row').filter({ hasText: name })
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'changes.page.1 what was done is a timeline by action, narrowed by time, person, door, type and attribute',
  { tag: '@long' },
  async ({ open, page, api, catalog }) => {
    await open()
    const oak = await api.create('products', { sku: 'WC-1', product_name: 'Novelty chair', price: 10 })
    await api.write('products', oak, { price: 12, product_name: 'Novelty stool' })
    await catalog.goTo('What changed')
    const changed = actionsIn(page, 'Novelty')
    await expect(changed).toHaveCount(2)
    await expect(changed.first()).toContainText('The API')
    await expect(rowOf(page, 'Novelty stool').locator('del').first()).toHaveText(/10|Novelty chair/)
    await expectAccessible(page)

    await test.step('filters stand in the address, survive a reload, and are removed as chips', async () => {
      await choose(page, 'Type', 'Products')
      await choose(page, 'Attribute', 'Price')
      await choose(page, 'Made through', 'The API')
      await choose(page, 'When', 'Today')
      await expect(changed).toHaveCount(2)
      await expect(page).toHaveURL(/attribute=price/)
      await expect(differences(page).getByRole('columnheader', { name: 'Product name' })).toHaveCount(0)
      await page.reload()
      await expect(changed).toHaveCount(2)
      await choose(page, 'Person', 'You')
      await expect(page.getByRole('heading', { name: 'No changes match' })).toBeVisible()
      await page.getByRole('button', { name: 'Remove the filter: Person' }).click()
      await expect(changed).toHaveCount(2)
      await page.getByRole('button', { name: 'Clear' }).click()
    })
    await test.step('a change made meanwhile appears by itself', async () => {
      await api.write('products', oak, { price: 13 })
      await expect(changed).toHaveCount(3)
    })
  },
)

test('changes.restore.1 an action opens as a grid of differences: one value, chosen rows, the action or all that is found are taken back; what changed since stays', async ({
  open,
  page,
  api,
  catalog,
}) => {
  await open()
  const ids: string[] = []
  for (const sku of ['RS-1', 'RS-2', 'RS-3'])
    ids.push(await api.create('products', { sku, price: 10, product_name: `${sku} chair` }))
  const [one = '', two = '', three = ''] = ids
  const edits = ids.map((id, index) => ({
    id,
    attributes: { price: 20, product_name: `RS-${index + 1} stool` },
  }))
  await api.post('/edits', { type: 'product', edits })
  const holds = async (id: string) => {
    const { price, product_name: name } = await api.read('products', id)
    return [price, name]
  }
  await catalog.goTo('What changed')
  await expect(actionsIn(page, 'of 3 products')).toHaveAttribute('data-chosen', 'true')

  await test.step('one value', async () => {
    await rowOf(page, 'RS-1').hover()
    await page.getByRole('button', { name: 'Restore Price of RS-1', exact: false }).click()
    await expect.poll(() => holds(one)).toEqual([10, 'RS-1 stool'])
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => holds(one)).toEqual([20, 'RS-1 stool'])
  })
  await test.step('chosen rows, by keys', async () => {
    await actionsIn(page, 'of 3 products').getByRole('link').click()
    await rowOf(page, 'RS-3').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await api.write('products', two, { price: 25 })
    await page.keyboard.press('r')
    await expect.poll(() => holds(three)).toEqual([10, 'RS-3 chair'])
    await expect.poll(() => holds(two)).toEqual([25, 'RS-2 chair'])
    await expect(page.getByText('so the newer value stays')).toBeVisible()
  })
  await test.step('all that a filter finds', async () => {
    await choose(page, 'Type', 'Products')
    await choose(page, 'Made through', 'The API')
    await page.getByRole('button', { name: 'Restore all…' }).click()
    await page.getByRole('button', { name: 'Restore all', exact: true }).click()
    await expect.poll(() => holds(one)).toEqual([10, 'RS-1 chair'])
    await expect.poll(() => holds(two)).toEqual([10, 'RS-2 chair'])
  })
})

test(
  'changes.page.2 the palette leads to the changes, keys move in them, and an entity is opened from them',
  { tag: '@long' },
  async ({ open, page, api, catalog, grid }) => {
    await open()
    const desk = await api.create('products', { sku: 'KB-1', product_name: 'Keyboard desk', price: 1 })
    await api.write('products', desk, { price: 2 })
    await catalog.findCommand('what changed')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible()
    const newest = actionsIn(page, 'Price of Keyboard desk')
    await newest.getByRole('link').focus()
    await page.keyboard.press('ArrowDown')
    await expect(differences(page).getByRole('heading')).toHaveText('Keyboard desk added')
    await page.keyboard.press('ArrowUp')
    await expect(newest).toHaveAttribute('data-chosen', 'true')
    await rowOf(page, 'Keyboard desk').focus()
    await page.keyboard.press('Enter')
    await expect(grid.root.getByText('Keyboard desk')).toBeVisible()
  },
)
