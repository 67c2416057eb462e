import { expect, test } from './fixtures.ts'

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
