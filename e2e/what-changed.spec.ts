import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './pages/accessibility.ts'
import { expect, test } from './fixtures.ts'

const changesOf = (page: Page, name: string): Locator =>
  page.getByRole('main').locator('li[data-sequence]').filter({ hasText: name })
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'changes.page.1 changes are listed by day and narrowed by time, person, door, type and attribute',
  { tag: '@long' },
  async ({ open, page, api, catalog }) => {
    await open()
    const oak = await api.create('products', { sku: 'WC-1', product_name: 'Novelty chair', price: 10 })
    await api.write('products', oak, { price: 12, product_name: 'Novelty stool' })
    await catalog.goTo('What changed')
    const changed = changesOf(page, 'Novelty')
    await expect(changed).toHaveCount(2)
    await expect(changed.first()).toContainText('changed by')
    await expect(changed.first()).toContainText('through the API')
    await expect(changed.first().locator('del').first()).toHaveText(/10|Novelty chair/)
    await expectAccessible(page)

    await test.step('filters stand in the address and survive a reload', async () => {
      await choose(page, 'Type', 'Products')
      await choose(page, 'Attribute', 'Price')
      await choose(page, 'Made through', 'The API')
      await choose(page, 'When', 'Today')
      await expect(changed).toHaveCount(2)
      await expect(page).toHaveURL(/attribute=price/)
      await page.reload()
      await expect(changed).toHaveCount(2)
      await choose(page, 'Person', 'You')
      await expect(page.getByRole('heading', { name: 'No changes match' })).toBeVisible()
      await page.getByRole('button', { name: 'Show all changes' }).click()
      await expect(changed).toHaveCount(2)
      await choose(page, 'When', 'Yesterday')
      await expect(changed).toHaveCount(0)
      await page.getByRole('button', { name: 'Clear' }).click()
    })
    await test.step('a change made meanwhile appears by itself', async () => {
      await api.write('products', oak, { price: 13 })
      await expect(changed).toHaveCount(3)
    })
  },
)

test('changes.restore.1 one value, chosen changes and all are restored and undone; what changed since stays', async ({
  open,
  page,
  api,
  catalog,
}) => {
  await open()
  const ids = []
  for (const sku of ['RS-1', 'RS-2', 'RS-3']) {
    const id = await api.create('products', { sku, price: 10, product_name: `${sku} chair` })
    await api.write('products', id, { price: 20, product_name: `${sku} stool` })
    ids.push(id)
  }
  const [one = '', two = '', three = ''] = ids
  const holds = async (id: string) => {
    const { price, product_name: name } = await api.read('products', id)
    return [price, name]
  }
  await catalog.goTo('What changed')
  await choose(page, 'Type', 'Products')
  await choose(page, 'Attribute', 'Price')

  await test.step('one value, of an attribute alone', async () => {
    await expect(changesOf(page, 'RS-1').getByText('Product name')).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore Price of RS-1', exact: false }).click()
    await expect.poll(() => holds(one)).toEqual([10, 'RS-1 stool'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => holds(one)).toEqual([20, 'RS-1 stool'])
  })
  await test.step('chosen ones, by keys', async () => {
    await choose(page, 'Attribute', 'Any attribute')
    await choose(page, 'Made through', 'The API')
    await expect(changesOf(page, 'RS-1')).toHaveCount(2)
    const first = changesOf(page, 'RS-3').first()
    await first.focus()
    await page.keyboard.press('Space')
    await changesOf(page, 'RS-2').first().focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').filter({ hasText: '2 chosen' })).toBeVisible()
    await api.write('products', two, { price: 25 })
    await changesOf(page, 'RS-3').first().focus()
    await page.keyboard.press('r')
    await expect.poll(() => holds(three)).toEqual([10, 'RS-3 chair'])
    await expect.poll(() => holds(two)).toEqual([25, 'RS-2 chair'])
    await expect(page.getByText('so the newer value stays')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => holds(three)).toEqual([20, 'RS-3 stool'])
  })
  await test.step('all that is shown', async () => {
    await page.getByRole('button', { name: 'Restore all…' }).click()
    await page.getByRole('button', { name: 'Restore all', exact: true }).click()
    for (const [id, sku] of [
      [one, 'RS-1'],
      [two, 'RS-2'],
      [three, 'RS-3'],
    ] as const)
      await expect.poll(() => holds(id)).toEqual([10, `${sku} chair`])
  })
})

test(
  'changes.page.2 the palette leads to the changes, keys move in them, and an entity is opened from them',
  { tag: '@long' },
  async ({ open, page, api, catalog, grid }) => {
    await open()
    await api.write(
      'products',
      await api.create('products', { sku: 'KB-1', product_name: 'Keyboard desk', price: 1 }),
      { price: 2 },
    )
    await catalog.findCommand('what changed')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible()
    const [newest, before] = [
      changesOf(page, 'Keyboard desk').nth(0),
      changesOf(page, 'Keyboard desk').nth(1),
    ]
    await newest.focus()
    await page.keyboard.press('ArrowDown')
    await expect(before).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(newest).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(grid.root.getByText('Keyboard desk')).toBeVisible()
  },
)
