import { expectAccessible } from './pages/accessibility.ts'
import { propose, Review } from './pages/review.ts'
import { expect, test } from './fixtures.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const

async function proposeMaterials(api: Api): Promise<readonly string[]> {
  await api.define({ ...text, name: 'Product name', is_primary: true })
  await api.define({ ...text, name: 'Material', constraints: { max_length: 20 } })
  const ids: string[] = []
  for (const name of ['Oak chair', 'Pine desk', 'Ash shelf', 'Elm stool'])
    ids.push(await api.create('products', { product_name: name, material: 'wood' }))
  const quotes = ['oak', 'teak', 'ash', 'elm']
  await propose(
    api,
    ...ids.map((id, index) => ({
      id,
      attribute: 'material',
      value: `wood of ${quotes[index]}`,
      evidence: [{ source: 'attribute:product_name', quote: quotes[index] }],
    })),
  )
  return ids
}

test('review.page.1 review.keys.1 proposals are gone through, accepted, rejected, edited and undone by keys alone', async ({
  open,
  page,
  api,
  catalog,
}) => {
  const [oak = '', pine = '', ash = '', elm = ''] = await proposeMaterials(api)
  const material = async (id: string) => (await api.read('products', id))['material']
  const review = new Review(page)
  await open()
  await expect(page.getByRole('link', { name: 'Review 4' })).toBeVisible()
  await catalog.findCommand('go to review')
  await page.keyboard.press('Enter')
  await expect(review.focused('Oak chair')).toBeVisible()
  await expect(review.detail.locator('ins')).toHaveText('of oak')
  await expect(review.detail.locator('mark')).toHaveText('Oak')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { rules: ['color-contrast'] })

  await test.step('a wrong quote is seen at a glance', async () => {
    await page.keyboard.press('j')
    await expect(review.focused('Pine desk')).toBeVisible()
    await expect(review.detail.getByText('Quote not found')).toBeVisible()
    await expect(review.detail.getByText('Not found in')).toBeVisible()
    await expect(review.detail.getByText('“teak”')).toBeVisible()
    await page.keyboard.press('k')
  })
  await test.step('the next one is there at once', async () => {
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await expect(review.focused('Ash shelf')).toBeVisible()
    await expect(review.open(2)).toBeVisible()
    await expect.poll(() => material(oak)).toBe('wood of oak')
    expect(await material(pine)).toBe('wood')
  })
  await test.step('one undo takes one decision back, a rejection too', async () => {
    await page.keyboard.press('u')
    await expect(review.focused('Pine desk')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(review.focused('Oak chair')).toBeVisible()
    await expect.poll(() => material(oak)).toBe('wood')
    await expect(review.open(4)).toBeVisible()
  })
  await test.step('an edited value is checked, and its fault stands beside it', async () => {
    await page.keyboard.press('e')
    const input = page.getByRole('textbox', { name: 'Edit Material' })
    await input.fill('solid oak from the north of Sweden')
    await page.keyboard.press('Enter')
    await expect(review.detail.getByRole('alert')).toContainText('Material takes at most 20 characters.')
    await page.keyboard.press('e')
    await expect(input).toHaveValue('solid oak from the north of Sweden')
    await input.fill('solid oak')
    await page.keyboard.press('Enter')
    await expect(review.focused('Pine desk')).toBeVisible()
    await expect.poll(() => material(oak)).toBe('solid oak')
  })
  await test.step('what somebody has changed meanwhile is not written over unseen', async () => {
    await page.keyboard.press('j')
    await expect(review.focused('Ash shelf')).toBeVisible()
    await api.write('products', ash, { material: 'plastic' })
    await page.keyboard.press('a')
    await page.getByRole('button', { name: '1 decision came back: show' }).click()
    await expect(review.focused('Ash shelf')).toBeVisible()
    await expect(review.detail.getByRole('region', { name: 'Now, changed since' })).toHaveText(/plastic/)
    expect(await material(ash)).toBe('plastic')
    await page.keyboard.press('a')
    await expect.poll(() => material(ash)).toBe('wood of ash')
  })
  await test.step('a decision is not lost while the connection is broken', async () => {
    await page.route('**/proposals/decide', (route) => route.abort())
    await expect(review.focused('Elm stool')).toBeVisible()
    await page.keyboard.press('a')
    await expect(review.row('Elm stool')).toContainText('Accepted')
    await page.unroute('**/proposals/decide')
    await expect.poll(() => material(elm)).toBe('wood of elm')
  })
  await test.step('the keys are shown', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys of the review' })).toContainText('Edit and accept')
    await page.keyboard.press('Escape')
  })
})

test(
  'review.page.2 what is proposed meanwhile appears without moving what is in focus; filters stand in the address',
  { tag: '@long' },
  async ({ open, page, api }) => {
    const ids = await proposeMaterials(api)
    const review = new Review(page)
    await open()
    await page.getByRole('link', { name: /^Review/ }).click()
    await expect(review.focused('Oak chair')).toBeVisible()
    await page.keyboard.press('j')
    await expect(review.focused('Pine desk')).toBeVisible()
    await propose(api, { id: ids[3], attribute: 'product_name', value: 'Elm stool, oiled' })
    await expect(review.open(5)).toBeVisible()
    await expect(review.list.getByRole('option')).toHaveCount(5)
    await expect(review.focused('Pine desk')).toBeVisible()

    await page.getByRole('combobox', { name: 'Evidence' }).click()
    await page.getByRole('option', { name: /^Not verified/ }).click()
    await expect(review.open(2)).toBeVisible()
    await expect(page).toHaveURL(/verified=no/)
    await page.reload()
    await expect(review.row('Pine desk')).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await review.row('Elm stool').first().click()
    await page.getByRole('button', { name: 'Only this product' }).click()
    await expect(review.open(2)).toBeVisible()
    await expect(review.list.getByRole('option')).toHaveCount(2)
    await expect(page).toHaveURL(/entity=/)
    await page.keyboard.press('r')
    await page.keyboard.press('r')
    await expect(review.open(0)).toBeVisible()
  },
)
