import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test('app.ai.1 without a provider each entry that needs one says what to add, and leads there', async ({
  page,
  open,
  catalog,
}) => {
  await open()
  const dialog = page.getByRole('dialog')

  await test.step('the page of spend', async () => {
    await catalog.findCommand('spend')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Spend on AI' })).toBeVisible()
    await followNotice(page)
  })

  await test.step('the page of what was proposed, while there is nothing', async () => {
    await catalog.goTo('Review')
    await followNotice(page)
  })

  await test.step('starting a run from the grid', async () => {
    await catalog.goTo('Products')
    await catalog.findCommand('generate values')
    await page.keyboard.press('Enter')
    await followNotice(page)
    await expect(dialog).toBeHidden()
  })

  await test.step('trying a prompt, whose page goes', async () => {
    await catalog.goTo('Attributes')
    await page.getByRole('button', { name: 'Edit Description', exact: true }).click()
    await page.getByRole('tab', { name: 'Generation' }).click()
    await page.getByRole('checkbox', { name: 'Generated' }).check()
    await followNotice(page)
  })

  await expect(catalog.link('AI providers')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('No provider yet')).toContainText('Ollama')
})

async function followNotice(page: Page): Promise<void> {
  await expect(page.getByText('Add an AI provider first')).toContainText('Ollama')
  await page.getByRole('button', { name: 'Add a provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'AI providers' })).toBeVisible()
}
