import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ImportDialog } from './pages/import-dialog.ts'

test.use({ sample: 'shared' })

test(
  'grid.look.4 nothing of the bar and the details is cut off or overprinted in narrow windows',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await page.setViewportSize({ width: 760, height: 700 })
    await open()
    // A window of 1440 px has 960 px at a zoom of 150 %, and 720 px at 200 %.
    for (const width of [720, 760, 861, 960, 1001, 1280]) {
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 700 })
        await grid.goTo(1, 'SKU')
        await expect(page.getByRole('button', { name: 'Add product' })).toBeInViewport({ ratio: 1 })
        await expect.poll(() => overprinted(page)).toEqual([])
        for (const line of [page.getByRole('group', { name: 'Filters and order' }), grid.status])
          await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThan(50)
        await grid.input.press('Space')
        const panel = page.getByRole('complementary', { name: /^Details of / })
        const tabs = panel.getByRole('tab')
        await expect(tabs.first()).toBeVisible()
        const highest = () =>
          tabs.evaluateAll((all) => Math.max(...all.map((tab) => tab.getBoundingClientRect().height)))
        await expect.poll(highest).toBeLessThan(40)
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
          .toBeLessThanOrEqual(0)
        await tabs.first().press('Escape')
        await expect(panel).toBeHidden()
      })
    }
  },
)

test(
  'grid.look.4 the name of a view has room before the search, which opens where it is used',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await open()
    await grid.chooseFromMenu('Price', 'Sort ascending')
    await page.getByRole('button', { name: 'Save as', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring price list')
    await page.keyboard.press('Enter')
    const name = page.locator('.view-name')
    await expect(name).toHaveText('Spring price list')
    // A window of 1280 × 720 at a zoom of 200 %.
    await page.setViewportSize({ width: 640, height: 360 })
    const isWhole = () =>
      name.evaluate((text) => text.scrollWidth <= text.getBoundingClientRect().width + 0.1)
    await expect.poll(isWhole).toBe(true)
    await grid.chooseFromMenu('SKU', 'Hide this column')
    await expect(page.getByRole('button', { name: 'View Spring price list, changed' })).toBeVisible()
    await expect.poll(isWhole).toBe(true)
    await expect.poll(() => overprinted(page)).toEqual([])

    await page.setViewportSize({ width: 560, height: 360 })
    const search = page.getByRole('searchbox', { name: 'Search all text' })
    const widthOfSearch = async () => (await page.locator('.quick-search').boundingBox())?.width ?? 0
    const closed = await widthOfSearch()
    expect(closed).toBeLessThan(60)
    await search.click()
    await search.fill('chair')
    await expect.poll(() => overprinted(page)).toEqual([])
    await expect.poll(widthOfSearch).toBeGreaterThanOrEqual(120)
    await search.press('Escape')
    await grid.goTo(1, 'Price')
    await expect.poll(widthOfSearch).toBe(closed)
  },
)

test(
  'grid.look.4 in a window of 360 px every page, dialog and name of a view is whole, in German too',
  { tag: '@long' },
  async ({ page, open, catalog }) => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await page.setViewportSize({ width: 360, height: 640 })
    await open()
    await expect(page.locator('.view-name')).toHaveText('All products')
    const isWhole = () => page.locator('.view-name').evaluate((name) => name.scrollWidth <= name.clientWidth)
    await expect.poll(isWhole).toBe(true)
    await expect(page.getByRole('button', { name: 'Add product' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Bulk edit', exact: true }).click()
    for (const name of ['Try out on all rows', 'Cancel', 'Change 200 rows'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    for (const name of ['Attributes', 'Channels', 'Quality', 'Connect', 'API and keys', 'What changed']) {
      await catalog.goTo(name)
      for (const language of ['de', 'en'] as const) {
        await setLanguage(page, language)
        await expect.poll(overflow, `${name}, ${language}`).toBeLessThanOrEqual(0)
      }
    }
  },
)

test(
  'grid.import.14 grid.look.4 the tables of columns and rows share what the dialog has left, which scrolls in small windows alone; types are told in German',
  { tag: '@long' },
  async ({ page, open }) => {
    await open()
    await setLanguage(page, 'de')
    const headers = ['SKU', 'Lackart', ...Array.from({ length: 12 }, (_, position) => `Feld ${position}`)]
    const row = (at: number): string =>
      [
        `N-${at}`,
        ['rot', 'blau', 'grün'][at % 3],
        ...headers.slice(2).map((_, position) => at * position),
      ].join(',')
    const lines = Array.from({ length: 40 }, (_, at) => row(at))
    await new ImportDialog(page).drop('farben.csv', [headers.join(','), ...lines].join('\n'))
    const proposal = page.getByRole('button', { name: 'Lackart als Einfachauswahl anlegen' })
    await expect(proposal).toHaveText('Als Einfachauswahl anlegen')
    const body = page.getByRole('dialog').locator('.ui-dialog-body')
    const columns = page.getByRole('region', { name: 'Spalten der Datei' })
    for (const [height, rows, scrolls] of [
      [720, 170, false],
      [1080, 340, false],
      [450, 200, true],
    ] as const) {
      await page.setViewportSize({ width: 1280, height })
      const isScrolled = () => body.evaluate((box) => box.scrollHeight > box.clientHeight + 1)
      await expect.poll(isScrolled, `at ${height}`).toBe(scrolls)
      expect((await columns.boundingBox())?.height, `at ${height}`).toBeGreaterThan(rows)
    }
    await setLanguage(page, 'en')
  },
)

async function setLanguage(page: Page, language: 'de' | 'en'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('vitrine.language', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.language' }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
}

/** Returns parts of the bar whose content does not fit, and parts that begin before the previous one ends. */
function overprinted(page: Page): Promise<string[]> {
  return page.locator('.catalog-toolbar').evaluate((bar) => {
    const parts = [...bar.children].filter((part) => part.getBoundingClientRect().width > 1)
    const isOver = (part: Element, next: Element | undefined): boolean =>
      part.scrollWidth > part.clientWidth + 1 ||
      part.getBoundingClientRect().right > (next?.getBoundingClientRect() ?? { left: Infinity }).left + 1
    return parts.filter((part, position) => isOver(part, parts[position + 1])).map((part) => part.className)
  })
}
