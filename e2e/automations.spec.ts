import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test(
  'app.automation.1 an automation is written in eight actions, reads as a sentence, runs by itself, and a large run waits at Home to be let go',
  { tag: '@long' },
  async ({ page, workspace, api }) => {
    const id = await api.create('products', { sku: 'AU-1', product_name: 'Chair', price: 10 })
    await page.goto(`/?workspace=${workspace.id}&view=connections&tab=automations`)
    await page.getByRole('button', { name: 'New automation' }).click()
    const dialog = page.getByRole('dialog', { name: 'New automation' })
    await dialog.getByRole('combobox', { name: 'Of these attributes' }).click()
    await page.getByRole('option', { name: 'Price', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('combobox', { name: 'Attribute', exact: true }).click()
    await page.getByRole('option', { name: 'Status', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'In review' }).click()
    await expect(dialog.getByRole('status').last()).toContainText('set Status to “In review”')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Turn it on' }).click()

    const row = page.getByRole('region', { name: 'Automations' }).getByRole('listitem')
    await expect(row).toContainText('When Price changes on products: set Status to “In review”')
    await expect(row.getByRole('checkbox', { name: 'On' })).toBeChecked()
    await api.post('/edits', { type: 'product', edits: [{ id, attributes: { price: 12 } }] })
    await expect
      .poll(async () => (await api.read('products', id))['status'], { timeout: 20_000 })
      .toBe('In review')
    await expect(row).toContainText('The last run went well')

    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { sku: `AU-${index + 2}`, product_name: 'Stool', price: 5 },
    }))
    await api.post('/products/batch', { items })
    await api.create('products', { sku: 'AU-102', product_name: 'Stool', price: 5 })
    await expect(row).toContainText('A run waits for you', { timeout: 20_000 })
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: /to let go/ }).click()
    await page.getByRole('button', { name: /^Look at it: When Price/ }).click()
    const held = page.getByRole('dialog')
    await expect(held).toContainText('would be changed')
    await expectAccessible(page)
    await held.getByRole('button', { name: 'Let it go' }).click()
    await expect
      .poll(async () => (await api.find('products', 'sku', 'AU-102')).attributes['status'], {
        timeout: 20_000,
      })
      .toBe('In review')
  },
)

test(
  'app.automation.2 a newcomer has a new price in a category set the status and tell the team, in at most eight actions',
  { tag: '@long' },
  async ({ page, workspace, api }) => {
    await api.create('categories', { category_name: 'Garden furniture' })
    await page.goto(`/?workspace=${workspace.id}&view=connections&tab=automations`)
    let actions = 0
    const click = (target: Locator) => {
      actions += 1
      return target.click()
    }
    await click(page.getByRole('button', { name: 'New automation' }))
    const dialog = page.getByRole('dialog', { name: 'New automation' })
    await click(dialog.getByRole('button', { name: /^When Price changes in a category/ }))
    const condition = dialog.getByRole('group', { name: 'Filter 1' })
    await click(condition.getByRole('combobox').last())
    actions += 1
    await page.keyboard.type('Garden')
    await click(page.getByRole('option', { name: 'Garden furniture' }))
    await expect(dialog.getByRole('status').last()).toHaveText(
      /^When Price changes on products where Categor(y|ies) is “?Garden furniture”?: set Status to “In review”, tell “Look at {{product_name}}”\.$/,
    )
    await expectAccessible(page)
    await click(dialog.getByRole('button', { name: 'Turn it on' }))
    const row = page.getByRole('region', { name: 'Automations' }).getByRole('listitem')
    await expect(row.getByRole('checkbox', { name: 'On' })).toBeChecked()
    expect(actions).toBeLessThanOrEqual(8)
  },
)
