import { paste } from './pages/clipboard.ts'
import { Grid } from './pages/grid.ts'
import { at, go, keys, leaveNote, press, type Screen } from './screen.ts'
import type { Page } from 'playwright-core'

const detail =
  (tab: string) =>
  async (page: Page): Promise<void> => {
    await at(page, 2, 'Product name')
    await keys(page, 'Space')
    await page.getByRole('tab', { name: tab }).click()
  }

/** The grid with its menus, panels and details, and the other ways to show its rows. */
export const gridScreens: readonly Screen[] = [
  { name: 'grid', show: async (page) => void (await at(page, 3, 'Product name')) },
  {
    name: 'grid-range',
    show: async (page) => {
      await at(page, 2, 'Price')
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight')
    },
  },
  {
    name: 'row-menu',
    show: async (page) => {
      await at(page, 3, 'SKU')
      await keys(page, 'Shift+F10')
    },
  },
  {
    name: 'print',
    show: async (page) => {
      await at(page, 2, 'SKU')
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+p')
    },
  },
  {
    name: 'editor-stage',
    show: async (page) => {
      await at(page, 4, 'Status')
      await keys(page, 'Enter')
    },
  },
  {
    name: 'editor-date',
    show: async (page) => {
      await at(page, 4, 'Launch date')
      await keys(page, 'Enter')
    },
  },
  {
    name: 'editor-long-text',
    show: async (page) => {
      await at(page, 3, 'Care instructions')
      await keys(page, 'Enter')
    },
  },
  {
    name: 'editor-reference',
    show: async (page) => {
      await at(page, 5, 'Vendor')
      await keys(page, 'Enter')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'refused',
    show: async (page) => {
      const grid = await at(page, 3, 'Price')
      await grid.input.pressSequentially('about ten')
      await keys(page, 'Enter', 'ArrowUp')
      await page.getByText('1 change was rejected').waitFor()
    },
  },
  {
    name: 'new-row',
    show: async (page) => press(page, 'Add product'),
  },
  {
    name: 'paste',
    show: async (page) => {
      await at(page, 2, 'Price')
      await paste(page, { 'text/plain': '12.5\t3\nabout ten\t4\n8\tmany\n' })
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'filter',
    show: async (page) => {
      await page.goto(`${page.url()}&filter[status]=Draft`)
      await page.getByText('products match').waitFor()
      await press(page, 'Filter')
    },
  },
  { name: 'facets', show: async (page) => press(page, 'Facets') },
  { name: 'sort', show: async (page) => press(page, 'Sort') },
  { name: 'group', show: async (page) => page.getByRole('combobox', { name: 'Group' }).click() },
  { name: 'category-tree', show: async (page) => press(page, 'Categories') },
  { name: 'columns', show: async (page) => press(page, 'Columns') },
  { name: 'colours', show: async (page) => press(page, 'Colours') },
  { name: 'row-height', show: async (page) => press(page, 'Row height') },
  { name: 'views', show: async (page) => press(page, /All products/) },
  {
    name: 'column-menu',
    show: async (page) => {
      await new Grid(page).header('Price').hover()
      await press(page, 'Menu of Price')
    },
  },
  {
    name: 'replace',
    show: async (page) => {
      await at(page, 1, 'Product name')
      await keys(page, 'Control+h')
      await page.getByRole('textbox', { name: 'Find' }).fill('chair')
      await page
        .getByText(/\d of \d/)
        .first()
        .waitFor()
    },
  },
  { name: 'bulk-edit', show: async (page) => press(page, 'Bulk edit') },
  { name: 'no-match', show: async (page) => page.getByRole('searchbox').fill('no such thing') },
  { name: 'detail-values', show: detail('Values') },
  { name: 'detail-links', show: detail('Links') },
  { name: 'detail-variants', show: detail('Variants') },
  {
    name: 'variants',
    show: async (page) => {
      await page.getByRole('gridcell').first().click()
      await page.keyboard.press('Control+Alt+Enter')
      await page.locator('.variants-matrix').waitFor()
    },
  },
  { name: 'detail-channels', show: detail('Channels') },
  { name: 'detail-history', show: detail('History') },
  {
    name: 'gallery',
    show: async (page) => {
      await go(page, 'Images')
      await page
        .getByRole('radio', { name: 'Gallery' })
        .or(page.getByRole('button', { name: 'Gallery' }))
        .first()
        .click()
    },
  },
  {
    name: 'kanban',
    show: async (page) => {
      await page.getByRole('combobox', { name: 'Table', exact: true }).click()
      await page.getByRole('option', { name: 'Kanban by Status' }).click()
      await page.locator('.row-card img').nth(3).waitFor()
    },
  },
  {
    name: 'calendar',
    show: async (page) => {
      const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
      const call = async (method: string, path: string, data?: object) =>
        (await (await page.request.fetch(`/api/v1${path}`, { method, headers, data })).json()).data
      const rows: readonly { id: string }[] = await call('GET', '/products?limit=40')
      const now = new Date()
      const edits = rows.map(({ id }, index) => {
        const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), 1 + ((index * 5) % 27)))
        return { id, attributes: { launch_date: day.toISOString().slice(0, 10) } }
      })
      await call('POST', '/edits', { type: 'product', edits })
      await page.reload()
      await page.getByRole('combobox', { name: /^(Table|Kanban by Status)$/ }).click()
      await page.getByRole('option', { name: 'Calendar by Launch date' }).click()
      await page.locator('.calendar-day .row-card').nth(9).waitFor()
    },
  },
  {
    name: 'detail-notes',
    show: async (page) => {
      await leaveNote(page, 2, 'Price', 'Ask Nordlys for the price of next year')
      await leaveNote(page, 2, 'Material', 'Is this oak or ash?')
    },
  },
  {
    name: 'export',
    show: async (page) => {
      await at(page, 2, 'Product name')
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
      await press(page, /^Export$/)
    },
  },
]
