import { describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEntry, Person } from '#shared/schemas/team.ts'
import { readGroups } from '../access/team/groups.ts'
import type { SignInProviderOptions } from '../access/team/sign-in-provider.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { sendRequest } from '../testing/http-client.ts'
import { freePort } from '../testing/free-port.ts'
import { type Account, issuerClient, signInAtIssuer, startSignInIssuer } from '../testing/sign-in-issuer.ts'
import { cheapPasswords, goodPassword, teamServer, TestBrowser, tokenOf } from '../testing/team-server.ts'
import { testServer } from '../testing/test-server.ts'

const claimed = { groupsClaim: 'groups', name: 'Contoso' }

async function withIssuer(oidc: Partial<SignInProviderOptions>) {
  const port = await freePort()
  const issuer = await startSignInIssuer(`http://127.0.0.1:${port}`)
  onTestFinished(() => issuer[Symbol.asyncDispose]())
  const options = { issuer: issuer.issuer, ...issuerClient, ...oidc }
  return { issuer, options: { port, team: { passwordCost: cheapPasswords, oidc: options } } }
}

/** A team whose provider names groups: those of `catalog-editors` are editors of its workspace. */
async function teamWithGroups(oidc: Partial<SignInProviderOptions> = claimed) {
  const { issuer, options } = await withIssuer(oidc)
  const server = await teamServer(options)
  onTestFinished(() => server[Symbol.asyncDispose]())
  const start = `${server.server.origin}/app/v1/oidc/start`
  const give = (group: string, role: string | null) =>
    server.owner.send({
      method: 'PUT',
      path: '/app/v1/group-roles',
      body: { group, workspace_id: server.workspace.id, role },
    })
  expect((await give('catalog-editors', 'editor')).status).toBe(200)
  return {
    server,
    give,
    signIn: async (subject: string, account: Partial<Account>, browser = new TestBrowser(server)) => {
      const email = `${subject}@example.com`
      issuer.accounts[subject] = { email, email_verified: true, name: subject, ...account }
      const { status, text } = await signInAtIssuer(issuer, subject, browser, start)
      return { status, text, browser }
    },
    people: async (): Promise<Person[]> => {
      return (await server.owner.get('/app/v1/people')).body.data
    },
    audited: async (): Promise<string[]> => {
      const entries = (await server.owner.get('/app/v1/audit?limit=200')).body.data as AuditEntry[]
      return entries.map(({ action, subject, details }) => `${action} ${subject} ${JSON.stringify(details)}`)
    },
  }
}

const roleOf = async (browser: TestBrowser) => (await browser.get('/app/v1/me')).body.role

describe('groups at the provider', () => {
  test.each([
    ['a list', ['others', 'catalog-editors'], 'editor'],
    ['one text', 'catalog-editors', 'editor'],
    ['thousands', [...Array.from({ length: 5000 }, (_, n) => `group ${n}`), 'catalog-editors'], 'editor'],
    ['things that are no texts', [1, null, { name: 'catalog-editors' }, ['x'], 'catalog-editors'], 'editor'],
  ])('make an account and give its role: as %s [ACCOUNT-38]', async (_name, groups, role) => {
    const { signIn, server } = await teamWithGroups()
    const { status, browser } = await signIn('ana', { groups })
    expect([status, await roleOf(browser)]).toEqual([303, role])
    expect((await browser.get('/app/v1/account')).body.data).toMatchObject({ has_password: false })
    expect((await browser.get('/api/v1/products')).status).toBe(200)
    expect((await server.owner.get('/app/v1/sign-in')).body.data.provider.name).toBe('Contoso')
  })

  test.each([
    ['absent', undefined],
    ['none that has a role', ['Catalog-Editors', 'others']],
    ['an object', { 'catalog-editors': true }],
    ['one endless name', 'catalog-editors'.padEnd(100_000, '!')],
    ['more than are read', Array.from({ length: 20_000 }, (_, n) => (n === 0 ? 'catalog-editors' : `${n}`))],
  ])('let nobody in who was not invited where they are %s [ACCOUNT-38]', async (_name, groups) => {
    const { signIn, people } = await teamWithGroups()
    const { status, browser } = await signIn('ana', { groups })
    expect([status, (await browser.get('/app/v1/me')).status]).toEqual([403, 401])
    expect(await people()).toHaveLength(1)
  })

  test('are read as they are sent, and an overage is told from none [ACCOUNT-38]', () => {
    expect(readGroups({ groups: ['a', 'a', '', 'b'] }, 'groups')).toEqual({
      names: new Set(['a', 'b']),
      isCutOff: false,
    })
    const none = { names: new Set(), isCutOff: false }
    for (const groups of [undefined, null, 7, {}, [[]], [{}]])
      expect(readGroups({ groups }, 'groups')).toEqual(none)
    const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x' } } }
    expect(readGroups(overage, 'groups').isCutOff).toBe(true)
    expect(readGroups({ _claim_names: 'groups' }, 'groups').isCutOff).toBe(false)
    expect(readGroups({ hasgroups: true }, 'groups').isCutOff).toBe(true)
  })

  test('give and take at each sign-in, and what was given by hand stays [ACCOUNT-39]', async () => {
    const { signIn, server, people, audited } = await teamWithGroups()
    const ana = await server.join({ email: 'ana@example.com', role: 'viewer' })
    const start = await signIn('ana', { groups: ['catalog-editors'] })
    expect([start.status, start.text]).toEqual([200, expect.stringContaining('Contoso')])
    const form = new URLSearchParams({ password: goodPassword }).toString()
    const linked = await start.browser.send({
      method: 'POST',
      path: '/app/v1/oidc/link',
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([linked.status, await roleOf(ana)]).toEqual([303, 'editor'])
    const [person] = (await people()).filter(({ name }) => name === 'ana')
    expect(person).toMatchObject({ role: 'editor', role_by_groups: 'editor' })
    const lower = { method: 'PATCH', path: `/app/v1/people/${person?.id}`, body: { role: 'contributor' } }
    const refused = await server.owner.send(lower)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('editor here'),
    ])
    expect((await signIn('ana', { groups: [] })).status).toBe(303)
    expect(await roleOf(ana)).toBe('viewer')
    expect((await ana.get('/api/v1/products')).status).toBe(200)
    expect((await audited()).filter((entry) => entry.startsWith('role_changed'))).toEqual([
      'role_changed ana@example.com {"from":"editor","to":"viewer","credential":"Contoso"}',
      'role_changed ana@example.com {"from":"viewer","to":"editor","credential":"Contoso"}',
    ])
  })

  test('end the sessions of who has nothing left by them, and say why [ACCOUNT-39]', async () => {
    const { signIn, server } = await teamWithGroups()
    const { browser: earlier } = await signIn('bo', { groups: ['catalog-editors'] })
    const keyPath = `/app/v1/workspaces/${server.workspace.id}/keys`
    expect([await roleOf(earlier), (await earlier.get(keyPath)).status]).toEqual(['editor', 403])
    const left = await signIn('bo', { groups: ['others'] })
    expect([left.status, left.text]).toEqual([403, expect.stringContaining('give you no role')])
    expect((await earlier.get('/app/v1/me')).status).toBe(401)
    const overage = await signIn('bo', { hasgroups: true })
    expect([overage.status, overage.text]).toEqual([403, expect.stringContaining('more groups than Contoso')])
    expect((await signIn('bo', { groups: ['catalog-editors'] })).status).toBe(303)
  })

  test('give what an administrator says, at once [ACCOUNT-39]', async () => {
    const { signIn, server, give, audited } = await teamWithGroups()
    await give('/leads', 'owner')
    const { browser } = await signIn('cy', { groups: ['/leads', 'catalog-editors'] })
    expect(await roleOf(browser)).toBe('owner')
    await give('/leads', 'viewer')
    expect(await roleOf(browser)).toBe('editor')
    await give('catalog-editors', null)
    expect(await roleOf(browser)).toBe('viewer')
    await give('/leads', null)
    expect((await browser.get('/app/v1/me')).status).toBe(401)
    expect((await audited()).filter((entry) => entry.startsWith('group_role_changed'))).toHaveLength(5)
    const body = { group: 'x', workspace_id: server.workspace.id, role: 'owner' }
    const editor = await server.join({ email: 'ed@example.com', role: 'owner' })
    expect((await editor.send({ method: 'PUT', path: '/app/v1/group-roles', body })).status).toBe(403)
    const data = ['--data', server.dataDir]
    await runVitrine(['group', 'role', '0f3c-id', '--workspace', 'test', '--role', 'manager', ...data])
    expect((await runForPeople(['group', 'list', ...data])).stdout).toBe('0f3c-id  (manager in Test)\n')
    const none = ['group', 'role', '0f3c-id', '--workspace', 'test', '--role', 'none', ...data]
    expect((await runVitrine(none)).code).toBe(0)
    expect((await runVitrine(['group', 'list', ...data])).lines).toEqual([])
  })

  test('leave a workspace that they took the last owner from to the administrators [ACCOUNT-39]', async () => {
    const { signIn, server, give, people } = await teamWithGroups()
    await give('leads', 'owner')
    await signIn('di', { groups: ['leads'] })
    const [sam] = (await people()).filter(({ name }) => name === 'Sam')
    const change = { method: 'PATCH', path: `/app/v1/people/${sam?.id}`, body: { role: 'viewer' } }
    expect((await server.owner.send(change)).status).toBe(200)
    await signIn('di', { groups: [] })
    expect(await roleOf(server.owner)).toBe('owner')
  })

  test('give nothing on a server that does not read them, nor an e-mail that is not verified [ACCOUNT-38]', async () => {
    const plain = await teamWithGroups({ name: 'Contoso' })
    expect((await plain.signIn('ana', { groups: ['catalog-editors'] })).status).toBe(403)
    const { signIn } = await teamWithGroups()
    expect((await signIn('bo', { groups: ['catalog-editors'], email_verified: false })).status).toBe(403)
    const trusting = await teamWithGroups({ ...claimed, trustsEmail: true })
    const said = { groups: ['catalog-editors'], email_verified: false }
    expect((await trusting.signIn('bo', said)).status).toBe(403)
    const { email_verified: _, ...unsaid } = { email_verified: 0, groups: ['catalog-editors'] }
    expect((await trusting.signIn('cy', { ...unsaid, email_verified: undefined } as object)).status).toBe(303)
  })
})

describe('only by single sign-on', () => {
  test('refuses passwords in every place, with the reason [ACCOUNT-40]', async () => {
    const { issuer, options } = await withIssuer({ ...claimed, isOnly: true })
    const server = await testServer(options)
    onTestFinished(() => server[Symbol.asyncDispose]())
    const start = `${server.server.origin}/app/v1/oidc/start`
    const owner = new TestBrowser(server)
    const first = tokenOf((await server.server.firstOwnerUrl()) ?? '')
    const account = { name: 'Sam', email: 'sam@example.com' }
    expect((await owner.post('/app/v1/invitations/accept', { token: first, ...account })).status).toBe(204)
    expect((await owner.get('/app/v1/account')).body.data).toMatchObject({ has_password: false })
    const ways = (await owner.get('/app/v1/sign-in')).body.data
    expect(ways).toMatchObject({ password: false, forgotten: false, provider: { name: 'Contoso' } })

    const invited = await owner.post('/app/v1/invitations', { email: 'ana@example.com', role: 'editor' })
    const token = tokenOf(invited.body.link)
    const { id } = (await owner.get('/app/v1/me')).body.user
    const ana = new TestBrowser(server)
    const refused = [
      await ana.signIn('sam@example.com'),
      await ana.post('/app/v1/sign-in/forgotten', { email: 'sam@example.com' }),
      await ana.post('/app/v1/invitations/accept', { token, name: 'Ana', password: goodPassword }),
      await owner.post(`/app/v1/people/${id}/reset-password`),
    ]
    for (const { status, body } of refused)
      expect([status, body.error.message]).toEqual([403, expect.stringContaining('with Contoso only')])

    issuer.accounts['ana'] = { email: 'ana@example.com', email_verified: true, name: 'Ana' }
    expect((await signInAtIssuer(issuer, 'ana', ana, start)).status).toBe(303)
    expect(await roleOf(ana)).toBe('editor')
    issuer.accounts['sam'] = { email: 'sam@example.com', email_verified: true, name: 'Sam' }
    const sam = new TestBrowser(server)
    expect((await signInAtIssuer(issuer, 'sam', sam, start)).status).toBe(303)
    expect((await sam.get('/app/v1/me')).body.user.email).toBe('sam@example.com')
  })

  test('leaves administrators a link that a command on the machine makes [ACCOUNT-41]', async () => {
    const { options } = await withIssuer({ ...claimed, isOnly: true })
    const server = await testServer(options)
    onTestFinished(() => server[Symbol.asyncDispose]())
    const owner = new TestBrowser(server)
    const first = tokenOf((await server.server.firstOwnerUrl()) ?? '')
    await owner.post('/app/v1/invitations/accept', { token: first, name: 'Sam', email: 'sam@example.com' })
    const { id } = (await owner.get('/app/v1/me')).body.user
    expect((await owner.post(`/app/v1/people/${id}/sign-in-link`)).status).toBe(403)
    const data = ['--data', server.dataDir]
    const made = await runVitrine(['user', 'sign-in-link', 'Sam@example.com', ...data])
    const token = /#sign-in=([\w-]{43})$/.exec(String(made.last['link']))?.[1]
    const browser = new TestBrowser(server)
    const look = await browser.post('/app/v1/invitations/look', { token })
    expect(look.body.data).toMatchObject({ kind: 'sign_in', email: 'sam@example.com' })
    expect((await browser.post('/app/v1/invitations/accept', { token })).status).toBe(204)
    expect((await browser.get('/app/v1/me')).body.user.name).toBe('Sam')
    expect((await browser.post('/app/v1/invitations/accept', { token })).status).toBe(404)
    const { commandOrigin, sessionToken } = server.server
    const headers = { authorization: `Bearer ${sessionToken}` }
    const audit = await sendRequest(commandOrigin, { path: '/app/v1/audit', headers })
    const entries = audit.body.data as AuditEntry[]
    expect(entries.map(({ action }) => action)).toContain('sign_in_link_made')
    const unknown = await runForPeople(['user', 'sign-in-link', 'bo@example.com', ...data])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Nobody has an account')])
  })

  test('makes no such link for others than administrators [ACCOUNT-41]', async () => {
    const { options } = await withIssuer(claimed)
    const server = await teamServer(options)
    onTestFinished(() => server[Symbol.asyncDispose]())
    await server.join({ email: 'bo@example.com', role: 'editor' })
    const other = await runForPeople(['user', 'sign-in-link', 'bo@example.com', '--data', server.dataDir])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('for administrators alone')])
  })
})
