import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test('app.language.1 German is shown at once, with its decimal comma, without loading the page anew; English comes back', async ({
  page,
  open,
  grid,
}) => {
  await open()
  await expect(await grid.cell(2, 'Price')).toContainText('189.00')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeFocused()

  await page.getByRole('link', { name: /^Produkte/ }).click()
  await expect(await grid.cell(2, 'Price')).toContainText('189,00')
  await expect(page.getByText('200 Produkte', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Befehl oder Eintrag' }).fill('spalten')
  await expect(page.getByRole('option', { name: /Spaltennamen|Spalten der Klassen/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Einstellungen', exact: true }).click()
  await page.getByRole('button', { name: 'Hilfe und Darstellung' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Help and appearance' })).toBeFocused()
  await page.getByRole('link', { name: /^Products/ }).click()
  await expect(await grid.cell(2, 'Price')).toContainText('189.00')
  await expect(page.locator('body')).toHaveAttribute('data-not-reloaded', '')
})
