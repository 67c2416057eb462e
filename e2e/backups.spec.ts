import { expect, test } from './fixtures.ts'

test.use({ sample: false })

test(
  'app.backup.1 app.backup.2 a backup brings back an earlier value, what was there before it is a backup too, and a window beside loads anew',
  { tag: '@long' },
  async ({ catalog, open, page, api, grid, context, workspace }) => {
    await api.define({
      name: 'Name',
      entity_type: 'product',
      data_type: 'single_line_text_field',
      is_primary: true,
    })
    const id = await api.create('products', { name: 'Oak chair' })
    await open()
    await expect(grid.row(1)).toContainText('Oak chair')
    await test.step('an earlier value comes back', async () => {
      await catalog.findCommand('backups')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible()

      await page.getByRole('button', { name: 'Back up now' }).click()
      const rows = page.getByRole('table', { name: 'Backups' }).getByRole('row')
      await expect(rows).toHaveCount(2)
      await expect(rows.nth(1)).toContainText(/By hand.*When created/)

      await api.write('products', id, { name: 'Ash stool' })
      await rows.nth(1).getByRole('button', { name: 'Restore' }).click()
      const question = page.getByRole('dialog', { name: 'Restore this backup?' })
      await expect(question).toContainText('What is there now is backed up first')
      await question.getByRole('button', { name: 'Restore the backup' }).click()

      await expect(page.getByRole('status').filter({ hasText: 'is as it was on' })).toBeVisible()
      await expect(rows).toHaveCount(3)
      await expect(rows.nth(1)).toContainText('Before a restore')
      await page.getByRole('link', { name: /^Products/ }).click()
      await expect(grid.row(1)).toContainText('Oak chair')
      expect(await api.read('products', id)).toMatchObject({ name: 'Oak chair' })
    })
    await test.step('a window beside loads anew', async () => {
      const beside = await context.newPage()
      await beside.goto(`/?workspace=${workspace.id}&view=backups`)
      await beside.getByRole('button', { name: 'Back up now' }).click()
      await expect(beside.getByRole('table', { name: 'Backups' }).getByRole('row')).toHaveCount(4)
      await api.write('products', id, { name: 'Ash stool' })
      await expect(grid.row(1)).toContainText('Ash stool')

      const reloaded = page.waitForEvent('load')
      await beside
        .getByRole('button', { name: /^Restore the backup of/ })
        .first()
        .click()
      await beside.getByRole('button', { name: 'Restore the backup', exact: true }).click()
      await reloaded
      await expect(grid.row(1)).toContainText('Oak chair')
    })
  },
)

test(
  'app.backup.3 app.source.1 the schedule and where sources may come from are chosen and kept; a backup is removed after a question',
  { tag: '@long' },
  async ({ open, page }) => {
    await open()
    await test.step('whether sources may come from this network', async () => {
      await page.getByRole('link', { name: 'Settings' }).click()
      const choice = page.getByRole('checkbox', { name: /^Sources may be fetched from this computer/ })
      await expect(choice).not.toBeChecked()
      await choice.click()
      await expect(choice).toBeChecked()
      await page.reload()
      await expect(choice).toBeChecked()
      await choice.click()
      await expect(choice).not.toBeChecked()
    })
    await test.step('the schedule of backups', async () => {
      await page.getByRole('button', { name: 'Backups and their schedule' }).click()
      await page.getByRole('combobox', { name: 'Back up what has changed' }).click()
      await page.getByRole('option', { name: 'Every day' }).click()
      await expect(page.getByRole('combobox', { name: 'Back up what has changed' })).toContainText(
        'Every day',
      )
      await page.getByRole('button', { name: 'Back up now' }).click()
      await expect(page.getByRole('table', { name: 'Backups' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('combobox', { name: 'Back up what has changed' })).toContainText(
        'Every day',
      )

      await page.getByRole('button', { name: /^Remove the backup of/ }).click()
      await page.getByRole('button', { name: 'Remove the backup', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible()
    })
  },
)
