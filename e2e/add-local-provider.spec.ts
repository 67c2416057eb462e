import { startFakeProvider } from '../server/providers/testing/fake-provider.ts'
import { expect, test } from './fake-provider.ts'

test.use({ sample: 'shared' })

const key = 'sk-local-0123456789-never-shown'

// All tests of a worker share its providers.
test.afterEach(async ({ page }) => {
  const { data } = (await (await page.request.get('/app/v1/providers')).json()) as { data: { id: string }[] }
  for (const { id } of data) await page.request.delete(`/app/v1/providers/${id}`)
})

test(
  'app.ai.2 a local server is added, its model chosen from its list, its key kept secret, and all of it deleted again',
  { tag: '@long' },
  async ({ page, open, catalog }) => {
    const fake = await startFakeProvider()
    await open()
    await catalog.goTo('AI providers')
    const dialog = page.getByRole('dialog')
    const card = page.getByRole('region', { name: 'Ollama' })

    await test.step('what is wrong stands beside its field', async () => {
      await page.getByRole('button', { name: 'Add a provider' }).click()
      const address = dialog.getByRole('textbox', { name: 'Address' })
      await expect(address).toHaveValue('http://127.0.0.1:11434/v1')
      await address.fill('http://models.example/v1')
      await dialog.getByRole('button', { name: 'Add the provider' }).click()
      await expect(address).toHaveAttribute('aria-invalid', 'true')
      await expect(address).toBeFocused()
      await expect(dialog.getByRole('alert')).toContainText('only https')
      await address.fill(fake.origin)
      await dialog.getByRole('button', { name: 'Add the provider' }).click()
      await expect(dialog).toBeHidden()
    })

    await test.step('it is tested at once, and a model is chosen from its list', async () => {
      await expect(card).toContainText('It lists 2 models')
      await expect(card).toContainText(`${fake.origin}/v1`)
      await expect(card).toContainText('Counts as free')
      await card.getByRole('combobox', { name: 'Model for texts of Ollama' }).click()
      await page.getByRole('option', { name: 'fake-large' }).click()
      await expect(card).toContainText(/Answered in \d+ ms. It answers in the form that it is given/)
      expect(fake.calls.map(({ model }) => model)).toEqual(['fake-large'])
    })

    await test.step('a refusal is told in the words of the provider, and a key is never shown again', async () => {
      fake.options = { key }
      await card.getByRole('button', { name: 'Test Ollama' }).click()
      await expect(card.getByRole('alert')).toContainText('Incorrect API key provided.')
      await card.getByRole('button', { name: 'Edit Ollama' }).click()
      const field = dialog.getByLabel('Key', { exact: true })
      await expect(field).toHaveAttribute('type', 'password')
      await field.fill(key)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(card.getByRole('definition').filter({ hasText: 'Stored' })).toBeVisible()
      await card.getByRole('button', { name: 'Test Ollama' }).click()
      await expect(card).toContainText('It answers in the form that it is given')
      await card.getByRole('button', { name: 'Edit Ollama' }).click()
      await expect(field).toHaveValue('')
      expect(await page.content()).not.toContain(key)
    })

    await test.step('another server is told to take the key away', async () => {
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/v1')
      await expect(dialog.getByRole('alert')).toContainText('Saving deletes the stored key')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(card.getByRole('definition').filter({ hasText: 'Stored' })).toBeHidden()
    })

    await test.step('another one becomes the default, and the first is deleted', async () => {
      await page.getByRole('button', { name: 'Add a provider' }).click()
      await dialog.getByRole('radio', { name: 'Anthropic' }).check()
      await dialog.getByLabel('Model for texts').fill('claude-sonnet-4-5')
      // A test of the connection would request the list of models over the network.
      await page.route('**/test', (route) => route.abort())
      await dialog.getByRole('button', { name: 'Add the provider' }).click()
      const other = page.getByRole('region', { name: 'Anthropic' })
      await expect(other).toContainText('$3 in and $15 out per million tokens')
      await other.getByRole('button', { name: 'Make Anthropic the default' }).click()
      await expect(other).toContainText('Default')
      await expect(card).not.toContainText('Default')
      await card.getByRole('button', { name: 'Delete Ollama' }).click()
      await dialog.getByRole('button', { name: 'Delete the provider' }).click()
      await expect(card).toBeHidden()
    })
    await fake.close()
  },
)

test.describe('in a workspace of its own', () => {
  test.use({ sample: false, price: { input: 100, output: 1000 } })

  test(
    'app.ai.3 the owner lets keys spend and sees what a run has cost, by day and model',
    { tag: '@long' },
    async ({ page, open, catalog, api, fake }) => {
      const product = { entity_type: 'product', data_type: 'single_line_text_field' } as const
      await api.define({ ...product, name: 'Name', is_primary: true })
      await api.define({
        ...product,
        name: 'Claim',
        ai_generated: true,
        custom_instructions: 'One claim about {{name}}.',
        selected_tools: ['includeProductAttributes'],
        source_attributes: ['name'],
      })
      for (const name of ['Chair', 'Table']) await api.create('products', { name })
      fake.options = { answer: () => ({ value: 'It lasts.', evidence: [], note: null }) }
      const run = () =>
        api.post('/generations', { type: 'product', attributes: ['claim'], filter: '', budget: 50 })
      expect((await run()).status).toBe(403)

      await open()
      await catalog.goTo('AI providers')
      await page.getByRole('button', { name: 'Spend', exact: true }).click()
      await expect(page.getByText('No model has been asked this month.')).toBeVisible()
      const budget = page.getByRole('textbox', { name: 'Daily budget' })
      await budget.fill('a lot')
      await budget.press('Enter')
      await expect(page.getByRole('alert')).toContainText('Type an amount')
      await budget.fill('2,50')
      await budget.press('Enter')
      await expect(budget).toHaveValue('2.5')
      const leave = page.getByRole('checkbox', { name: 'API keys may start runs' })
      await leave.click()
      await expect(leave).toBeChecked()
      const { status, body } = await run()
      expect(status).toBe(202)
      const statusOf = async () => (await api.get(`/jobs/${body.data.id}`)).body.data.status
      await expect.poll(statusOf).toBe('completed')
      const spent = async () => (await api.get('/generations/spend')).body.data[0]
      await page.getByRole('combobox', { name: 'Period' }).click()
      await page.getByRole('option', { name: 'Last 7 days' }).click()
      const day = page.getByRole('table', { name: 'By day' }).getByRole('row').nth(1)
      await expect(day).toContainText('fake-small3')
      const { cost } = await spent()
      expect(cost).toBeCloseTo(fake.charged({ input: 100, output: 1000 }), 9)
      await expect(day).toContainText(`$${cost.toFixed(2)}`)
      await expect(page.getByRole('region', { name: 'In all' })).toContainText(`$${cost.toFixed(2)}`)
      await page.reload()
      await expect(page.getByRole('combobox', { name: 'Period' })).toHaveText('Last 7 days')
    },
  )
})
