import { afterAll, describe, expect, test, vi } from 'vitest'
import { publicRoutes, installationRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import { scopes as allScopes } from '#shared/scopes.ts'
import { Passwords } from '../access/team/passwords.ts'
import { Agent, Browser, follow, readForm } from '../testing/oauth-agent.ts'
import { type Person, roleServer } from '../testing/role-server.ts'
import { goodPassword, TestBrowser, tokenOf } from '../testing/team-server.ts'

const { now } = Date
let ahead = 0
vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)

const sku = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' }
const roles = await roleServer({ attributes: [sku] })
const { server, people, workspaceId } = roles
const { origin } = server.server
afterAll(() => roles[Symbol.asyncDispose]())

const otherPassword = 'seventeen lamps quiet harbour'
const inWorkspace = { 'vitrine-workspace': workspaceId }
const withCookie = (cookie: string, path = '/app/v1/me') =>
  server.send({ path, headers: { cookie, ...inWorkspace } })
const accept = (token: string, name: string) =>
  new TestBrowser(server).post('/app/v1/invitations/accept', { token, name, password: goodPassword })
const invite = async (email: string) => {
  const asked = { email, role: 'viewer' }
  return tokenOf((await roles.as('owner')('POST', '/app/v1/invitations', asked)).body.link)
}

test('session fixation: a cookie from before the sign-in is never that of the session [ACCOUNT-02]', async () => {
  const victim = await roles.join('fix', 'viewer')
  const [name = ''] = (victim.browser.cookie ?? '').split('=')
  const attacker = people.viewer.browser.cookie ?? ''
  for (const planted of [`${name}=${'A'.repeat(43)}`, attacker]) {
    const browser = new TestBrowser(server)
    const body = { email: 'fix@example.com', password: goodPassword }
    const headers = { cookie: planted }
    const signedIn = await browser.send({ method: 'POST', path: '/app/v1/sign-in', body, headers })
    expect([signedIn.status, browser.cookie === planted]).toEqual([204, false])
    expect((await withCookie(planted)).status).toBe(401)
    expect((await browser.get('/app/v1/me')).body.user.id).toBe(victim.id)
  }
  await people.viewer.browser.signIn('Vic@example.com')
})

describe('forgery of requests by another site', () => {
  const tables = [
    ['/api/v1', publicRoutes],
    [
      '/app/v1',
      {
        ...installationRoutes,
        ...workspaceRoutes,
        ...teamRoutes,
        ...teamWorkspaceRoutes,
      },
    ],
  ] as const
  const calls = tables.flatMap(([root, table]) =>
    Object.keys(table).map((key) => {
      const [method = '', path = ''] = key.split(' ')
      const at = path
        .replace('/workspaces/{id}', `/workspaces/${workspaceId}`)
        .replace('/people/{id}', `/people/${people.viewer.id}`)
        .replaceAll(/\{\w+\}/g, '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f')
      return { key, method, path: root + at }
    }),
  )
  const state = async () => {
    const paths = ['/api/v1/events?limit=1', '/app/v1/people', '/app/v1/invitations', '/app/v1/account']
    const answers = await Promise.all(paths.map((path) => roles.as('owner')('GET', path)))
    return answers.map(({ text }) => text.replaceAll(/"last_seen_at":"[^"]*"/g, ''))
  }

  test('every write with the cookie and without the origin of the server is 403, and changes nothing [ACCOUNT-05]', async () => {
    const cookie = people.owner.browser.cookie ?? ''
    const before = await state()
    const faults: string[] = []
    const foreign = [{}, { origin: 'null' }, { origin: 'https://evil.example' }, { origin: `${origin}0` }]
    for (const { key, method, path } of calls.filter((call) => call.method !== 'GET'))
      for (const from of foreign) {
        const form = { 'content-type': 'application/x-www-form-urlencoded' }
        const headers = { cookie, ...inWorkspace, ...from, ...form }
        const body = 'email=a@example.com&role=owner&name=x'
        const { status } = await server.send({ method, path, headers, body })
        if (status !== 403) faults.push(`${key} ${JSON.stringify(from)}: ${status}`)
      }
    expect(faults).toEqual([])
    expect(await state()).toEqual(before)
  })

  test('reading changes nothing, and pages of another site may not even do that', async () => {
    const cookie = people.owner.browser.cookie ?? ''
    const before = await state()
    const faults: string[] = []
    const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    for (const { key, path } of calls.filter((call) => call.method === 'GET')) {
      if (key.startsWith('GET /events/stream')) continue
      for (const method of ['GET', 'HEAD']) {
        await server.send({ method, path, headers: { cookie, ...inWorkspace } })
        const headers = { cookie, ...inWorkspace, ...elsewhere }
        const { status } = await server.send({ method, path, headers })
        if (status !== 403) faults.push(`${method} ${key}: ${status}`)
      }
    }
    expect(faults).toEqual([])
    expect(await state()).toEqual(before)
  })
})

test('guessing names by time: every refusal is one answer, after one comparison of a hash [ACCOUNT-03]', async () => {
  const disabled = await roles.join('gone', 'viewer')
  const standing = { disabled: true }
  await roles.as('administrator')('PATCH', `/app/v1/people/${disabled.id}`, standing)
  await invite('invited@example.com')
  const hashes = [vi.spyOn(Passwords.prototype, 'matches'), vi.spyOn(Passwords.prototype, 'hash')]
  const seen = new Set<string>()
  for (const [email, password] of [
    ['nobody@example.com', goodPassword],
    ['invited@example.com', goodPassword],
    ['Vic@example.com', 'wrong'],
    ['gone@example.com', goodPassword],
    ['gone@example.com', 'wrong'],
    ['x', ''],
  ] as const) {
    for (const spy of hashes) spy.mockClear()
    const { status, headers, body } = await new TestBrowser(server).signIn(email, password)
    const { request_id: _, ...rest } = body.error
    const work = hashes.map(({ mock }) => mock.calls.length)
    seen.add(JSON.stringify([status, Object.keys(headers), rest, work]))
  }
  expect([...seen]).toHaveLength(1)
  const [[status, , , work]] = [...seen].map((one) => JSON.parse(one)) as [[number, ...unknown[]]]
  expect([status, work]).toEqual([401, [1, 0]])
  for (const spy of hashes) spy.mockRestore()
})

describe('what outlives its person', () => {
  const grantOf = async ({ browser: { cookie } }: Person) => {
    const agent = await Agent.connect(`${origin}/api/v1`)
    const browser = new Browser()
    browser.setCookie(cookie ?? '')
    const page = await browser.open(await agent.authorizationUrl({ scope: 'read:products read:events' }))
    const form = readForm(page)
    form.append('decision', 'approve')
    const back = await follow(browser, await browser.submit(page, form))
    return { agent, tokens: await agent.tokens(back.url) }
  }

  test.each([
    ['is disabled', 'administrator', { disabled: true }],
    ['leaves the workspace', 'owner', { role: null }],
  ] as const)(
    'is no key, no grant, no session and no open stream of who %s [ROLE-04] [ROLE-07]',
    async (_how, by, standing) => {
      const person = await roles.join(`out-${by}`, 'manager')
      const key = await roles.issueKey(person, allScopes)
      const { agent, tokens } = await grantOf(person)
      const bearers = [key, tokens.access_token].map((one) => ({ authorization: `Bearer ${one}` }))
      const all = [...bearers, { cookie: person.browser.cookie ?? '', ...inWorkspace }]
      const streams = await Promise.all(all.map(openStream))
      const path = '/api/v1/products?limit=1'
      const statuses = async () =>
        Promise.all(all.map(async (headers) => (await server.send({ path, headers })).status))
      expect(await statuses()).toEqual([200, 200, 200])
      const changed = await roles.as(by)('PATCH', `/app/v1/people/${person.id}`, standing)
      expect(changed.status).toBe(200)
      const last = (await statuses()).pop()
      expect([last, (await statuses()).slice(0, 2)]).toEqual([by === 'owner' ? 404 : 401, [401, 401]])
      await create('behind their back')
      for (const stream of streams) expect(await stream.until('behind their back')).toBe('ended')
      const renewed = await agent.refresh(tokens.refresh_token ?? '')
      const { access_token: token = '' } = (await renewed.json()) as { access_token?: string }
      expect((await roles.withKey(token)('GET', path)).status).toBe(401)
    },
  )

  test('nor does a lower role leave them more than it has, in the middle of a session [ROLE-04] [ROLE-07]', async () => {
    const person = await roles.join('lower', 'manager')
    const key = await roles.issueKey(person, allScopes)
    const write = { attributes: { sku: 'x' } }
    const statuses = async () => [
      (await roles.as(person)('POST', '/api/v1/products', write)).status,
      (await roles.withKey(key)('POST', '/api/v1/products', write)).status,
      (await roles.as(person)('GET', `/app/v1/workspaces/${workspaceId}/keys`)).status,
    ]
    expect(await statuses()).toEqual([201, 201, 200])
    await roles.setRole(person, 'viewer')
    expect(await statuses()).toEqual([403, 403, 403])
  })
})

describe('an invitation', () => {
  test('opens once: not again, not at the same moment, not withdrawn, not after its week [ACCOUNT-06] [ACCOUNT-22]', async () => {
    const used = await invite('once@example.com')
    const raced = await Promise.all(['a', 'b', 'c'].map((name) => accept(used, name)))
    expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404])
    const withdrawn = await invite('back@example.com')
    const waiting = (await roles.as('owner')('GET', '/app/v1/invitations')).body.data
    const { id } = waiting.find(({ email }: { email: string }) => email === 'back@example.com')
    expect((await roles.as('owner')('DELETE', `/app/v1/invitations/${id}`)).status).toBe(200)
    const late = await invite('late@example.com')
    const answers = [await accept(used, 'again'), await accept(withdrawn, 'again')]
    ahead += 7 * 24 * 3_600_000 + 1000
    answers.push(await accept(late, 'late'), await accept('x'.repeat(43), 'never'))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.message}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
  })
})

test('a stolen cookie is worth nothing after the password has changed, and does not change it [ACCOUNT-15] [ACCOUNT-11]', async () => {
  const victim = await roles.join('stolen', 'editor')
  const stolen = victim.browser.cookie ?? ''
  const change = (cookie: string, password: string) => {
    const headers = { origin, cookie }
    const body = { password, new_password: otherPassword }
    return server.send({ method: 'POST', path: '/app/v1/account/password', body, headers })
  }
  const tries = await Promise.all(Array.from({ length: 11 }, () => change(stolen, 'guess')))
  expect(
    tries
      .map(({ status }) => status)
      .toSorted((a, b) => a - b)
      .slice(-2),
  ).toEqual([400, 429])
  ahead += 15 * 60_000 + 1000

  const stream = await openStream({ cookie: stolen })
  const body = { password: goodPassword, new_password: otherPassword }
  expect((await victim.browser.post('/app/v1/account/password', body)).status).toBe(204)
  expect((await withCookie(stolen)).status).toBe(401)
  expect((await victim.browser.get('/app/v1/me')).status).toBe(200)
  await create('after the change')
  expect(await stream.until('after the change')).toBe('ended')
})

test('a forged X-Forwarded-Proto or X-Forwarded-For changes nothing without a proxy [TEAM-05]', async () => {
  const headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
  }
  const body = { email: 'Vic@example.com', password: goodPassword }
  const browser = new TestBrowser(server)
  const signedIn = await browser.send({ method: 'POST', path: '/app/v1/sign-in', body, headers })
  expect(signedIn.status).toBe(204)
  const [session] = (await browser.get('/app/v1/sessions')).body.data
  expect(session.address).toBe('127.0.0.1')
  const found = await server.send({ path: '/.well-known/oauth-protected-resource', headers })
  expect(found.text).not.toContain('evil.example')
})

test('lockout hits the pair of name and address, and an address that goes through many names [ACCOUNT-11] [ACCOUNT-12]', async () => {
  const attempt = async (name: string, password: string) =>
    (await new TestBrowser(server).signIn(`${name}@example.com`, password)).status
  for (let count = 0; count < 10; count += 1) await attempt('Ed', 'wrong')
  expect([await attempt('Ed', goodPassword), await attempt('Vic', goodPassword)]).toEqual([429, 204])
  expect((await people.editor.browser.get('/app/v1/me')).status).toBe(200)
  for (let count = 0; count < 20; count += 1) await attempt(`name${count}`, 'wrong')
  expect(await attempt('Vic', goodPassword)).toBe(429)
  expect((await people.viewer.browser.get('/app/v1/me')).status).toBe(200)
})

async function create(text: string): Promise<void> {
  const made = await roles.as('editor')('POST', '/api/v1/products', { attributes: { sku: text } })
  expect(made.status).toBe(201)
}

async function openStream(headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${origin}/api/v1/events/stream`, {
    headers: { ...inWorkspace, ...headers },
  })
  expect(response.status).toBe(200)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  return {
    async until(wanted: string): Promise<'told' | 'ended'> {
      while (!text.includes(wanted)) {
        const { done, value } = await reader.read()
        if (done) return 'ended'
        text += new TextDecoder().decode(value)
      }
      return 'told'
    },
  }
}
