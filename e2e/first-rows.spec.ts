import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

// Issue: "first rows ≤ 1.5 s after launch". The requests for them are sent at once, and nothing else is
// loaded before them.
test('app.start.2 the first rows wait for one script, one font, and one wave of requests that stands before the counts', async ({
  page,
  open,
  grid,
}) => {
  await page.route('**/assets/later-*', () => undefined)
  await open()
  await expect(grid.row(1)).toBeVisible()
  const ahead = ['/app/v1/session', '/api/v1/attributes?', '/app/v1/attributes?', '/app/v1/views?']
  const placesOf = (asked: readonly string[]) =>
    ahead.map((path) => asked.findIndex((url) => url.startsWith(path)))
  const countsIn = (asked: readonly string[]) => asked.findIndex((url) => url.endsWith('?limit=1'))
  // A pending request is listed once it has been answered.
  const missing = async () => {
    const asked = await requestsOf(page)
    return [...placesOf(asked), countsIn(asked)].filter((position) => position < 0).length
  }
  await expect.poll(missing).toBe(0)
  const asked = await requestsOf(page)
  const last = Math.max(...placesOf(asked))
  const counts = countsIn(asked)
  expect(last).toBeLessThan(counts)
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([expect.stringContaining('/index-')])
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status)))
    .toEqual(['loaded', 'unloaded', 'unloaded'])
})

test(
  'app.start.2 what comes later is loaded unasked, so that no dialog or page waits for the server',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    const later = page.waitForResponse('**/assets/later-*')
    await open()
    await expect(grid.row(1)).toBeVisible()
    await (await later).finished()
    await page.route('**/assets/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Attributes' }).click()
    await expect(page.getByRole('heading', { name: 'Attributes' })).toBeVisible()
  },
)

test(
  'app.start.3 a dialog whose code cannot be had is no empty window, and works once the server is back',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await page.route('**/assets/later-*', (route) => route.abort())
    await open()
    await expect(grid.row(1)).toBeVisible()
    await page.getByRole('link', { name: 'Attributes' }).click()
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    await page.unroute('**/assets/later-*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Attributes' })).toBeVisible()
  },
)

function requestsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
  )
}
