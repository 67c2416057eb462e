import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test('app.session.1 the address of the app opens it once: the ticket is used up, the cookie goes on', async ({
  served,
  page,
  browser,
  open,
}) => {
  await open()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(page.url()).not.toContain('ticket')

  const anonymous = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const second = await anonymous.request.get(served.appUrl, { maxRedirects: 0 })
  expect(second.status()).toBeGreaterThanOrEqual(400)
  expect(await anonymous.cookies()).toEqual([])
  await anonymous.close()
})
