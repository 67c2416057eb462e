import type { Page } from '@playwright/test'
import { addFakeProvider } from './fake-provider.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ImportDialog } from './pages/import-dialog.ts'

test.use({ sample: 'shared' })

test('grid.look.3 the appearance is chosen, kept, and otherwise follows the system', async ({
  page,
  open,
  catalog,
  grid,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open()
  await expect(grid.row(1)).toBeVisible()
  const light = await brightness(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => brightness(page)).toBeLessThan(light - 0.5)
  await catalog.chooseAppearance('Light')
  await expect.poll(() => brightness(page)).toBe(light)
  await catalog.chooseAppearance('Dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await expect(grid.row(1)).toBeVisible()
  expect(await brightness(page)).toBeLessThan(light - 0.5)
  await catalog.chooseAppearance('Like the system')
  await expect.poll(() => brightness(page)).toBe(light)
})

test(
  'grid.access.3 the grid and its editors have no accessibility violation, light and dark',
  { tag: '@long' },
  async ({ page, open, grid, catalog }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await expectNoViolation(page)
    for (const [column, editor] of [
      ['Status', 'listbox'],
      ['Tags', 'listbox'],
      ['Care instructions', 'dialog'],
      ['Launch date', 'dialog'],
    ] as const) {
      await grid.goTo(2, column)
      await page.keyboard.press('Enter')
      await expect(page.getByRole(editor)).toBeVisible()
      await expectNoViolation(page, `[role=${editor}]`)
      await page.keyboard.press('Escape')
    }
    await catalog.search.fill('no such thing')
    await expect(page.getByText('No products match')).toBeVisible()
    await expectNoViolation(page, 'main')
  },
)

test(
  'grid.access.3 the menus, dialogs and pages have no accessibility violation, light and dark',
  { tag: '@long' },
  async ({ page, open, grid, catalog }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.workspaceButton.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoViolation(page, '[role=menu]')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Add attribute' }).click()
    await page.getByText('Single select', { exact: true }).click()
    await expectNoViolation(page, '.attribute-page')
    await page.getByRole('button', { name: 'Cancel' }).click()

    const dialog = new ImportDialog(page)
    await dialog.drop('a.csv', 'SKU,Price\nA,1\n')
    await expect(dialog.root.getByRole('table')).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: 'Export products' })).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')

    await catalog.goTo('Channels')
    await expectNoViolation(page)
    await page.getByRole('link', { name: 'Shopify' }).click()
    for (const tab of ['Products', 'Fields', 'Categories', 'Files', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).not.toBeEmpty()
      await expectNoViolation(page)
    }

    await catalog.goTo('API and keys')
    await expect(page.getByRole('heading', { name: 'Keys', exact: true })).toBeVisible()
    await expectNoViolation(page)
  },
)

test(
  'grid.access.3 the details, the palette, the sheet and the new pages have no accessibility violation, light and dark',
  { tag: '@long' },
  async ({ page, open, grid, catalog }) => {
    await open()
    await grid.goTo(1, 'SKU')
    await page.keyboard.press('Space')
    for (const tab of ['Values', 'Links', 'Variants', 'Channels', 'History']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toContainText(/\w/)
      await expectNoViolation(page, '[aria-label^="Details of"]')
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Jobs/ }).click()
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')

    await catalog.goTo('Review')
    await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
    await expectNoViolation(page)
    await catalog.goTo('Attributes')
    await expect(page.getByRole('table')).toBeVisible()
    await expectNoViolation(page)
    await page.getByRole('button', { name: 'Edit Price' }).click()
    await expect(page.getByRole('region', { name: 'What it does to ten rows' })).toContainText('fit')
    await expectNoViolation(page, '.attribute-page')
    await catalog.goTo('Classes')
    await page.getByRole('button', { name: 'New class' }).click()
    await page.getByRole('combobox', { name: 'Add an attribute to the class' }).fill('Price')
    await page.getByRole('option', { name: 'Price', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Remove Price' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).click()
    await expectNoViolation(page)
    await page.keyboard.press('Escape')
    const { remove } = await addFakeProvider(page.request)
    await catalog.goTo('AI providers')
    await page.getByRole('button', { name: 'Test Fake models' }).click()
    await expect(page.getByText('Answered in')).toBeVisible()
    await expectNoViolation(page)
    await page.getByRole('button', { name: 'Edit Fake models' }).click()
    await page.getByText('Pictures, videos, prices and limits').click()
    await expectNoViolation(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await remove()
    await page.getByRole('button', { name: 'Spend', exact: true }).click()
    await expect(page.getByText('Add an AI provider first')).toBeVisible()
    await expectNoViolation(page)
    await catalog.goTo('Settings')
    await expectNoViolation(page)
    await page.getByRole('button', { name: 'Backups and their schedule' }).click()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByRole('table', { name: 'Backups' })).toBeVisible()
    await expectNoViolation(page)
    await page
      .getByRole('button', { name: /^Restore the backup of/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'Restore this backup?' })).toBeVisible()
    await expectNoViolation(page, '[role=dialog]')
  },
)

/**
 * Checks the whole page, or what matches `within`: in light mode by every rule, in dark mode its contrast
 * alone, since nothing else depends on the colours.
 */
async function expectNoViolation(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  // Menus and popovers are outside the landmarks, next to the elements that opened them.
  await expectAccessible(page, { within, rulesLeftOut: ['region'] })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { within, rules: ['color-contrast'] })
}

/** Returns the brightness of the page's background, from 0 to 1. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (canvas === null) throw new Error('This browser cannot paint.')
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 765
  })
}
