import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
} from '../testing/team-server.ts'

const minute = 60_000

let ahead = -60 * minute
const now = () => Date.now() + ahead

let issuer: SignInIssuer
let server: TeamServer
beforeAll(async () => {
  const port = await freePort()
  issuer = await startSignInIssuer(`http://127.0.0.1:${port}`)
  const oidc = { issuer: issuer.issuer, ...issuerClient }
  server = await teamServer({ port, team: { passwordCost: cheapPasswords, now, oidc } })
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await issuer?.[Symbol.asyncDispose]()
})

const key = { name: 'Shop', scopes: ['read:products'] }
const keysPath = () => `/app/v1/workspaces/${server.workspace.id}/keys`

const follow = (subject: string, browser: TestBrowser, start: string) =>
  signInAtIssuer(issuer, subject, browser, server.server.origin + start)

function steps(personId: string): [method: string, path: string, body?: object][] {
  const none = '018f0000-0000-7000-8000-00000000ffff'
  const workspace = `/app/v1/workspaces/${server.workspace.id}`
  const provider = { name: 'Local', kind: 'openai_compatible', base_url: 'http://127.0.0.1:9' }
  return [
    ['POST', keysPath(), key],
    ['POST', '/app/v1/consents/code/approve', { workspace_id: server.workspace.id, scopes: [] }],
    ['PATCH', `/app/v1/people/${personId}`, { administrator: true }],
    ['PATCH', `/app/v1/people/${personId}`, { role: 'owner' }],
    ['POST', `/app/v1/people/${personId}/reset-password`],
    ['POST', '/app/v1/invitations', { email: 'new@example.com', role: 'owner' }],
    ['POST', `${workspace}/backups/none/restore`],
    ['POST', `${workspace}/move`, { nodes: [] }],
    ['POST', '/app/v1/providers', provider],
    ['PATCH', `/app/v1/providers/${none}`, { base_url: 'http://127.0.0.1:10' }],
    ['PATCH', `/app/v1/providers/${none}`, { key: 'sk-x' }],
  ]
}

test('weighty steps ask again a quarter of an hour after the last time, and others never [ACCOUNT-31]', async () => {
  const ed = await server.join({ email: 'ed@example.com', role: 'editor' })
  const { id } = (await ed.get('/app/v1/me')).body.user
  const send = (method: string, path: string, body?: object) =>
    server.owner.send({ method, path, ...(body && { body }) })
  expect((await server.owner.post(keysPath(), key)).status).toBe(201)
  ahead += 15 * minute
  for (const [method, path, body] of steps(id)) {
    const refused = await send(method, path, body)
    expect([path, refused.status, refused.body.error.code]).toEqual([path, 403, 'forbidden'])
    const provider = { name: new URL(issuer.issuer).host, start: '/app/v1/oidc/start?confirm=1' }
    expect(refused.body.error.confirm).toEqual({ password: true, code: false, provider })
  }
  expect((await send('PATCH', `/app/v1/people/${id}`, { role: 'viewer' })).status).toBe(200)
  const invitation = { email: 'fi@example.com', role: 'editor' }
  expect((await server.owner.post('/app/v1/invitations', invitation)).status).toBe(200)

  const confirm = (body: object) => server.owner.post('/app/v1/confirm', body)
  expect((await confirm({ password: 'something else entirely' })).status).toBe(400)
  expect((await confirm({ code: '123456' })).status).toBe(409)
  expect((await confirm({})).status).toBe(400)
  expect((await server.owner.post(keysPath(), key)).status).toBe(403)
  expect((await confirm({ password: goodPassword })).status).toBe(204)
  ahead += 15 * minute - 10_000
  expect((await server.owner.post(keysPath(), key)).status).toBe(201)
  ahead += 10_000
  expect((await server.owner.post(keysPath(), key)).status).toBe(403)
  const path = `/app/v1/people/${id}/reset-password`
  expect((await server.asOwner({ method: 'POST', path })).status).toBe(200)
})

test('a one-time code will do, once, and a session confirms for itself alone [ACCOUNT-31]', async () => {
  const browser = new TestBrowser(server)
  expect((await browser.signIn('sam@example.com')).status).toBe(204)
  const { secret } = (await browser.post('/app/v1/account/codes')).body.data
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: now() })
  const on = { secret, password: goodPassword, code: code() }
  expect((await browser.post('/app/v1/account/codes/confirm', on)).status).toBe(200)
  const other = new TestBrowser(server)
  ahead += minute
  expect((await other.signIn('sam@example.com', goodPassword, code())).status).toBe(204)
  ahead += 16 * minute
  const used = code()
  expect((await browser.post('/app/v1/confirm', { code: used })).status).toBe(204)
  expect((await browser.post(keysPath(), key)).status).toBe(201)
  const refused = await other.post(keysPath(), key)
  expect(refused.body.error.confirm).toMatchObject({ password: true, code: true })
  expect((await other.post('/app/v1/confirm', { code: used })).status).toBe(400)
  const off = { password: goodPassword }
  expect((await browser.post('/app/v1/account/codes/off', off)).status).toBe(204)
})

test('who has no password signs in anew at the provider, as themselves [ACCOUNT-31]', async () => {
  Object.assign(issuer.accounts, {
    'sub-ana': { email: 'ana@example.com', email_verified: true, name: 'Ana' },
    'sub-bo': { email: 'bo@example.com', email_verified: true, name: 'Bo' },
  })
  for (const email of ['ana@example.com', 'bo@example.com'])
    await server.asOwner({ method: 'POST', path: '/app/v1/invitations', body: { email, role: 'manager' } })
  const ana = new TestBrowser(server)
  await follow('sub-ana', ana, '/app/v1/oidc/start')
  ahead += 16 * minute
  const { confirm } = (await ana.post(keysPath(), key)).body.error
  expect(confirm).toMatchObject({ password: false, code: false })
  expect((await ana.post('/app/v1/confirm', { password: goodPassword })).status).toBe(409)
  const { location } = await ana.go(server.server.origin + confirm.provider.start)
  const asked = new URL(location).searchParams
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
  expect((await follow('sub-bo', ana, confirm.provider.start)).status).toBe(403)
  expect((await ana.post(keysPath(), key)).status).toBe(403)

  // The issuer uses the real clock: its time is too old for a server whose clock is ahead.
  ahead = 10 * minute
  expect((await follow('sub-ana', ana, confirm.provider.start)).status).toBe(403)
  ahead = 0
  const confirmed = await follow('sub-ana', ana, confirm.provider.start)
  expect([confirmed.status, confirmed.text]).toEqual([200, expect.stringContaining('choose Continue')])
  expect((await ana.post(keysPath(), key)).status).toBe(201)
  expect((await ana.get('/app/v1/me')).body.user.name).toBe('Ana')
})
