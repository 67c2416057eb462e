import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/schemas/team.ts'
import { sendRequest } from '../testing/http-client.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { freePort } from '../testing/free-port.ts'
import {
  issuerClient,
  type SignInIssuer,
  signInAtIssuer,
  startSignInIssuer,
} from '../testing/sign-in-issuer.ts'
import {
  cheapPasswords,
  goodPassword,
  type TeamServer,
  teamServer,
  TestBrowser,
  tokenOf,
} from '../testing/team-server.ts'

const otherPassword = 'nine patient herons count pebbles'

let issuer: SignInIssuer
let server: TeamServer
beforeAll(async () => {
  const port = await freePort()
  issuer = await startSignInIssuer(`http://127.0.0.1:${port}`)
  const oidc = { issuer: issuer.issuer, ...issuerClient }
  server = await teamServer({ port, team: { passwordCost: cheapPasswords, oidc } })
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await issuer?.[Symbol.asyncDispose]()
})

const ownId = async (browser: TestBrowser): Promise<string> =>
  (await browser.get('/app/v1/me')).body.user.id as string

async function actions(): Promise<string[]> {
  const { commandOrigin, sessionToken } = server.server
  const headers = { authorization: `Bearer ${sessionToken}` }
  const { body } = await sendRequest(commandOrigin, { path: '/app/v1/audit?limit=200', headers })
  return (body.data as AuditEntry[]).map(({ action, subject }) => `${action} ${subject ?? ''}`)
}

async function turnCodesOn(browser: TestBrowser): Promise<TOTP> {
  const { secret } = (await browser.post('/app/v1/account/codes')).body.data
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const body = { secret, password: goodPassword, code: totp.generate() }
  expect((await browser.post('/app/v1/account/codes/confirm', body)).status).toBe(200)
  return totp
}

test('an administrator turns off the codes of who has lost them, which ends their sessions [ACCOUNT-33]', async () => {
  const ana = await server.join({ email: 'ana@example.com', role: 'owner' })
  const path = `/app/v1/people/${await ownId(ana)}/reset-codes`
  expect((await server.owner.post(path)).status).toBe(409)
  await turnCodesOn(ana)
  expect((await ana.post(path)).status).toBe(403)
  expect((await new TestBrowser(server).signIn('ana@example.com')).status).toBe(401)
  expect((await server.owner.post(path)).body.data).toMatchObject({
    email: 'ana@example.com',
    has_codes: false,
  })
  expect((await ana.get('/app/v1/me')).status).toBe(401)
  expect((await new TestBrowser(server).signIn('ana@example.com')).status).toBe(204)
  await expect.poll(actions).toContain('codes_reset ana@example.com')
})

test('an account that is deleted opens nothing, and what its person did keeps the name [ACCOUNT-34]', async () => {
  const bo = await server.join({ email: 'bo@example.com', role: 'manager' })
  const id = await ownId(bo)
  const { id: workspace } = server.workspace
  const attribute = { entity_type: 'product', data_type: 'single_line_text_field', name: 'SKU', key: 'sku' }
  expect((await bo.post('/api/v1/attributes', { ...attribute, is_primary: true })).status).toBe(201)
  const product = await bo.post('/api/v1/products', { attributes: { sku: 'A' } })
  const key = await bo.post(`/app/v1/workspaces/${workspace}/keys`, { name: 'Bo', scopes: ['read:products'] })
  const authorization = `Bearer ${key.body.data.key as string}`
  const reset = (await server.owner.post(`/app/v1/people/${id}/reset-password`)).body.link as string
  expect((await bo.send({ method: 'DELETE', path: `/app/v1/people/${id}` })).status).toBe(403)

  const deleted = await server.owner.send({ method: 'DELETE', path: `/app/v1/people/${id}` })
  expect([deleted.status, deleted.body.data.email]).toEqual([200, 'bo@example.com'])
  expect((await bo.get('/app/v1/me')).status).toBe(401)
  expect((await server.send({ path: '/api/v1/products', headers: { authorization } })).status).toBe(401)
  expect((await new TestBrowser(server).signIn('bo@example.com')).status).toBe(401)
  const accept = { token: tokenOf(reset), password: otherPassword }
  expect((await new TestBrowser(server).post('/app/v1/invitations/accept', accept)).status).toBe(404)
  const people = (await server.owner.get('/app/v1/people')).body.data
  expect(people.map(({ email }: { email: string }) => email)).not.toContain('bo@example.com')
  const path = `/api/v1/products/${product.body.data.id as string}/events`
  expect((await server.owner.get(path)).body.data[0].actor).toEqual({ type: 'user', id, name: 'bo' })
  await expect
    .poll(actions)
    .toEqual(expect.arrayContaining(['person_deleted bo@example.com', 'key_revoked Bo']))
  const again = await server.join({ email: 'bo@example.com', role: 'viewer' })
  expect(await ownId(again)).not.toBe(id)
})

test('the last administrator stays, and workspaces of a deleted owner go to the administrators [ACCOUNT-34]', async () => {
  const sam = await ownId(server.owner)
  expect((await server.owner.send({ method: 'DELETE', path: `/app/v1/people/${sam}` })).status).toBe(409)
  const cy = await server.join({ email: 'cy@example.com', role: 'owner' })
  const id = await ownId(cy)
  await cy.send({ method: 'PATCH', path: `/app/v1/people/${sam}`, body: { role: 'viewer' } })
  for (const person of (await server.owner.get('/app/v1/people')).body.data)
    if (person.role === 'owner' && person.id !== id)
      await cy.send({
        method: 'PATCH',
        path: `/app/v1/people/${person.id as string}`,
        body: { role: 'viewer' },
      })
  expect((await server.owner.get('/app/v1/me')).body.role).toBe('viewer')
  expect((await server.owner.send({ method: 'DELETE', path: `/app/v1/people/${id}` })).status).toBe(200)
  expect((await server.owner.get('/app/v1/me')).body.role).toBe('owner')
})

test('an e-mail is changed by an administrator, or by its person with the password [ACCOUNT-35]', async () => {
  const dee = await server.join({ email: 'dee@example.com', role: 'owner' })
  const id = await ownId(dee)
  const reset = (await server.owner.post(`/app/v1/people/${id}/reset-password`)).body.link as string
  const change = (browser: TestBrowser, email: string) =>
    browser.send({ method: 'PATCH', path: `/app/v1/people/${id}`, body: { email } })
  expect((await change(dee, 'dee@work.example')).status).toBe(403)
  expect((await change(server.owner, 'Sam@example.com')).body.error.field_errors).toMatchObject([
    { field: 'email', issue: 'not_unique' },
  ])
  expect((await change(server.owner, 'no address')).status).toBe(400)
  expect((await change(server.owner, 'dee@work.example')).body.data.email).toBe('dee@work.example')
  expect((await new TestBrowser(server).signIn('dee@example.com')).status).toBe(401)
  expect((await new TestBrowser(server).signIn('dee@work.example')).status).toBe(204)
  await server.join({ email: 'dee@example.com', role: 'viewer' })
  const accept = { token: tokenOf(reset), password: otherPassword }
  expect((await new TestBrowser(server).post('/app/v1/invitations/accept', accept)).status).toBe(404)

  const own = (password: string, email: string) => dee.post('/app/v1/account/email', { password, email })
  expect((await own('not the password at all', 'dee@home.example')).status).toBe(400)
  expect((await own(goodPassword, 'dee@home.example')).status).toBe(204)
  expect((await dee.get('/app/v1/me')).body.user).toMatchObject({ id, email: 'dee@home.example' })
  await expect.poll(actions).toContain('email_changed dee@home.example')
})

test('a new password ends keys where that is asked for [ACCOUNT-32]', async () => {
  const ed = await server.join({ email: 'ed@example.com', role: 'manager' })
  const { id: workspace } = server.workspace
  const makeKey = async () => {
    const made = await ed.post(`/app/v1/workspaces/${workspace}/keys`, {
      name: 'Ed',
      scopes: ['read:products'],
    })
    return { authorization: `Bearer ${made.body.data.key as string}` }
  }
  const isGood = async (headers: { authorization: string }) =>
    (await server.send({ path: '/api/v1/products', headers })).status === 200
  const reset = (query = '') => server.owner.post(`/app/v1/people/${id}/reset-password${query}`)
  const [id, first] = [await ownId(ed), await makeKey()]
  const { link } = (await reset()).body
  expect(await isGood(first)).toBe(true)
  const accept = (token: string, more: object) =>
    new TestBrowser(server).post('/app/v1/invitations/accept', { token, password: otherPassword, ...more })
  expect((await accept(tokenOf(link), { end_credentials: true })).status).toBe(204)
  expect(await isGood(first)).toBe(false)

  await ed.signIn('ed@example.com', otherPassword)
  const second = await makeKey()
  await reset('?end_credentials=true')
  expect(await isGood(second)).toBe(false)
})

describe('a provider of OpenID Connect whose verified e-mail has an account', () => {
  const start = () => `${server.server.origin}/app/v1/oidc/start`
  const link = (browser: TestBrowser, password: string, code = '') =>
    browser.send({
      method: 'POST',
      path: '/app/v1/oidc/link',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password, code }).toString(),
    })

  test('is linked once the password was typed, and the code where the account asks for one [ACCOUNT-36]', async () => {
    issuer.accounts['sub-fay'] = { email: 'Fay@example.com', email_verified: true, name: 'Fay' }
    const fay = await server.join({ email: 'fay@example.com', role: 'editor' })
    const totp = await turnCodesOn(fay)
    const browser = new TestBrowser(server)
    const asked = await signInAtIssuer(issuer, 'sub-fay', browser, start())
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Link your account')])
    expect((await browser.get('/app/v1/me')).status).toBe(401)
    const code = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await link(new TestBrowser(server), goodPassword, code)).status).toBe(403)
    expect((await link(browser, otherPassword)).status).toBe(401)
    expect((await link(browser, goodPassword)).status).toBe(401)
    expect((await link(browser, goodPassword, code)).status).toBe(303)
    expect((await browser.get('/app/v1/me')).body.user.name).toBe('fay')
    expect((await link(browser, goodPassword, code)).status).toBe(403)
    const again = new TestBrowser(server)
    expect((await signInAtIssuer(issuer, 'sub-fay', again, start())).status).toBe(303)
    expect((await again.get('/app/v1/me')).body.user.name).toBe('fay')
  })

  test('but not where the e-mail is not verified, the account is disabled, or another one is linked [ACCOUNT-36]', async () => {
    issuer.accounts['sub-gil'] = { email: 'gil@example.com', email_verified: false, name: 'Gil' }
    const gil = await server.join({ email: 'gil@example.com', role: 'editor' })
    expect((await signInAtIssuer(issuer, 'sub-gil', new TestBrowser(server), start())).status).toBe(403)
    issuer.accounts['sub-gil'] = { email: 'gil@example.com', email_verified: true, name: 'Gil' }
    const path = `/app/v1/people/${await ownId(gil)}`
    await server.owner.send({ method: 'PATCH', path, body: { disabled: true } })
    expect((await signInAtIssuer(issuer, 'sub-gil', new TestBrowser(server), start())).status).toBe(403)
  })
})

describe('a forgotten password', () => {
  const ask = (browser: TestBrowser, email: string) => browser.post('/app/v1/sign-in/forgotten', { email })

  test('is not asked for where no mail is set up [ACCOUNT-37]', async () => {
    expect((await server.send({ path: '/app/v1/sign-in' })).body.data.forgotten).toBe(false)
    expect((await ask(new TestBrowser(server), 'sam@example.com')).status).toBe(409)
  })

  test('is replaced by a mailed link, for an hour and once; whether there is an account is told to nobody [ACCOUNT-37]', async () => {
    const { url, received } = await startMailServer()
    let ahead = 0
    const mail = { url, from: 'catalog@example.com' }
    const now = () => Date.now() + ahead
    await using mailing = await teamServer({ team: { passwordCost: cheapPasswords, mail, now } })
    const anonymous = new TestBrowser(mailing)
    expect((await anonymous.get('/app/v1/sign-in')).body.data.forgotten).toBe(true)
    const unknown = await ask(anonymous, 'nobody@example.com')
    const known = await ask(anonymous, 'SAM@example.com')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(known.status).toBe(204)
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]).toContain('To: sam@example.com')
    const tokenIn = (text: string | undefined) =>
      /#reset=([\w-]+)/.exec((text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? ''
    const accept = (token: string) =>
      anonymous.post('/app/v1/invitations/accept', { token, password: otherPassword })
    ahead = 3_600_000
    expect((await accept(tokenIn(received[0]))).status).toBe(404)
    await ask(anonymous, 'sam@example.com')
    await expect.poll(() => received.length).toBe(2)
    expect((await accept(tokenIn(received[1]))).status).toBe(204)
    expect((await accept(tokenIn(received[1]))).status).toBe(404)
    expect((await mailing.owner.get('/app/v1/me')).status).toBe(401)
    expect((await anonymous.signIn('sam@example.com', otherPassword)).status).toBe(204)
  })

  test('fills no mailbox, and an address does not ask without end [ACCOUNT-37]', async () => {
    const { url, received } = await startMailServer()
    const mail = { url, from: 'catalog@example.com' }
    await using mailing = await teamServer({ team: { passwordCost: cheapPasswords, mail } })
    const anonymous = new TestBrowser(mailing)
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1)
      statuses.push((await ask(anonymous, 'sam@example.com')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429])
    await expect.poll(() => received.length).toBe(3)
    expect((await anonymous.signIn('sam@example.com')).status).toBe(204)
  })
})
