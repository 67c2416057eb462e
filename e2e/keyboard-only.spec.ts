import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { AttributePage } from './pages/attribute-page.ts'
import { FilterPanel } from './pages/filter-panel.ts'

// Any pointer event on the page is a fault of the test.
test.beforeEach(async ({ page, open }) => {
  await open()
  await page.evaluate(() => {
    for (const kind of ['pointerdown', 'mousedown', 'wheel', 'touchstart']) {
      window.addEventListener(kind, () => Object.assign(window, { pointerWasUsed: true }), true)
    }
  })
})

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => 'pointerWasUsed' in window)).toBe(false)
})

test('grid.access.1 grid.move.1 grid.edit.1 from the first Tab into the grid: walk, edit, sort, add a row, leave again', async ({
  api,
  page,
  grid,
}) => {
  await expect(grid.row(1)).toBeVisible()
  const [first, second] = await api.list('products', { limit: '2' })
  await tabTo(page, grid.input)
  await expect(grid.cursor).toHaveText(first?.label as string)
  await expect(page.getByText(`Product name, ${first?.label}, row 1 of 200`)).toBeAttached()

  await page.keyboard.press('ArrowDown')
  await expect(grid.cursor).toHaveText(second?.label as string)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('KEY-2')
  await page.keyboard.press('Tab')
  await expect(grid.input).toHaveAccessibleName('Cell Picture')
  await expect.poll(async () => (await api.read('products', second?.id as string))['sku']).toBe('KEY-2')

  await page.keyboard.press('Control+End')
  await expect(grid.status).toContainText('Row 200')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowUp')
  const sortByName = grid.header('Product name').getByRole('button', { name: 'Product name', exact: true })
  await expect(sortByName).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(grid.header('Product name')).toHaveAttribute('aria-sort', 'ascending')
  const sorted = await api.list('products', { sort: 'product_name', limit: '5' })
  await expect.poll(() => grid.values('Product name', 5)).toEqual(sorted.map(({ label }) => label))
  await expect(sortByName).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(grid.input).toBeFocused()

  await page.keyboard.press('Control+Enter')
  await expect(grid.cursor).toHaveText('Product name (required)')
  await page.keyboard.type('Added by keys')
  await page.keyboard.press('Enter')
  await expect.poll(() => api.count('products')).toBe(201)
  await expect
    .poll(() => api.find('products', 'product_name', 'Added by keys'))
    .toMatchObject({ parent_id: null })

  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Add an attribute' })).toBeFocused()
})

test(
  'grid.access.1 a stage, a checkbox, a reference, tags, long text and a date are edited by keys',
  { tag: '@long' },
  async ({ api, page, grid }) => {
    await expect(grid.row(1)).toBeVisible()
    const [first] = await api.list('products', { limit: '1' })
    await tabTo(page, grid.input)

    await grid.goToColumn('Status')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await expectActiveOption(grid.input, 'Approved')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')

    await grid.goToColumn('In stock')
    await page.keyboard.press('Space')

    await grid.goToColumn('Vendor')
    await page.keyboard.type('kobo')
    await expectActiveOption(grid.input, 'Kobo Studio')
    await page.keyboard.press('Tab')

    await expect
      .poll(() => api.read('products', first?.id as string))
      .toMatchObject({ status: 'Approved', in_stock: true, vendor: { label: 'Kobo Studio' } })

    await grid.goToColumn('Tags')
    await page.keyboard.press('Delete')
    await page.keyboard.type('hand')
    await page.keyboard.press('Enter')
    await page.keyboard.type('gift')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')

    await grid.goToColumn('Care instructions')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Care instructions', exact: true })).toBeFocused()
    await page.keyboard.type('Line one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('line two')
    await page.keyboard.press('Control+Enter')
    await expect(grid.input).toBeFocused()
    await page.keyboard.press('ArrowUp')

    await grid.goToColumn('Launch date')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(grid.input).toBeFocused()

    const launch = new Date(`${first?.attributes['launch_date'] as string}T00:00:00Z`)
    launch.setUTCDate(launch.getUTCDate() + 1)
    await expect
      .poll(() => api.read('products', first?.id as string))
      .toMatchObject({
        tags: 'Handmade, Gift idea',
        care: 'Line one\nline two',
        launch_date: launch.toISOString().slice(0, 10),
      })
  },
)

test(
  'grid.access.1 the column menu, a filter and the quick search are reached by keys',
  { tag: '@long' },
  async ({ api, page, grid, catalog }) => {
    await expect(grid.row(1)).toBeVisible()
    await tabTo(page, grid.input)
    await grid.goToColumn('SKU')
    await page.keyboard.press('ArrowUp')
    await expect(grid.header('SKU').getByRole('button', { name: 'SKU', exact: true })).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    const item = page.getByRole('menuitem', { name: 'Filter by this column…' })
    await pressUntilFocused(page, 'ArrowDown', item)
    await page.keyboard.press('Enter')
    const panel = new FilterPanel(page, 'Filter by SKU')
    await tabTo(page, panel.clause(1).getByRole('textbox', { name: 'Value' }))
    await page.keyboard.type('SO-1')
    const found = await api.list('products', { 'filter[sku][contains]': 'SO-1' })
    await grid.expectTotal(found.length)
    await page.keyboard.press('Escape')
    await expect(panel.root).toBeHidden()

    await tabTo(page, page.getByRole('button', { name: 'Clear filters' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await grid.expectTotal(200)
    await page.keyboard.press('Control+Shift+f')
    await expect(catalog.search).toBeFocused()
    await page.keyboard.type('sofa')
    await grid.expectTotal((await api.list('products', { q: 'sofa' })).length)
    await page.keyboard.press('Escape')
    await grid.expectTotal(200)
  },
)

test(
  'grid.access.1 entity types, dialogs and the appearance are reached by keys; Escape gives the focus back',
  { tag: '@long' },
  async ({ api, page, grid, catalog }) => {
    await expect(grid.row(1)).toBeVisible()
    await tabTo(page, catalog.link('Vendors'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await grid.expectTotal(12)

    const addAttribute = page.getByRole('button', { name: 'Add attribute' })
    await tabTo(page, addAttribute)
    await page.keyboard.press('Enter')
    const dialog = new AttributePage(page)
    await expect(dialog.name).toBeFocused()
    await tabTo(page, dialog.root.getByRole('button', { name: 'Cancel' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.root).toBeHidden()

    await tabTo(page, addAttribute)
    await page.keyboard.press('Enter')
    await expect(dialog.name).toBeFocused()
    await page.keyboard.type('Founded')
    await tabTo(page, dialog.root.getByRole('radio', { checked: true }))
    await pressUntilFocused(page, 'ArrowRight', dialog.root.getByRole('radio', { name: 'Date', exact: true }))
    await page.keyboard.press('Enter')
    await expect(dialog.root).toBeHidden()
    await expect
      .poll(async () => (await api.attributes('vendor')).at(-1))
      .toMatchObject({ key: 'founded', data_type: 'date' })

    await tabTo(page, page.getByRole('button', { name: 'Help and appearance', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitemradio', { name: 'Dark' }))
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  },
)

test(
  'grid.access.2 where the focus is can be seen at every stop',
  { tag: '@long' },
  async ({ page, grid }) => {
    await expect(grid.row(1)).toBeVisible()
    const unseen: string[] = []
    const look = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
    let before = await look()
    for (let stop = 0; stop < 22; stop += 1) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90) ?? '')
      const after = await look()
      if (before.equals(after)) unseen.push(name)
      before = after
      if (await grid.input.evaluate((input) => input === document.activeElement)) break
    }
    expect(unseen).toEqual([])
  },
)

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await pressUntilFocused(page, key, target)
}

async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} was not reached by ${key}.`)
}

async function expectActiveOption(input: Locator, name: string): Promise<void> {
  await expect(input).toHaveRole('combobox')
  const activeText = (): Promise<string> =>
    input.evaluate((field) => {
      const id = field.getAttribute('aria-activedescendant') ?? ''
      return document.getElementById(id)?.textContent ?? ''
    })
  await expect.poll(activeText).toContain(name)
}
