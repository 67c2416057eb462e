import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('quality.findings.1 quality.findings.2 quality.findings.3 quality.findings.4 problems are worked off where they stand: two actions to a mended row, accepted, and fixed all at once', async ({
  open,
  page,
  api,
  catalog,
  grid,
}) => {
  const caps = { check: { kind: 'no_upper_case_text', attributes: ['product_name'] }, severity: 'warning' }
  const short = { check: { kind: 'length', attributes: ['product_name'], max: 12 }, severity: 'error' }
  await api.post('/quality/rules', { entity_type: 'product', name: 'No capitals', ...caps })
  await api.post('/quality/rules', { entity_type: 'product', name: 'Short names', ...short })
  for (const [sku, name] of [
    ['QF-1', 'LOUD ARMCHAIR'],
    ['QF-2', 'LOUD BENCH'],
    ['QF-3', 'LOUD COUCH'],
  ])
    await api.create('products', { sku, product_name: name })
  await open()
  const main = page.getByRole('main')
  const problems = main.getByRole('navigation', { name: 'Problems' })
  const capitals = problems.getByRole('link', { name: /No capitals/ })

  await test.step('the palette leads to them; the most serious comes first, and the counts say of what', async () => {
    await catalog.findCommand('quality')
    await page.keyboard.press('Enter')
    await expect(problems.getByRole('link').nth(1)).toContainText('Short names')
    await expect(capitals).toHaveText(/3 products$/)
    await expect(catalog.link('Quality')).toHaveText(
      new RegExp(`Quality${(await problems.getByRole('link').first().innerText()).replaceAll(/\D/g, '')}$`),
    )
    await expectAccessible(page)
  })
  await test.step('a problem shows its rows with the cursor on the value, and a typed one mends it', async () => {
    await capitals.click()
    await grid.expectTotal(3)
    await expect(grid.input).toBeFocused()
    await expect(grid.cursor).toHaveText('LOUD ARMCHAIR')
    await page.keyboard.type('Loud armchair')
    await page.keyboard.press('Enter')
    await expect(capitals).toHaveText(/2 products$/)
    await grid.expectTotal(3)
    await page.reload()
    await grid.expectTotal(2)
    await expectAccessible(page)
  })
  await test.step('what is right is accepted with a reason, and can be opened again', async () => {
    await grid.goTo(1, 'Product name')
    await main.getByRole('button', { name: /^These are right…/ }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: 'LOUD BENCH' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A brand name')
    await page.keyboard.press('Enter')
    await expect(capitals).toHaveText(/1 product$/)
    await main.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Accepted as right' }).click()
    const row = main.getByRole('table', { name: 'Findings' }).getByRole('row').filter({ hasText: 'LOUD' })
    await expect(row).toContainText(/“A brand name” – You/)
    await row.focus()
    await page.keyboard.press('r')
    await expect(row).toHaveCount(0)
    await main.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Open findings' }).click()
  })
  await test.step('what can be mended safely is shown beside the rows, mended at once, and undone', async () => {
    await capitals.click()
    const fix = main.getByRole('region', { name: 'Fix all: No capitals' })
    await expect(fix.getByRole('status')).toHaveText('2 of 2 products would change.')
    await expect(fix.getByRole('list')).toContainText('Loud Bench')
    await fix.getByRole('button', { name: 'Change 2 values' }).click()
    await expect(grid.row('Loud Bench')).toBeVisible()
    const notice = page.getByRole('dialog').filter({ hasText: '2 values changed' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(capitals).toHaveText(/2 products$/)
  })
  await test.step('a severity narrows them; what is not there says how to see more', async () => {
    await problems.getByRole('link', { name: /All problems/ }).click()
    await main.getByRole('combobox', { name: 'Severity' }).click()
    await page.getByRole('option', { name: 'Hint' }).click()
    await main.getByRole('button', { name: 'Show all findings' }).click()
    await expect(capitals).toBeVisible()
  })
})
