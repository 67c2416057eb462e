import { expect, test } from './fake-provider.ts'
import { expectAccessible } from './pages/accessibility.ts'

test.use({ price: { input: 1, output: 5 } })

test('grid.attribute.8 an earlier prompt is compared with the present one on 20 rows, priced first; nothing is written', async ({
  page,
  open,
  catalog,
  api,
  fake,
}) => {
  fake.options = {
    answer: ({ prompt }) => ({
      value: prompt.includes('Briefly') ? 'Lasts.' : 'It lasts for long.',
      evidence: [],
      note: null,
    }),
  }
  const prompt = async (instructions: string) =>
    api.patch('/attributes/description?type=product', {
      ai_generated: true,
      custom_instructions: instructions,
    })
  await prompt('Describe {{product_name}} at length.')
  const [first, second] = await api.list('products', { limit: '2' })
  const propose = async (id: string | undefined, value: string) =>
    api.post('/proposals', { type: 'product', proposals: [{ id, attribute: 'description', value }] })
  await propose(first?.id, 'One that is taken.')
  await propose(second?.id, 'One that is not.')
  const { data } = (await api.get('/proposals?type=product&attribute=description')).body
  await api.post('/proposals/decide', {
    type: 'product',
    decisions: data.map(({ id }: { id: string }, index: number) => ({
      id,
      action: index === 0 ? 'accept' : 'reject',
    })),
  })
  await prompt('Briefly describe {{product_name}}.')

  await open()
  await catalog.goTo('Attributes')
  await page.getByRole('button', { name: 'Edit Description', exact: true }).click()
  const versions = page.getByRole('region', { name: 'Versions of the prompt' })
  await expect(versions.getByRole('listitem').first()).toContainText('In use')
  await expect(versions.getByRole('listitem').nth(1)).toContainText('50 % accepted: 1 of 2')
  await versions.getByRole('button', { name: 'Compare on 20 rows' }).click()
  const comparison = page.getByRole('region', { name: 'Compare two prompts' })
  await expect(comparison).toContainText(/the same 20 rows: \$0\.\d+ to \$0\.\d+\. Nothing is written\./)
  const before = (await api.get('/events')).body.data.length
  await comparison.getByRole('button', { name: 'Compare on 20 rows' }).click()
  await expect(comparison.getByRole('alert')).toContainText('Enter the amount in dollars')
  await comparison.getByRole('textbox', { name: 'Stop at (US dollars)' }).fill('2')
  await comparison.getByRole('button', { name: 'Compare on 20 rows' }).click()
  await expect(comparison.getByRole('button', { name: /: It lasts for long\.$/ }).nth(2)).toBeVisible()
  await comparison
    .getByRole('button', { name: /: Lasts\.$/ })
    .first()
    .click()
  await expect(comparison).toContainText('better once')
  await comparison.getByRole('button', { name: 'Stop' }).click()
  await expectAccessible(page)
  expect((await api.get('/events')).body.data).toHaveLength(before)
  await comparison.getByRole('button', { name: 'Take the earlier prompt' }).click()
  await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue(
    'Describe {{product_name}} at length.',
  )
})
