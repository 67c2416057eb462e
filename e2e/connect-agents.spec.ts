import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { Agent } from './pages/agent.ts'

test.use({ sample: false })

// A pending request would open its dialog over the next tests.
test.afterEach(async ({ page }) => {
  const { data } = (await (await page.request.get('/app/v1/consents')).json()) as { data: { code: string }[] }
  for (const { code } of data) await page.request.post(`/app/v1/consents/${code}/deny`, { data: {} })
})

// The dialog is outside the landmarks, over all of them.
const beside = { rulesLeftOut: ['region'] }

const anonymous = { storageState: { cookies: [], origins: [] } }

test('app.agent.1 the owner allows an agent in the app by its code, sees what it did, and ends its access', async ({
  served,
  browser,
  page,
  open,
  catalog,
  api,
}) => {
  await api.define({
    name: 'SKU',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await using agent = await Agent.register(served.origin, 'Catalog assistant')
  await open()
  const elsewhere = await browser.newContext(anonymous)
  const waiting = await elsewhere.newPage()
  await waiting.goto(agent.address('read:products write:products delete:products read:jobs'))
  await expect(waiting.getByRole('heading', { level: 1 })).toContainText('Catalog assistant')
  await expect(waiting.getByRole('button')).toHaveCount(0)
  await expectAccessible(waiting, beside)
  const code = (await waiting.getByLabel('Code').textContent()) ?? ''

  const dialog = page.getByRole('dialog', { name: 'Allow “Catalog assistant” to use your catalog?' })
  await expect(dialog.getByLabel('Code')).toHaveText(code)
  await expect(dialog.getByRole('checkbox', { name: 'read:products' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'delete:products' })).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'read:vendors' })).toHaveCount(0)
  await expectAccessible(page, beside)
  await dialog.getByRole('checkbox', { name: 'read:jobs' }).uncheck()
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(dialog).toBeHidden()

  await expect(waiting.getByRole('heading', { name: 'Back at the agent' })).toBeVisible()
  const { token = '', scope } = await agent.answer()
  expect(scope).toBe('read:products write:products')
  const create = () =>
    agent.callTool(token, 'create_entity', { type: 'product', attributes: { sku: 'CH-100' } })
  expect(await create()).toBe(200)

  await catalog.goTo('Connect')
  const card = page.getByRole('list', { name: 'Connected agents' }).getByRole('listitem').first()
  await expect(card).toContainText('Catalog assistant')
  await expect(card).toContainText('Last used just now')
  await expect(card.getByRole('listitem')).toContainText('Created CH-100')
  await expectAccessible(page, beside)
  await card.getByRole('button', { name: 'Revoke Catalog assistant' }).click()
  const confirm = page.getByRole('button', { name: 'End the access' })
  await confirm.click()
  await expect(confirm).toBeHidden()
  await expect(card).toBeHidden()
  await expect.poll(create).toBe(401)
  await elsewhere.close()
})

test(
  'app.agent.2 a request that is put off waits on the Connect page, and can be turned away there',
  { tag: '@long' },
  async ({ served, browser, page, open, catalog }) => {
    await using agent = await Agent.register(served.origin, 'Unwanted agent')
    await open()
    const elsewhere = await browser.newContext(anonymous)
    const waiting = await elsewhere.newPage()
    await waiting.goto(agent.address('read:products'))

    const dialog = page.getByRole('dialog', { name: /^Allow “Unwanted agent”/ })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await catalog.goTo('Connect')
    await page.getByRole('button', { name: 'Look at the request' }).click()
    await dialog.getByRole('button', { name: 'Do not allow' }).click()

    await expect(waiting.getByRole('heading', { name: 'Back at the agent' })).toBeVisible()
    expect(await agent.answer()).toEqual({ error: 'access_denied' })
    await elsewhere.close()
  },
)

test(
  'app.agent.1 in the browser that holds the session the page itself takes the approval',
  { tag: '@long' },
  async ({ served, page, workspace }) => {
    await using agent = await Agent.register(served.origin, 'Browser agent')
    await page.goto(agent.address('read:products write:products'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Browser agent')
    await expect(page.getByRole('radio', { name: workspace.name })).toBeVisible()
    await expectAccessible(page, beside)
    await page.getByRole('checkbox', { name: 'write:products' }).uncheck()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Back at the agent' })).toBeVisible()
    expect(await agent.answer()).toMatchObject({ scope: 'read:products' })
  },
)

test(
  'app.agent.3 a page of another site can neither frame the consent nor have its click taken for one',
  { tag: '@long' },
  async ({ served, page }) => {
    await using agent = await Agent.register(served.origin, 'Framed agent')
    const address = agent.address('read:products')
    await using site = await serveHtml(
      `<a href="${address}">Win a prize</a><iframe src="${address}" title="frame"></iframe>
     <form method="post" action="${served.origin}/oauth/register"><button>Play</button></form>`,
    )
    const framed = page.waitForResponse((response) => response.url() === address)
    await page.goto(site.address)
    expect((await framed).status()).toBe(403)

    await page.getByRole('link', { name: 'Win a prize' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Framed agent')
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.goto(page.url())
    await expect(page.getByLabel('Code')).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)

    await page.goto(site.address)
    await page.getByRole('button', { name: 'Play' }).click()
    await expect(page.getByText('forbidden')).toBeVisible()
  },
)

async function serveHtml(body: string): Promise<AsyncDisposable & { readonly address: string }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Elsewhere</title>${body}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
