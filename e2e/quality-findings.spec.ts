import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('quality.findings.1 quality.findings.2 quality.findings.3 quality.findings.4 findings are worked off: narrowed, opened in the grid, accepted by keys, and fixed all at once', async ({
  open,
  page,
  api,
  catalog,
  grid,
}) => {
  const caps = { check: { kind: 'no_upper_case_text', attributes: ['product_name'] }, severity: 'warning' }
  const short = { check: { kind: 'length', attributes: ['product_name'], max: 12 }, severity: 'error' }
  const message = '{{sku}} shouts'
  await api.post('/quality/rules', { entity_type: 'product', name: 'No capitals', message, ...caps })
  await api.post('/quality/rules', { entity_type: 'product', name: 'Short names', ...short })
  for (const [sku, name] of [
    ['QF-1', 'LOUD ARMCHAIR'],
    ['QF-2', 'LOUD BENCH'],
    ['QF-3', 'LOUD COUCH'],
  ])
    await api.create('products', { sku, product_name: name })
  await open()
  const main = page.getByRole('main')
  const rules = main.getByRole('navigation', { name: 'Rules that find something' })
  const table = main.getByRole('table', { name: 'Findings' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })

  await test.step('the palette leads to them; the most serious rule comes first, with exact counts', async () => {
    await catalog.findCommand('quality')
    await page.keyboard.press('Enter')
    await expect(rules.getByRole('link').nth(1)).toContainText('Short names')
    await expect(rules.getByRole('link', { name: /No capitals/ })).toHaveText(/3$/)
    await expectAccessible(page)
  })
  await test.step('one rule, with its own words; the address keeps it', async () => {
    await rules.getByRole('link', { name: /Required by Amazon/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(main.getByText('3 findings', { exact: true })).toBeVisible()
    await expect(row('LOUD BENCH')).toContainText('QF-2 shouts')
    await page.reload()
    await expect(row('LOUD BENCH')).toContainText('QF-2 shouts')
  })
  await test.step('by keys: two are chosen, one reason accepts both, and both are listed with it', async () => {
    await row('LOUD ARMCHAIR').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(main.getByText('3 findings, 2 chosen')).toBeVisible()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Say in a few words why it is right.')
    await page.keyboard.type('A brand name')
    await page.keyboard.press('Enter')
    await expect(main.getByText('1 finding', { exact: true })).toBeVisible()
    await main.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Accepted as right' }).click()
    await expect(row('LOUD ARMCHAIR')).toContainText(/“A brand name” – You/)
    await row('LOUD ARMCHAIR').focus()
    await page.keyboard.press('r')
    await expect(row('LOUD ARMCHAIR')).toHaveCount(0)
    await expect(row('LOUD BENCH')).toBeVisible()
  })
  await test.step('Enter opens the grid with what the rule finds, the cursor on the cell; a mended value leaves the list', async () => {
    await main.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Open findings' }).click()
    await rules.getByRole('link', { name: /No capitals/ }).click()
    await expect(main.getByText('2 findings', { exact: true })).toBeVisible()
    await row('LOUD COUCH').focus()
    await page.keyboard.press('Enter')
    await grid.expectTotal(2)
    await expect(grid.cursor).toHaveText('LOUD COUCH')
    await page.keyboard.type('Loud couch')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Filters and order' })).toContainText('No capitals')
    await page.goBack()
    await expect(main.getByText('1 finding', { exact: true })).toBeVisible()
  })
  await test.step('what can be mended safely is mended at once, and undone', async () => {
    await main.getByRole('button', { name: 'Fix all…' }).click()
    // Messages may still be shown next to it.
    const dialog = page.getByRole('dialog').filter({ hasText: 'would change' })
    await expect(dialog.getByRole('status')).toHaveText('1 of 1 product would change.')
    await expect(dialog.getByRole('row').last()).toContainText('Loud Armchair')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change 1 value' }).press('Enter')
    await expect(rules.getByRole('link', { name: /No capitals/ })).toHaveCount(0)
    // The message about the reverted change may still be shown next to it.
    const notice = page.getByRole('dialog').filter({ hasText: '1 value changed' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(rules.getByRole('link', { name: /No capitals/ })).toHaveText(/1$/)
  })
  await test.step('a severity narrows them; what is not there says how to see more', async () => {
    await main.getByRole('combobox', { name: 'Severity' }).click()
    await page.getByRole('option', { name: 'Hint' }).click()
    await main.getByRole('button', { name: 'Show all findings' }).click()
    await expect(rules.getByRole('link', { name: /No capitals/ })).toBeVisible()
  })
})
