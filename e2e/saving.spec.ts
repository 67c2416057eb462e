import { expect, test } from './fixtures.ts'

test(
  'grid.live.6 what cannot be saved for five seconds is said with the reason, and sent by itself',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await open()
    let isRefused = true
    await page.route('**/api/v1/edits', async (route) => {
      if (!isRefused) return route.continue()
      const error = {
        code: 'internal_error',
        message: 'The disk is full.',
        is_retriable: true,
        field_errors: [],
      }
      return route.fulfill({ status: 503, json: { error: { ...error, status_code: 503 } } })
    })
    await grid.goTo(1, 'Product name')
    await page.keyboard.type('Kept')
    await page.keyboard.press('Enter')
    const banner = page.getByText('Nothing could be saved for more than five seconds.')
    await expect(banner).toBeVisible()
    await expect(banner).toContainText('The disk is full. What you typed stays here and is sent by itself.')
    isRefused = false
    await expect(banner).toBeHidden()
    await expect(grid.row(1)).toContainText('Kept')
  },
)
