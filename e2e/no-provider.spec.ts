import { expect, test } from './fake-provider.ts'

test.use({ sample: 'shared' })

test('app.ai.1 without a provider each page that needs one says what to add, and leads there', async ({
  page,
  open,
  catalog,
}) => {
  await open()
  await catalog.findCommand('spend')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Spend on AI' })).toBeVisible()
  await expect(page.getByText('Add an AI provider first')).toContainText('Ollama')
  await page.getByRole('button', { name: 'Add a provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'AI providers' })).toBeVisible()
  await expect(catalog.link('AI providers')).toHaveAttribute('aria-current', 'page')
})

test('app.ai.1 the page of the providers lists one that is there', async ({ page, open, catalog, fake }) => {
  await open()
  await catalog.goTo('AI providers')
  await expect(page.getByRole('row', { name: 'Fake models' })).toContainText(fake.origin)
})
