import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import {
  cheapPasswords,
  goodPassword,
  type TeamServer,
  teamServer,
  TestBrowser,
  tokenOf,
} from '../testing/team-server.ts'

let server: TeamServer
beforeAll(async () => {
  server = await teamServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a session', () => {
  test('begins with a sign-in and opens the app and the API with the role of the person [ACCOUNT-01]', async () => {
    await server.join({ email: 'ana@example.com', role: 'viewer' })
    const browser = new TestBrowser(server)
    const signedIn = await browser.signIn('ANA@example.com')
    expect([signedIn.status, signedIn.text]).toEqual([204, ''])
    expect(signedIn.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^vitrine_session_\d+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const me = (await browser.get('/app/v1/me')).body
    expect(me.user).toEqual({ id: expect.any(String) as string, name: 'ana', email: 'ana@example.com' })
    expect(me.role).toBe('viewer')
    expect(me.scopes).toContain('read:products')
    expect((await browser.get('/api/v1/products')).status).toBe(200)
    const write = await browser.post('/api/v1/products', { attributes: { product_name: 'x' } })
    expect([write.status, write.body.error.code]).toEqual([403, 'forbidden'])
  })

  test('is another one with each sign-in, and a sign-out ends it on the server [ACCOUNT-02]', async () => {
    const browser = await server.join({ email: 'bo@example.com', role: 'editor' })
    const first = browser.cookie ?? ''
    await browser.signIn('bo@example.com')
    expect(browser.cookie).not.toBe(first)
    expect((await server.send({ path: '/app/v1/me', headers: { cookie: first } })).status).toBe(401)
    const second = browser.cookie ?? ''
    expect((await browser.post('/app/v1/sign-out')).status).toBe(204)
    expect((await server.send({ path: '/app/v1/me', headers: { cookie: second } })).status).toBe(401)
  })
})

describe('a stranger', () => {
  test('hears one sentence, whatever is wrong [ACCOUNT-03]', async () => {
    const answers = [
      await new TestBrowser(server).signIn('sam@example.com', 'wrong'),
      await new TestBrowser(server).signIn('nobody@example.com', goodPassword),
      await new TestBrowser(server).signIn('', ''),
    ]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1)
  })

  test.each(['/app/v1/me', '/app/v1/session', '/app/v1/people', '/api/v1/products', '/app/v1/nope'])(
    'is let into %s neither by nothing nor by the credential of the data folder [ACCOUNT-04]',
    async (path) => {
      const authorization = `Bearer ${server.server.sessionToken}`
      expect((await server.send({ path })).status).toBe(401)
      expect((await server.send({ path, headers: { authorization } })).status).toBe(401)
    },
  )

  test('has no ticket to exchange [ACCOUNT-04]', async () => {
    expect((await server.send({ path: '/session?ticket=x' })).status).toBe(404)
  })
})

describe('a write with a cookie', () => {
  test('names its origin, as sign-in and acceptance do, or is 403 [ACCOUNT-05]', async () => {
    const bodies = { email: 'sam@example.com', password: goodPassword }
    for (const [path, body] of [
      ['/app/v1/sign-in', bodies],
      ['/app/v1/invitations/accept', { token: 'x' }],
    ] as const)
      expect((await server.send({ method: 'POST', path, body })).status).toBe(403)
    const { cookie = '' } = server.owner
    for (const path of ['/app/v1/sign-out', '/api/v1/products'])
      expect((await server.send({ method: 'POST', path, body: {}, headers: { cookie } })).status).toBe(403)
    const foreign = { cookie, origin: 'http://127.0.0.1:1' }
    expect((await server.send({ method: 'POST', path: '/app/v1/sign-out', headers: foreign })).status).toBe(
      403,
    )
    expect((await server.owner.get('/app/v1/me')).status).toBe(200)
  })
})

describe('an invitation', () => {
  test('is good once, even where two come at the same moment [ACCOUNT-06]', async () => {
    const { body } = await server.owner.post('/app/v1/invitations', {
      email: 'cy@example.com',
      role: 'editor',
    })
    const accepted = { token: tokenOf(body.link), name: 'Cy', password: goodPassword }
    const both = await Promise.all(
      [1, 2].map(() => new TestBrowser(server).post('/app/v1/invitations/accept', accepted)),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  })

  test('whose password is weak stays good [ACCOUNT-07]', async () => {
    const { body } = await server.owner.post('/app/v1/invitations', {
      email: 'di@example.com',
      role: 'editor',
    })
    const token = tokenOf(body.link)
    const browser = new TestBrowser(server)
    for (const [password, issue] of [
      ['short', 'too_short'],
      ['password1234', 'invalid_value'],
      ['di@example.com1', 'invalid_value'],
      ['x'.repeat(257), 'too_long'],
    ] as const) {
      const refused = await browser.post('/app/v1/invitations/accept', { token, name: 'Di', password })
      expect(refused.body.error.field_errors).toMatchObject([{ field: 'password', issue }])
    }
    const look = await browser.post('/app/v1/invitations/look', { token })
    expect(look.body.data).toMatchObject({
      kind: 'member',
      email: 'di@example.com',
      role: 'editor',
      workspace: 'Test',
    })
    const good = await browser.post('/app/v1/invitations/accept', {
      token,
      name: 'Di',
      password: goodPassword,
    })
    expect(good.status).toBe(204)
  })

  test('is for owners to make, and not to them who work here already [ACCOUNT-08]', async () => {
    const manager = await server.join({ email: 'ed@example.com', role: 'manager' })
    const refused = await manager.post('/app/v1/invitations', { email: 'fi@example.com', role: 'viewer' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    const again = await server.owner.post('/app/v1/invitations', { email: 'Ed@example.com', role: 'viewer' })
    expect(again.status).toBe(409)
  })
})

test('the link of the first owner is good until there is an account, and gives every workspace [ACCOUNT-09]', async () => {
  expect(await server.server.firstOwnerUrl()).toBeUndefined()
  const account = (await server.owner.get('/app/v1/account')).body.data
  expect(account).toMatchObject({ is_administrator: true, workspaces: [{ name: 'Test', role: 'owner' }] })
  const made = await server.owner.post('/app/v1/workspaces', { name: 'Second' })
  expect(made.status).toBe(201)
  const { workspaces } = (await server.owner.get('/app/v1/account')).body.data
  expect(workspaces).toMatchObject([{ role: 'owner' }, { id: made.body.data.id, role: 'owner' }])
  const { body } = await server.owner.get('/app/v1/session')
  expect(body.data.workspaces.map(({ name }: { name: string }) => name)).toEqual(['Test', 'Second'])
})

test('who comes by an invitation before it is no administrator, and it stays good [ACCOUNT-09]', async () => {
  await using fresh = await testServer({ team: { passwordCost: cheapPasswords } })
  const path = '/app/v1/invitations'
  const { body } = await fresh.asOwner({
    method: 'POST',
    path,
    body: { email: 'ed@example.com', role: 'owner' },
  })
  const accept = (token: string, account: object) =>
    new TestBrowser(fresh).post(`${path}/accept`, { token, password: goodPassword, ...account })
  const first = tokenOf((await fresh.server.firstOwnerUrl()) ?? '')
  expect((await accept(tokenOf(body.link), { name: 'Ed' })).status).toBe(204)
  const peopleNow = async () =>
    (await fresh.asOwner({ path: '/app/v1/people' })).body.data.map(
      ({ name, is_administrator }: { name: string; is_administrator: boolean }) => [name, is_administrator],
    )
  expect(await peopleNow()).toEqual([['Ed', false]])
  expect((await accept(first, { name: 'Sam', email: 'sam@example.com' })).status).toBe(204)
  expect(await peopleNow()).toEqual([
    ['Ed', false],
    ['Sam', true],
  ])
  expect(await fresh.server.firstOwnerUrl()).toBeUndefined()
})
