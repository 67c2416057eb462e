import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, type TeamServer, teamServer, TestBrowser, tokenOf } from '../testing/team-server.ts'

let server: TeamServer
beforeAll(async () => {
  server = await teamServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const otherPassword = 'seventeen lamps quiet harbour'

const isCurrent = (session: { is_current: boolean }) => session.is_current

async function personId(email: string): Promise<string> {
  const { body } = await server.owner.get('/app/v1/people')
  return body.data.find((person: { email: string }) => person.email === email).id
}

describe('a password', () => {
  test('is changed by who knows the old one, and every other session ends [ACCOUNT-15]', async () => {
    const here = await server.join({ email: 'ana@example.com', role: 'editor' })
    const elsewhere = new TestBrowser(server)
    await elsewhere.signIn('ana@example.com')
    const change = (password: string, next: string) =>
      here.post('/app/v1/account/password', { password, new_password: next })
    expect((await change('wrong', otherPassword)).body.error.field_errors).toMatchObject([
      { field: 'password' },
    ])
    expect((await change(goodPassword, 'short')).body.error.field_errors).toMatchObject([
      { field: 'new_password', issue: 'too_short' },
    ])
    expect((await elsewhere.get('/app/v1/me')).status).toBe(200)
    expect((await change(goodPassword, otherPassword)).status).toBe(204)
    expect((await elsewhere.get('/app/v1/me')).status).toBe(401)
    expect((await here.get('/app/v1/me')).status).toBe(200)
    expect((await elsewhere.signIn('ana@example.com')).status).toBe(401)
    expect((await elsewhere.signIn('ana@example.com', otherPassword)).status).toBe(204)
  })

  test('is set anew by a link of an administrator, which ends all sessions and signs nobody in [ACCOUNT-16]', async () => {
    const browser = await server.join({ email: 'bo@example.com', role: 'owner' })
    const path = `/app/v1/people/${await personId('bo@example.com')}/reset-password`
    expect((await browser.post(path)).status).toBe(403)
    const { link } = (await server.owner.post(path)).body
    expect((await browser.get('/app/v1/me')).status).toBe(200)
    const accepted = { token: tokenOf(link), password: otherPassword }
    const done = await new TestBrowser(server).post('/app/v1/invitations/accept', accepted)
    expect([done.status, done.headers['set-cookie']]).toEqual([204, undefined])
    expect((await browser.get('/app/v1/me')).status).toBe(401)
    expect((await browser.signIn('bo@example.com', otherPassword)).status).toBe(204)
  })
})

describe('sessions', () => {
  test('are listed to their person, and each can be ended [ACCOUNT-17]', async () => {
    const here = await server.join({ email: 'cy@example.com', role: 'viewer' })
    const [other, another] = [new TestBrowser(server), new TestBrowser(server)]
    for (const browser of [other, another]) await browser.signIn('cy@example.com')
    const listed = (await here.get('/app/v1/sessions')).body.data
    expect(listed.filter(isCurrent)).toHaveLength(1)
    expect(listed).toHaveLength(3)
    const first = (await other.get('/app/v1/sessions')).body.data.find(isCurrent)
    const ended = await here.send({ method: 'DELETE', path: `/app/v1/sessions/${first.id}` })
    expect(ended.body.data.id).toBe(first.id)
    expect((await other.get('/app/v1/me')).status).toBe(401)
    const foreign = (await server.owner.get('/app/v1/sessions')).body.data[0].id
    expect((await here.send({ method: 'DELETE', path: `/app/v1/sessions/${foreign}` })).status).toBe(404)
    expect((await here.send({ method: 'DELETE', path: '/app/v1/sessions' })).body.data).toHaveLength(1)
    expect((await another.get('/app/v1/me')).status).toBe(401)
    expect((await server.owner.get('/app/v1/me')).status).toBe(200)
  })
})

describe('codes', () => {
  test('are asked for once one was shown, each is good once, and recovery codes stand in [ACCOUNT-18] [ACCOUNT-19]', async () => {
    const browser = await server.join({ email: 'di@example.com', role: 'editor' })
    const prepared = (await browser.post('/app/v1/account/codes')).body.data
    expect(prepared.uri).toContain('otpauth://totp/Vitrine:di%40example.com')
    expect(prepared.picture).toContain('<svg')
    expect((await browser.get('/app/v1/account')).body.data.has_codes).toBe(false)
    const totp = new TOTP({ secret: Secret.fromBase32(prepared.secret) })
    const confirm = (code: string) =>
      browser.post('/app/v1/account/codes/confirm', { password: goodPassword, secret: prepared.secret, code })
    const wrong = await confirm(totp.generate({ timestamp: Date.now() - 3_600_000 }))
    expect(wrong.body.error.field_errors).toMatchObject([{ field: 'code' }])
    const code = totp.generate()
    const recovery = (await confirm(code)).body.data.recovery_codes
    expect(recovery).toHaveLength(10)

    const anonymous = new TestBrowser(server)
    const signIn = (typed?: string) => anonymous.signIn('di@example.com', goodPassword, typed)
    expect((await signIn()).status).toBe(401)
    expect((await signIn(code)).status).toBe(401)
    const later = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await signIn(later)).status).toBe(204)
    expect((await signIn(later)).status).toBe(401)
    expect((await signIn(recovery[0].toUpperCase().replaceAll('-', ' '))).status).toBe(204)
    expect((await signIn(recovery[0])).status).toBe(401)
    expect((await anonymous.get('/app/v1/account')).body.data).toMatchObject({
      has_codes: true,
      recovery_codes_left: 9,
    })

    const renewed = (await anonymous.post('/app/v1/account/recovery-codes', { password: goodPassword })).body
      .data
    expect((await signIn(recovery[1])).status).toBe(401)
    expect((await signIn(renewed.recovery_codes[0])).status).toBe(204)
    expect((await anonymous.post('/app/v1/account/codes/off', { password: 'x' })).status).toBe(400)
    expect((await anonymous.post('/app/v1/account/codes/off', { password: goodPassword })).status).toBe(204)
    expect((await signIn()).status).toBe(204)
  })
})

describe('people', () => {
  test('have the roles that owners give them; the last owner stays [ACCOUNT-20]', async () => {
    const browser = await server.join({ email: 'ed@example.com', role: 'manager' })
    const path = `/app/v1/people/${await personId('ed@example.com')}`
    const change = (who: TestBrowser, body: object, at = path) =>
      who.send({ method: 'PATCH', path: at, body })
    expect((await change(browser, { role: 'owner' })).status).toBe(403)
    expect((await change(server.owner, { role: 'viewer' })).body.data).toMatchObject({ role: 'viewer' })
    expect((await browser.get('/app/v1/me')).body.role).toBe('viewer')
    expect((await change(server.owner, { role: null })).body.data.role).toBeNull()
    expect((await browser.get('/api/v1/products')).status).toBe(404)
    expect((await browser.get('/app/v1/people')).status).toBe(404)
    const people: { id: string; email: string; role: string }[] = (await server.owner.get('/app/v1/people'))
      .body.data
    const owners = people
      .filter(({ role }) => role === 'owner')
      .map(({ id, email }) => ({ email, at: `/app/v1/people/${id}` }))
    const others = owners.filter(({ email }) => email !== 'sam@example.com')
    for (const { at } of others)
      expect((await change(server.owner, { role: 'manager' }, at)).status).toBe(200)
    const sam = owners.find(({ email }) => email === 'sam@example.com')?.at
    for (const role of ['manager', null]) expect((await change(server.owner, { role }, sam)).status).toBe(409)
    expect((await server.owner.get('/app/v1/me')).body.role).toBe('owner')
    for (const { at } of others) await change(server.owner, { role: 'owner' }, at)
  })

  test('are disabled by administrators, who name others; the last one stays [ACCOUNT-21]', async () => {
    const browser = await server.join({ email: 'fi@example.com', role: 'owner' })
    const [fi, sam] = [await personId('fi@example.com'), await personId('sam@example.com')]
    const change = (who: TestBrowser, id: string, body: object) =>
      who.send({ method: 'PATCH', path: `/app/v1/people/${id}`, body })
    expect((await change(browser, sam, { disabled: true })).status).toBe(403)
    expect((await change(server.owner, sam, { disabled: true })).status).toBe(409)
    expect((await change(server.owner, fi, { administrator: true })).body.data.is_administrator).toBe(true)
    expect((await change(browser, sam, { administrator: false })).status).toBe(200)
    expect((await change(server.owner, fi, { disabled: true })).status).toBe(403)
    expect((await change(browser, fi, { administrator: false })).status).toBe(409)
    expect((await change(browser, sam, { administrator: true })).status).toBe(200)
    expect((await change(server.owner, fi, { disabled: true })).body.data.is_disabled).toBe(true)
    expect((await browser.get('/app/v1/me')).status).toBe(401)
  })

  test('invited and not there yet can be seen and taken back [ACCOUNT-22]', async () => {
    const { link } = (
      await server.owner.post('/app/v1/invitations', { email: 'gi@example.com', role: 'viewer' })
    ).body
    const [waiting] = (await server.owner.get('/app/v1/invitations')).body.data
    expect(waiting).toMatchObject({ email: 'gi@example.com', role: 'viewer', invited_by: 'Sam' })
    const again = (
      await server.owner.post('/app/v1/invitations', { email: 'gi@example.com', role: 'editor' })
    ).body.link
    const look = (token: string) => new TestBrowser(server).post('/app/v1/invitations/look', { token })
    expect([(await look(tokenOf(link))).status, (await look(tokenOf(again))).status]).toEqual([404, 200])
    const [newer] = (await server.owner.get('/app/v1/invitations')).body.data
    const taken = await server.owner.send({ method: 'DELETE', path: `/app/v1/invitations/${newer.id}` })
    expect(taken.body.data.email).toBe('gi@example.com')
    expect((await look(tokenOf(again))).status).toBe(404)
  })
})

test('who has an account joins another workspace with its password, or with their session, and keeps a higher role [ACCOUNT-08]', async () => {
  const browser = await server.join({ email: 'ka@example.com', role: 'viewer' })
  const made = await server.owner.post('/app/v1/workspaces', { name: 'Other' })
  await server.owner.get('/app/v1/session')
  const other = { 'vitrine-workspace': made.body.data.id as string }
  const invite = async (email: string, role: string) => {
    const body = { email, role }
    const answer = await server.owner.send({
      method: 'POST',
      path: '/app/v1/invitations',
      body,
      headers: other,
    })
    return tokenOf(answer.body.link)
  }
  const token = await invite('Ka@example.com', 'manager')
  const anonymous = new TestBrowser(server)
  const accept = (who: TestBrowser, body: object) => who.post('/app/v1/invitations/accept', body)
  expect((await anonymous.post('/app/v1/invitations/look', { token })).body.data.has_account).toBe(true)
  expect((await accept(anonymous, { token, password: otherPassword })).status).toBe(401)
  expect((await accept(anonymous, { token, password: goodPassword })).status).toBe(204)
  const roleThere = async () => (await browser.send({ path: '/app/v1/me', headers: other })).body.role
  expect(await roleThere()).toBe('manager')

  const before = browser.cookie
  await server.owner.send({
    method: 'PATCH',
    path: `/app/v1/people/${await personId('ka@example.com')}`,
    body: { role: null },
    headers: other,
  })
  expect((await accept(browser, { token: await invite('ka@example.com', 'viewer') })).status).toBe(204)
  expect(await roleThere()).toBe('viewer')
  expect((await server.send({ path: '/app/v1/me', headers: { cookie: before ?? '' } })).status).toBe(401)
})

test('a workspace without an owner goes to the administrators: made on the command line, or its owner disabled [ACCOUNT-09] [ROLE-15]', async () => {
  const owner = await server.join({ email: 'lu@example.com', role: 'viewer' })
  const made = await server.asOwner({ method: 'POST', path: '/app/v1/workspaces', body: { name: 'Orphan' } })
  const headers = { 'vitrine-workspace': made.body.data.id as string }
  const roleNow = async (): Promise<string> =>
    (await server.owner.send({ path: '/app/v1/me', headers })).body.role
  expect(await roleNow()).toBe('owner')
  const body = { email: 'lu@example.com', role: 'owner' }
  const { link } = (await server.owner.send({ method: 'POST', path: '/app/v1/invitations', body, headers }))
    .body
  await owner.post('/app/v1/invitations/accept', { token: tokenOf(link) })
  const change = async (email: string, change: object) =>
    server.owner.send({
      method: 'PATCH',
      path: `/app/v1/people/${await personId(email)}`,
      body: change,
      headers,
    })
  expect((await change('sam@example.com', { role: null })).status).toBe(200)
  expect(await roleNow()).toBeNull()
  expect((await change('lu@example.com', { disabled: true })).status).toBe(200)
  expect(await roleNow()).toBe('owner')
})

test('the audit list tells owners of their workspace and administrators of all [ACCOUNT-23]', async () => {
  const manager = await server.join({ email: 'ha@example.com', role: 'manager' })
  const owner = await server.join({ email: 'io@example.com', role: 'owner' })
  await new TestBrowser(server).signIn('nobody@example.com', 'x')
  const ofAll = async (query = '') =>
    (await server.send({ path: `/app/v1/audit${query}`, headers: { cookie: server.owner.cookie ?? '' } }))
      .body.data
  await expect
    .poll(async () => (await ofAll('?limit=1'))[0])
    .toMatchObject({ action: 'sign_in_failed', person: null, subject: 'nobody@example.com' })
  const [newest, second] = await ofAll('?limit=2')
  expect(await ofAll(`?before=${newest.id}&limit=1`)).toEqual([second])
  const own = (await owner.get('/app/v1/audit')).body.data
  expect(own[0]).toMatchObject({
    action: 'joined',
    subject: 'io@example.com',
    details: { role: 'owner' },
    address: '127.0.0.1',
  })
  expect(new Set(own.map((entry: { workspace_id: string }) => entry.workspace_id))).toEqual(
    new Set([server.workspace.id]),
  )
  expect((await manager.get('/app/v1/audit')).status).toBe(403)
  expect((await server.send({ path: '/app/v1/audit', headers: { cookie: owner.cookie ?? '' } })).status).toBe(
    403,
  )
})

test('ten wrong tries lock the pair of name and address, a right password included [ACCOUNT-11]', async () => {
  await server.join({ email: 'ju@example.com', role: 'viewer' })
  const browser = new TestBrowser(server)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => browser.signIn('ju@example.com', 'wrong')),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    429,
    429,
  ])
  const locked = await browser.signIn('ju@example.com')
  expect([locked.status, locked.headers['retry-after']]).toEqual([429, '900'])
})
