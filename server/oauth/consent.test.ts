/**
 * Rules about who can start and finish a consent (issue: nothing unseen, nothing without the owner's
 * session).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderConsentForm } from './consent-page.ts'
import { Agent, Browser, follow, type Page, readForm } from '../testing/oauth-agent.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let agent: Agent
const evil = 'https://evil.example'

beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  agent = await Agent.connect(`${server.server.origin}/mcp`, { client_name: 'Asking <b>agent</b>' })
})
afterAll(() => server[Symbol.asyncDispose]())

async function ownersBrowser(headers?: Record<string, string>): Promise<Browser> {
  const browser = new Browser(headers)
  await browser.open(server.server.appUrl())
  return browser
}

const pending = async () => (await server.asOwner({ path: '/app/v1/consents' })).body.data

async function atConsent(): Promise<{ browser: Browser; page: Page; fields: URLSearchParams }> {
  const browser = await ownersBrowser()
  const page = await browser.open(await agent.authorizationUrl())
  const fields = readForm(page)
  fields.set('decision', 'approve')
  return { browser, page, fields }
}

async function isStillWaiting(page: Page): Promise<boolean> {
  return (await pending()).some(({ code }: { code: string }) => page.html.includes(code))
}

describe('the page', () => {
  test('says what to do where there is no workspace yet', () => {
    const page = renderConsentForm(
      {
        uid: 'uid',
        client: { id: 'agent', name: 'Agent', destination: 'this computer' },
        resources: ['mcp'],
        scopes: ['read:products'],
        isFromOtherSite: false,
        code: 'CODE',
        formToken: 'token',
        createdAt: 0,
        expiresAt: 1,
        decision: undefined,
        personId: null,
      },
      [],
    )
    expect(page).toContain('There is no workspace yet. Make one in Vitrine')
  })

  test('names the client as text, and proposes everything but deleting in one workspace', async () => {
    const { page, fields } = await atConsent()
    expect(page.html).toContain('Asking &lt;b&gt;agent&lt;/b&gt;')
    expect(page.html).not.toContain('<b>agent')
    expect(fields.getAll('workspace')).toEqual([server.workspace.id])
    expect(page.html).toContain('value="delete:products" aria-label="delete:products">')
    expect(fields.getAll('scope')).toContain('write:products')
    expect(fields.getAll('scope').filter((scope) => scope.startsWith('delete:'))).toEqual([])
  })

  test('cannot be framed, holds no script of its own and is kept by nobody', async () => {
    const { page } = await atConsent()
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['x-frame-options']).toBe('DENY')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.html).not.toMatch(/<script(?! src)|onload|autofocus/)
  })

  test('shows the code and no form to a browser without the session', async () => {
    const page = await new Browser().open(await agent.authorizationUrl())
    expect(page.html).toContain('vitrine approve')
    expect(page.html).not.toContain('<form')
  })

  test('turns the agent away where the owner says so', async () => {
    const { browser, page, fields } = await atConsent()
    fields.set('decision', 'deny')
    const { url } = await follow(browser, await browser.submit(page, fields))
    expect(url.searchParams.get('error')).toBe('access_denied')
  })

  test('asks again where nothing is chosen', async () => {
    const { browser, page, fields } = await atConsent()
    fields.delete('scope')
    const answer = await browser.submit(page, fields)
    expect([answer.status, await isStillWaiting(page)]).toEqual([400, true])
    expect(answer.html).toContain('role="alert"')
  })

  test('grants nothing that was not asked for', async () => {
    const browser = await ownersBrowser()
    const page = await browser.open(await agent.authorizationUrl({ scope: 'read:products' }))
    const fields = readForm(page)
    fields.set('decision', 'approve')
    fields.append('scope', 'write:products')
    expect((await browser.submit(page, fields)).status).toBe(400)
    expect(await isStillWaiting(page)).toBe(true)
  })

  test('offers an agent that asks for nothing known no consent at all', async () => {
    const browser = await ownersBrowser()
    const { url } = await browser.open(await agent.authorizationUrl({ scope: 'read:moon' }))
    expect(url.searchParams.get('error')).toBe('invalid_scope')
  })
})

describe('a page that the owner happens to visit', () => {
  const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

  test.each<[string, Record<string, string>]>([
    ['in a frame', { ...navigation, 'sec-fetch-dest': 'iframe' }],
    ['in an object', { ...navigation, 'sec-fetch-dest': 'object' }],
    [
      'ahead of a click',
      { ...navigation, 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' },
    ],
    [
      'by a script',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
    ],
    [
      'as a picture',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['with its origin', { origin: evil }],
  ])('cannot start a grant %s', async (_name, headers) => {
    const before = (await pending()).length
    const page = await new Browser(headers).open(await agent.authorizationUrl())
    expect([page.status, (await pending()).length]).toEqual([403, before])
  })

  test('can lead to the page, which then takes no approval, not even from the owner [AUTH-06]', async () => {
    const browser = await ownersBrowser({ ...navigation, 'sec-fetch-dest': 'document' })
    const page = await browser.open(await agent.authorizationUrl())
    expect([page.status, page.html.includes('<form')]).toEqual([200, false])
    const again = await browser.open(page.url, { headers: { 'sec-fetch-site': 'none' } })
    expect([again.status, again.html.includes('<form')]).toEqual([200, false])
    expect(await isStillWaiting(page)).toBe(true)
  })

  test.each(['/oauth/register', '/oauth/token', '/oauth/revoke'])('cannot call %s', async (path) => {
    for (const headers of [{ origin: evil }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }]) {
      const answer = await server.send({ method: 'POST', path, headers, body: {} })
      expect(answer.status).toBe(403)
    }
  })

  test.each<[string, Record<string, string>]>([
    ['a foreign origin', { origin: evil }],
    ['no origin that it can name', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['another port of this computer', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
    ['a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
  ])('cannot send the form from %s', async (_name, headers) => {
    const { browser, page, fields } = await atConsent()
    expect((await browser.submit(page, fields, headers)).status).toBe(403)
    expect(await isStillWaiting(page)).toBe(true)
  })
})

describe('without the owner', () => {
  test('a form that the page did not write is refused', async () => {
    const { browser, page, fields } = await atConsent()
    fields.set('form_token', 'guessed')
    expect((await browser.submit(page, fields)).status).toBe(403)
    fields.delete('form_token')
    expect((await browser.submit(page, fields)).status).toBe(403)
    expect(await isStillWaiting(page)).toBe(true)
  })

  test('the browser that waits cannot answer for itself [AUTH-05]', async () => {
    const browser = new Browser()
    const page = await browser.open(await agent.authorizationUrl())
    const fields = new URLSearchParams({
      decision: 'approve',
      workspace: server.workspace.id,
      scope: 'read:products',
    })
    expect((await browser.submit(page, fields)).status).toBe(403)
    expect((await browser.open(`${page.url.href}/finish`)).status).toBe(404)
    expect(await isStillWaiting(page)).toBe(true)
  })

  test('another browser can neither see nor finish it', async () => {
    const { page } = await atConsent()
    const other = await ownersBrowser()
    expect((await other.open(page.url)).status).toBe(404)
    const state = await other.open(`${page.url.href}/state`)
    expect(JSON.parse(state.html)).toEqual({ state: 'ended', takes_approval: false })
  })

  test('keys and tokens cannot approve', async () => {
    const { page } = await atConsent()
    const [{ code }] = await pending()
    const headers = { authorization: `Bearer ${server.key}` }
    const path = `/app/v1/consents/${code}/approve`
    const body = { workspace_id: server.workspace.id, scopes: ['read:products'] }
    expect((await server.send({ method: 'POST', path, headers, body })).status).toBe(401)
    expect(await isStillWaiting(page)).toBe(true)
  })
})

describe('the owner in the app', () => {
  const approve = async (code: string, body: object) =>
    (await server.asOwner({ method: 'POST', path: `/app/v1/consents/${code}/approve`, body })).body

  test('is told what is wrong with an approval', async () => {
    const { page } = await atConsent()
    const code = (await pending()).at(-1).code
    const { id } = server.workspace
    expect((await approve('AAAA-AAAA', { workspace_id: id, scopes: ['read:jobs'] })).error.code).toBe(
      'not_found',
    )
    expect((await approve(code, { workspace_id: id, scopes: [] })).error.field_errors).toMatchObject([
      { field: 'scopes', issue: 'expected_values' },
    ])
    expect(
      (await approve(code, { workspace_id: id, scopes: ['read:moon'] })).error.field_errors,
    ).toMatchObject([{ field: 'scopes', issue: 'invalid_value' }])
    expect(
      (await approve(code, { workspace_id: page.url.href, scopes: ['read:jobs'] })).error.field_errors,
    ).toMatchObject([{ field: 'workspace_id', issue: 'invalid_value' }])
    expect(await isStillWaiting(page)).toBe(true)
  })
})
