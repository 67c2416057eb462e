import { expect, test } from './fake-provider.ts'

test(
  'app.run.3 the page of a channel has the texts written that its products lack, as proposals',
  { tag: '@long' },
  async ({ page, open, catalog, api, fake }) => {
    fake.options = { answer: () => ({ value: 'A chair of oak.', evidence: [], note: null }) }
    await api.post('/products', { attributes: { product_name: 'Without a text' } })
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('link', { name: /^Google Merchant/ }).click()
    await page
      .getByRole('navigation', { name: 'What is missing' })
      .getByRole('link', { name: /^Description/ })
      .click()
    await page.getByRole('button', { name: 'Write what is missing…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate values of products' })
    await expect(dialog).toContainText('The products of Google Merchant')
    await dialog.getByRole('button', { name: /^Generate \d+ value/ }).click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () => (await api.get('/proposals?type=product&attribute=description')).body.data.length)
      .toBeGreaterThan(0)
    const prompts = fake.calls.map(({ prompt }) => prompt).join()
    expect(prompts).toContain('A description for somebody who cannot see the product')
  },
)
