import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

const actions = ['Duplicate row', 'Add variant', 'Export', 'Move to trash'] as const

test.describe('in a small window', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test(
    'grid.status.1 the facts give way before the actions do',
    { tag: '@long' },
    async ({ page, open, grid }) => {
      await open()
      await grid.goTo(1, 'Price')
      await page.keyboard.press('Control+a')
      await expect(grid.status).toContainText('filled')
      for (const name of ['Change 200 rows', 'Export', 'Move to trash']) {
        await expect(grid.status.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      }
      await expect.poll(async () => (await grid.status.boundingBox())?.height).toBeLessThan(40)
    },
  )
})

test(
  'grid.status.2 actions for a row are offered where there is one',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await open()
    await grid.goTo(1, 'Price')
    for (const name of actions) await expect(grid.status.getByRole('button', { name })).toBeVisible()
    await page.getByRole('searchbox').fill('nosuchthing')
    await expect(page.getByText('No products match')).toBeVisible()
    for (const name of actions) await expect(grid.status.getByRole('button', { name })).toBeHidden()

    await page.getByRole('searchbox').fill('')
    await expect(grid.row(1)).toBeVisible()
    await grid.chooseFromMenu('Status', 'Group by this column')
    await expect(grid.root.getByRole('row').filter({ hasText: 'Published' }).first()).toBeVisible()
    await grid.input.focus()
    await page.keyboard.press('Control+Home')
    await expect(grid.status).not.toContainText('Row 1')
    for (const name of actions) await expect(grid.status.getByRole('button', { name })).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expect(grid.status.getByRole('button', { name: 'Move to trash' })).toBeVisible()
  },
)

test.describe('a row that is added to what a search shows', () => {
  test.use({ sample: true })

  test(
    'grid.status.2 counts as a match only where it is one',
    { tag: '@long' },
    async ({ page, open, grid }) => {
      await open()
      await expect(grid.row(1)).toBeVisible()
      await page.getByRole('searchbox').fill('Zedwood')
      await expect(grid.status).toContainText('0 products match')
      await page.getByRole('button', { name: 'Add product' }).click()
      await grid.input.pressSequentially('Zed')
      await page.keyboard.press('Tab')
      await expect(grid.status).toContainText('1 new row does not match: hide it')
      await expect(grid.status).toContainText('0 products match')

      await grid.input.press('Control+Shift++')
      await grid.input.pressSequentially('Zedwood')
      await page.keyboard.press('Tab')
      await expect(grid.status).toContainText('1 product matches')
      const order = grid.status.getByRole('button', { name: /^1 new row is out of order, 1 does not match/ })
      await order.click()
      await expect(order).toBeHidden()
      await grid.expectTotal(1)
      await expect(grid.status).toContainText('1 product matches')
    },
  )
})

test.describe('while an index is made', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test(
    'grid.status.3 what is made quick and how far it has come is told, and the actions stay',
    { tag: '@long' },
    async ({ page, open, grid }) => {
      await page.route('**/app/v1/grid/indexes*', (route) =>
        route.fulfill({ json: { data: [{ title: 'Product name', done: 41_000, total: 100_000 }] } }),
      )
      await open()
      await expect(grid.status).toContainText('Speeding up Product name (41 %)')
      await grid.goTo(1, 'Price')
      for (const name of actions) {
        await expect(grid.status.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      }
    },
  )
})
