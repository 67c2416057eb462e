import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issuerClient, type SignInIssuer, startSignInIssuer } from '../testing/sign-in-issuer.ts'
import { cheapPasswords, type TeamServer, teamServer, TestBrowser } from '../testing/team-server.ts'
import { freePort } from '../testing/free-port.ts'

let issuer: SignInIssuer
let server: TeamServer
beforeAll(async () => {
  const port = await freePort()
  issuer = await startSignInIssuer(`http://127.0.0.1:${port}`)
  const oidc = { issuer: issuer.issuer, ...issuerClient }
  server = await teamServer({ port, team: { passwordCost: cheapPasswords, oidc } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})

const invite = (email: string) => server.owner.post('/app/v1/invitations', { email, role: 'editor' })

async function signInAs(
  subject: string,
  browser: TestBrowser,
): Promise<{ status: number; text: string; callback: string }> {
  const callback = await goToIssuer(subject, browser)
  const { status, text } = await browser.go(callback)
  return { status, text, callback }
}

async function goToIssuer(subject: string, browser: TestBrowser): Promise<string> {
  issuer.signedIn = subject
  const cookies = new Map<string, string>()
  let url = `${server.server.origin}/app/v1/oidc/start`
  for (let step = 0; step < 10; step += 1) {
    if (url.startsWith(`${server.server.origin}/app/v1/oidc/callback`)) return url
    const next = url.startsWith(server.server.origin)
      ? await browser.go(url)
      : await followAtIssuer(url, cookies)
    url = new URL(next.location, url).href
  }
  throw new Error('The way to the issuer has no end.')
}

async function followAtIssuer(url: string, cookies: Map<string, string>): Promise<{ location: string }> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
  return { location }
}

beforeEach(() => {
  Object.assign(issuer.accounts, {
    'sub-ana': { email: 'ana@example.com', email_verified: true, name: 'Ana Díaz' },
    'sub-bo': { email: 'bo@example.com', email_verified: false, name: 'Bo' },
    'sub-cy': { email: 'cy@example.com', email_verified: true, name: 'Cy' },
    'sub-sam': { email: 'sam@example.com', email_verified: true, name: 'Sam' },
  })
})

describe('a provider of OpenID Connect', () => {
  test('is named on the sign-in page [ACCOUNT-24]', async () => {
    const { body } = await server.send({ path: '/app/v1/sign-in' })
    expect(body.data.provider).toEqual({ name: new URL(issuer.issuer).host, start: '/app/v1/oidc/start' })
  })

  test('makes the account of an invitation to a verified e-mail, and knows it by issuer and subject from then on [ACCOUNT-24]', async () => {
    const browser = new TestBrowser(server)
    expect((await signInAs('sub-ana', browser)).status).toBe(403)
    await invite('Ana@example.com')
    expect((await signInAs('sub-ana', browser)).status).toBe(303)
    expect((await browser.get('/app/v1/me')).body).toMatchObject({
      user: { name: 'Ana Díaz' },
      role: 'editor',
    })
    expect((await browser.get('/app/v1/account')).body.data.has_password).toBe(false)
    issuer.accounts['sub-ana'] = { email: 'other@example.com', email_verified: false, name: 'Ana' }
    const again = new TestBrowser(server)
    expect((await signInAs('sub-ana', again)).status).toBe(303)
    expect((await again.get('/app/v1/me')).body.user.email).toBe('ana@example.com')
  })

  test('gives nobody the account of an e-mail that is not verified, or that was not invited [ACCOUNT-25]', async () => {
    await invite('bo@example.com')
    const browser = new TestBrowser(server)
    const unverified = await signInAs('sub-bo', browser)
    expect([unverified.status, unverified.text]).toEqual([
      403,
      expect.stringContaining('You are not signed in'),
    ])
    expect((await signInAs('sub-sam', browser)).status).toBe(200)
    expect((await browser.get('/app/v1/me')).status).toBe(401)
  })

  test('is linked by who is signed in, and ends with a disabled account [ACCOUNT-25]', async () => {
    expect((await signInAs('sub-sam', server.owner)).status).toBe(303)
    const browser = new TestBrowser(server)
    expect((await signInAs('sub-sam', browser)).status).toBe(303)
    expect((await browser.get('/app/v1/me')).body.user.email).toBe('sam@example.com')
    await invite('cy@example.com')
    const cy = new TestBrowser(server)
    await signInAs('sub-cy', cy)
    const { id } = (await cy.get('/app/v1/me')).body.user
    await server.owner.send({ method: 'PATCH', path: `/app/v1/people/${id}`, body: { disabled: true } })
    expect((await cy.get('/app/v1/me')).status).toBe(401)
    expect((await signInAs('sub-cy', cy)).status).toBe(403)
  })

  test('is believed in the browser that began, once [ACCOUNT-26]', async () => {
    issuer.accounts['sub-dee'] = { email: 'dee@example.com', email_verified: true, name: 'Dee' }
    await invite('dee@example.com')
    for (const other of [new TestBrowser(server), server.owner]) {
      const begun = await goToIssuer('sub-dee', new TestBrowser(server))
      expect((await other.go(begun)).status).toBe(403)
    }
    const browser = new TestBrowser(server)
    const { status, callback } = await signInAs('sub-dee', browser)
    expect([status, (await browser.go(callback)).status]).toEqual([303, 403])
    const url = new URL(callback)
    url.searchParams.set('state', 'x')
    expect((await new TestBrowser(server).go(url.href)).status).toBe(403)
  })
})
