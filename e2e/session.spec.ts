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

test('app.session.1 without the session the owner’s surface and the API are closed', async ({ served }) => {
  const statuses = await Promise.all(
    ['/app/v1/session', '/api/v1/products'].map(async (path) => (await fetch(served.origin + path)).status),
  )
  expect(statuses).toEqual([401, 401])
})

test('app.session.1 a script’s key works on the API and not on the owner’s surface', async ({
  served,
  api,
}) => {
  await expect.poll(async () => (await api.get('/products?limit=1')).status).toBe(200)
  const owner = await fetch(`${served.origin}/app/v1/session`, {
    headers: { authorization: `Bearer ${api.key}` },
  })
  expect(owner.status).toBe(401)
})
