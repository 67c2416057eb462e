import { propose, Review } from './pages/review.ts'
import { expect, test } from './fixtures.ts'

test.use({ sample: false })

test('review.page.3 thirty proposals are accepted in two actions, as one step of undo', async ({
  open,
  page,
  api,
  catalog,
}) => {
  const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const
  await api.define({ ...text, name: 'Product name', is_primary: true })
  await api.define({ ...text, name: 'Material' })
  const ids: string[] = []
  for (let number = 10; number < 42; number += 1)
    ids.push(await api.create('products', { product_name: `Chair ${number}` }))
  await propose(api, ...ids.map((id) => ({ id, attribute: 'material', value: 'oak' })))
  const review = new Review(page)
  await open()
  await catalog.goTo('Review')
  const options = review.list.getByRole('option')
  await expect(review.focused('Chair 10')).toBeVisible()
  await options.nth(1).click()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(review.list.getByRole('option', { selected: true })).toHaveCount(2)
  await options.nth(1).click()
  await page.keyboard.press('Shift+End')
  await expect(page.getByRole('button', { name: 'Accept these 31' })).toBeVisible()
  await options.last().click()
  await page.keyboard.press('Shift+ArrowUp')
  await page.getByRole('button', { name: 'Accept these 2' }).click()
  await expect(review.open(30)).toBeVisible()

  await options.first().scrollIntoViewIfNeeded()
  await page.keyboard.press('Home')
  const actions = ['Shift+End', 'a']
  for (const keys of actions) await page.keyboard.press(keys)
  await expect(review.open(0)).toBeVisible()
  const filled = async () => (await api.list('products', { 'filter[material]': 'oak' })).length
  await expect.poll(filled).toBe(32)
  await page.keyboard.press('u')
  await expect(review.open(30)).toBeVisible()
  await expect.poll(filled).toBe(2)
})
