import { expect, test } from './fake-provider.ts'
import { expectAccessible } from './pages/accessibility.ts'

test.use({ price: { input: 1, output: 5 } })

test(
  'app.prompt.1 app.prompt.2 a prompt is written with mentions by keys and tried on three rows before it is saved',
  { tag: '@long' },
  async ({ page, open, catalog, api, grid, fake }) => {
    fake.options = {
      answer: ({ prompt }) => {
        const [, name = ''] = /begins attribute:product_name[^\n]*\n([^\n]+)/.exec(prompt) ?? []
        const quote = fake.calls.length % 2 === 0 ? name : 'nobody wrote this'
        return {
          value: `${name} lasts.`,
          evidence: [{ source: 'attribute:product_name', quote }],
          note: null,
        }
      },
    }
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.goTo('Attributes')
    await page.getByRole('button', { name: 'Edit Description', exact: true }).click()
    const dialog = page.locator('.attribute-page')
    await dialog.getByRole('tab', { name: 'Generation' }).click()
    await dialog.getByRole('checkbox', { name: 'Generated' }).check()
    const instructions = dialog.getByRole('textbox', { name: 'Instructions' })

    await test.step('an @ opens the list at the caret, and a key that is none is told at once', async () => {
      await instructions.focus()
      await page.keyboard.type('Describe @product n')
      await expect(dialog.getByRole('option', { name: /Product name/ })).toBeVisible()
      await page.keyboard.press('Enter')
      await page.keyboard.type(' for {{colr}}')
      await expect(instructions).toHaveValue('Describe {{product_name}} for {{colr}}')
      await expect(dialog.getByRole('alert')).toHaveText(
        'No attribute has the key colr. Type @ to choose one.',
      )
      await instructions.fill('Describe {{product_name}}')
      await expect(dialog.getByText('Uses Product name.')).toBeVisible()
    })

    const events = async () => (await api.get('/events')).body.data.length
    const before = await events()
    const tries = dialog.getByRole('region', { name: 'Try on 3 rows' })
    const cards = tries.getByRole('listitem').filter({ has: page.getByRole('heading') })

    await test.step('its cost is told before, and each row shows its value, its quote and what it cost', async () => {
      await expect(tries).toContainText(
        /Asks fake-small about .+: \$0\.\d+ to \$0\.\d+\. Nothing is written\./,
      )
      await tries.getByRole('button', { name: 'Try on 3 rows' }).click()
      await expect(cards).toHaveCount(3)
      await expect(cards.nth(2)).toContainText('lasts.')
      await expect(cards.filter({ hasText: 'not found there' })).not.toHaveCount(0)
      await expect(cards.filter({ hasText: 'Product name, found there' })).not.toHaveCount(0)
      await expect(cards.first()).toContainText(/tokens in, \d+ out: \$0\.\d+/)
      await expectAccessible(page)
      await cards.first().getByText('What was sent').click()
      await expect(cards.first()).toContainText('Describe [attribute:product_name]')
    })

    await test.step('it can be stopped, and nothing was written', async () => {
      fake.next.push({ fault: 'hang' })
      const asked = fake.calls.length
      await tries.getByRole('button', { name: 'Try on 3 rows' }).click()
      await expect.poll(() => fake.calls.length).toBe(asked + 1)
      await tries.getByRole('button', { name: 'Stop' }).click()
      await expect(cards).toHaveCount(0)
      expect(await events()).toBe(before)
      expect((await api.get('/proposals?type=product')).body.data).toEqual([])
    })

    await test.step('what is saved is the definition', async () => {
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: 'Edit Description', exact: true }).click()
      await expect(instructions).toHaveValue('Describe {{product_name}}')
    })
  },
)
