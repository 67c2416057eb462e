import type { Browser, BrowserContextOptions, Page, Route } from '@playwright/test'
import type { EntityResource } from '#shared/entities.ts'
import { expect, test } from './fixtures.ts'
import { FarRows, farScreens, launchAtRatio } from './pages/far-rows.ts'

const total = 1_000_000
const nameOf = (row: number): string => `Row ${row}`

test.use({ sample: false })

// The screen with the rows furthest apart represents the others, which only the long tests try.
for (const { name, ratio } of process.env['LONG_TESTS'] ? farScreens : farScreens.slice(0, 1)) {
  test(`grid.scale.1 grid.rows.8 row 1,000,000 is reached, scrolled and edited (${name})`, async ({
    api,
    session,
    workspace,
    baseURL,
  }) => {
    await api.define({
      name: 'Name',
      entity_type: 'product',
      data_type: 'single_line_text_field',
      is_primary: true,
    })
    await api.define({ name: 'Note', entity_type: 'product', data_type: 'single_line_text_field' })
    const id = await api.create('products', { name: nameOf(total) })
    const browser = await launchAtRatio(ratio)
    try {
      const page = await openMillion(browser, {
        session,
        url: `${baseURL}/?workspace=${workspace.id}&view=products`,
        last: () => api.get(`/products/${id}`),
      })
      expect(await page.evaluate(() => devicePixelRatio)).toBe(ratio)
      const rows = new FarRows(page, total, nameOf)
      await rows.scrollToEnd()
      await rows.expectExactWheel(total)
      await page.keyboard.press('Tab')
      await page.keyboard.type('The millionth')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await api.read('products', id))['note']).toBe('The millionth')
      await expect(rows.grid.row(1_000_000)).toContainText('The millionth')
      expect(await roomBesideNumber(page, 1_000_000)).toBeGreaterThan(40)
      for (const row of [500_000, 3, 999_999]) await rows.goTo(row)
      await rows.expectExactWheel(999_999)
      await rows.dragThumbToMiddle()
      await page.keyboard.press('Control+z')
      await expect.poll(async () => (await api.read('products', id))['note']).toBeUndefined()
    } finally {
      await browser.close()
    }
  })
}

async function roomBesideNumber(page: Page, row: number): Promise<number> {
  return page.locator(`[role="rowheader"][aria-label="${row}"]`).evaluate((head) => {
    const number = document.createRange()
    if (head.firstChild) number.selectNode(head.firstChild)
    return head.getBoundingClientRect().width - number.getBoundingClientRect().width
  })
}

test('grid.scale.1 rows that come while scrolling take the elements of those that leave', async ({
  api,
  open,
  grid,
}) => {
  const entity_type = 'product'
  await api.define({ name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true })
  for (let at = 0; at < 400; at += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { name: nameOf(at + index + 1) },
    }))
    await api.post('/products/batch', { items })
  }
  await open()
  await expect(grid.row(1)).toContainText('Row 1')
  const counts = await grid.root.evaluate(async (root) => {
    const rows = root.querySelector('[role=rowgroup]:has([role=gridcell])') as Element
    let scroller = root.parentElement as Element
    while (scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement as Element
    const elements = new Set(rows.children)
    const counts = { drawn: elements.size, made: 0, written: 0 }
    const count = (records: MutationRecord[]): void => {
      for (const { type, addedNodes } of records) {
        counts.written += Number(type === 'characterData')
        // Cells of rows that still load show that with an element.
        counts.made += [...addedNodes].filter((node) => (node as Element).role === 'row').length
      }
    }
    const observer = new MutationObserver(count)
    observer.observe(rows, { childList: true, characterData: true, subtree: true })
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame)
      scroller.scrollTop += 60
    }
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    count(observer.takeRecords())
    observer.disconnect()
    return counts
  })
  expect(counts.written).toBeGreaterThan(100)
  expect(counts.made).toBe(0)
  expect(counts.drawn).toBeLessThan(60)
  const numbers = async (): Promise<number[]> =>
    (await grid.root.getByRole('rowheader').allTextContents()).map(Number)
  await expect(async () => {
    const [first = 0, ...rest] = await numbers()
    expect(first).toBeGreaterThan(80)
    expect(rest).toEqual(rest.map((_, index) => first + index + 1))
  }).toPass()
})

interface MillionRows {
  readonly session: NonNullable<BrowserContextOptions['storageState']>
  readonly url: string
  readonly last: () => Promise<{ readonly body: { readonly data: EntityResource } }>
}

/**
 * Opens the app with a million products: the last one is the server's, the others are made up at the
 * network.
 */
async function openMillion(browser: Browser, { session, url, last }: MillionRows): Promise<Page> {
  const context = await browser.newContext({ viewport: null, storageState: session })
  const page = await context.newPage()
  await page.route(/\/api\/v1\/products\?.*snapshot=/, async (route: Route) => {
    const params = new URL(route.request().url()).searchParams
    const offset = Number(params.get('offset') ?? 0)
    const limit = Math.min(Number(params.get('limit')), total - offset)
    const data = Array.from({ length: limit }, (_, index) => madeUp(offset + index + 1))
    if (offset + limit === total) data[limit - 1] = (await last()).body.data
    const pagination = {
      limit,
      offset,
      total,
      has_more: true,
      next_cursor: null,
      snapshot: 'million',
      gone: [],
    }
    await route.fulfill({ json: { data, pagination } })
  })
  await page.goto(url)
  return page
}

function madeUp(row: number): EntityResource {
  const time = '2026-01-01T00:00:00.000Z'
  const id = `00000000-0000-7000-8000-${row.toString(16).padStart(12, '0')}`
  const attributes = { name: nameOf(row), note: `Note ${row}` }
  return {
    id,
    type: 'product',
    label: nameOf(row),
    parent_id: null,
    created_at: time,
    updated_at: time,
    attributes,
  }
}
