import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test(
  'quality.rules.1 quality.rules.2 a rule is written by keys while it tells what it finds, changed where it is listed, and deleted',
  { tag: '@long' },
  async ({ open, page, api, catalog }) => {
    await api.create('products', { sku: 'QR-1', product_name: 'A' })
    for (const { id, origin, enabled } of (await api.get('/quality/rules?type=product')).body.data)
      if (origin === 'shipped' && enabled) await api.patch(`/quality/rules/${id}`, { enabled: false })
    await open()
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const row = main.getByRole('row').filter({ hasText: 'Names say something' })

    await test.step('where no rule is at work the page says what rules are for', async () => {
      await catalog.goTo('Quality')
      await page.getByRole('tab', { name: 'Score' }).click()
      await expect(main.getByRole('heading', { name: 'Nothing is checked yet' })).toBeVisible()
      await page.getByRole('tab', { name: 'Problems' }).click()
      await expect(
        main.getByRole('button', { name: 'Switch on the checks that ship with Vitrine' }),
      ).toBeVisible()
      await expectAccessible(page)
      await main.getByRole('button', { name: 'Write a rule' }).press('Enter')
      await expect(main.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true')
    })
    await test.step('its faults stand at their fields, and it is tried as soon as it is whole', async () => {
      await main.getByRole('button', { name: 'New rule' }).press('Enter')
      await dialog.getByRole('button', { name: 'Add the rule' }).press('Enter')
      await expect(dialog.getByText('Give the rule a name.')).toBeVisible()
      await expect(dialog.getByText('Choose at least one attribute.')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Names say something')
      await dialog.getByRole('combobox', { name: 'What is checked' }).press('Enter')
      await page.getByRole('combobox', { name: 'Find a check' }).fill('length')
      await page.keyboard.press('Enter')
      await dialog.getByRole('combobox', { name: 'Attributes' }).fill('product na')
      await page.getByRole('option', { name: 'Product name' }).click()
      await dialog.getByRole('textbox', { name: 'At least (characters)' }).fill('3')
      const found = dialog.getByRole('region', { name: 'What it finds now' })
      await expect(found.getByRole('status')).toHaveText('1 of 201 products.')
      await dialog.getByRole('textbox', { name: 'What a finding says' }).fill('{{sku}} is called ')
      await page.keyboard.press('End')
      await page.keyboard.type('@product na')
      await page.keyboard.press('Enter')
      await expect(found.getByRole('listitem')).toContainText('QR-1 is called A')
      await expectAccessible(page)
    })
    await test.step('conditions narrow what it looks at', async () => {
      await dialog.getByRole('button', { name: 'Add a filter' }).click()
      await dialog
        .getByRole('group', { name: 'Filter 1' })
        .getByRole('combobox', { name: 'Attribute' })
        .click()
      await page.getByRole('option', { name: 'SKU', exact: true }).click()
      await dialog.getByRole('group', { name: 'Filter 1' }).getByRole('textbox').fill('QR-')
      await expect(dialog.getByText('1 of 1 product.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Add the rule' }).click()
      await expect(row).toContainText('1 of 1')
    })
    await test.step('severity and weight are changed where it stands; switched off it finds nothing', async () => {
      await row.getByRole('combobox', { name: 'Severity of Names say something' }).click()
      await page.getByRole('option', { name: 'Error' }).click()
      await row.getByRole('combobox', { name: 'Weight of Names say something' }).click()
      await page.getByRole('option', { name: '10' }).click()
      await row.getByRole('checkbox', { name: 'Names say something' }).press('Space')
      await expect(row).toContainText('off')
      await page.reload()
      await expect(row.getByRole('combobox').first()).toHaveText('Error')
      await expect(row.getByRole('checkbox')).not.toBeChecked()
      await row.getByRole('checkbox', { name: 'Names say something' }).press('Space')
      await expect(row.getByRole('link', { name: '1 of 1' })).toBeVisible()
    })
    await test.step('it is edited under its own address, and deleted with a question', async () => {
      await row.getByRole('button', { name: 'Edit Names say something' }).click()
      await expect(dialog.getByRole('textbox', { name: 'At least (characters)' })).toHaveValue('3')
      await page.reload()
      await dialog.getByRole('textbox', { name: 'At least (characters)' }).fill('1')
      await expect(dialog.getByText('No findings in 1 product.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Save the rule' }).click()
      await expect(row).toContainText('0 of 1')
      await row.getByRole('button', { name: 'Delete Names say something' }).click()
      await dialog.getByRole('button', { name: 'Delete the rule' }).click()
      await expect(row).toHaveCount(0)
    })
  },
)
