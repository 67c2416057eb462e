import { propose, Review } from './pages/review.ts'
import { expect, test } from './fixtures.ts'

test(
  'review.verified.1 all verified proposals of a vendor are accepted at once, and one undo opens them again',
  { tag: '@long' },
  async ({ open, page, api, catalog }) => {
    const [norr, other] = await api.list('vendors')
    const names = ['Oak chair', 'Pine desk', 'Ash shelf', 'Elm stool']
    const ids: string[] = []
    for (const [index, name] of names.entries()) {
      const vendor = (index === 3 ? other : norr)?.id
      ids.push(await api.create('products', { product_name: name, sku: `RV-${index}`, vendor }))
    }
    await propose(
      api,
      ...names.map((name, index) => ({
        id: ids[index],
        attribute: 'product_name',
        value: `${name}, oiled`,
        evidence: [{ source: 'attribute:product_name', quote: index === 1 ? 'teak' : name }],
      })),
    )
    const held = async () =>
      Promise.all(ids.map(async (id) => (await api.read('products', id))['product_name']))
    const review = new Review(page)
    await open()
    await catalog.goTo('Review')
    await page.getByRole('combobox', { name: 'Vendor' }).click()
    await page.getByRole('option', { name: String(norr?.label) }).click()
    await expect(review.open(3)).toBeVisible()

    await page.keyboard.press('Shift+A')
    await page.getByRole('button', { name: 'Accept 2', exact: true }).click()
    await expect(page.getByText('2 proposals accepted')).toBeVisible()
    await expect(review.open(1)).toBeVisible()
    const accepted = ['Oak chair, oiled', 'Pine desk', 'Ash shelf, oiled', 'Elm stool']
    await expect.poll(held).toEqual(accepted)

    await page.keyboard.press('u')
    await expect.poll(held).toEqual(names)
    await expect(review.open(3)).toBeVisible()

    await test.step('an undo anywhere else opens them again, too', async () => {
      await review.row('Oak chair').click()
      await page.keyboard.press('a')
      await expect.poll(held).toEqual(['Oak chair, oiled', 'Pine desk', 'Ash shelf', 'Elm stool'])
      const { body } = await api.get('/events?limit=5')
      const { edit_id: edit } = body.data.find(({ event }: { event: string }) => event === 'entity.updated')
      await expect(review.open(2)).toBeVisible()
      await api.post(`/edits/${edit}/undo`, {})
      await expect(review.open(3)).toBeVisible()
      await expect(review.row('Oak chair')).not.toContainText('Accepted')
    })
  },
)
