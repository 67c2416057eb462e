import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { scopes as allScopes } from '#shared/scopes.ts'
import { type RunningServer, startServer, type TeamOptions } from '../index.ts'
import { sendRequest } from '../testing/http-client.ts'
import { runHere } from '../testing/in-process-host.ts'
import { callTool } from '../testing/mcp-client.ts'
import { Agent, Browser, follow, readForm } from '../testing/oauth-agent.ts'
import { type Person, roleServer } from '../testing/role-server.ts'
import { cheapPasswords, goodPassword, tokenOf } from '../testing/team-server.ts'

const sku = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' }
const server = await roleServer({ attributes: [sku] })
afterAll(() => server[Symbol.asyncDispose]())
const { workspaceId, people } = server
const { origin } = server.server.server

const keysPath = `/app/v1/workspaces/${workspaceId}/keys`
const create = (as: ReturnType<typeof server.as>, text: string) =>
  as('POST', '/api/v1/products', { attributes: { sku: text } })

let count = 0

async function withKey() {
  const person = await server.join(`max${(count += 1)}`, 'manager')
  const key = await server.issueKey(person, allScopes)
  return { person, key, send: server.withKey(key) }
}

test('a key never does more than its person, at any moment [ROLE-04]', async () => {
  const { person, key, send } = await withKey()
  const statuses = async () => {
    const made = await create(send, 'by key')
    const read = await send('GET', '/api/v1/products?limit=1')
    const tool = await callTool({ ...server.server, key }, 'create_entity', {
      type: 'product',
      attributes: { sku: 'by tool' },
    })
    return [made.status, read.status, tool.isError]
  }
  expect(await statuses()).toEqual([201, 200, false])
  await server.setRole(person, 'viewer')
  expect(await statuses()).toEqual([403, 200, true])
  expect((await create(send, 'again')).body.error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringMatching(/its person, who is viewer here.*role editor.*owner/),
  })
  await server.setRole(person, 'editor')
  expect(await statuses()).toEqual([201, 200, false])
  expect((await send('POST', '/api/v1/attributes', { ...sku, name: 'More' })).status).toBe(403)
})

test('a key ends with its person, and counts again with them [ROLE-04]', async () => {
  const { person, send } = await withKey()
  expect((await send('GET', '/api/v1/products')).status).toBe(200)
  await server.setRole(person, null)
  expect((await send('GET', '/api/v1/products')).status).toBe(401)
  expect((await send('POST', '/mcp', {})).status).toBe(401)
  await server.setRole(person, 'viewer')
  expect((await send('GET', '/api/v1/products')).status).toBe(200)
})

test('people see and end their own keys, and owners all of the workspace [ROLE-05]', async () => {
  const { person } = await withKey()
  const mine = await server.as(person)('GET', keysPath)
  expect(mine.body.data.map((key: { person_id: string }) => key.person_id)).toEqual([person.id])
  const [{ id }] = mine.body.data
  const others = await server.as('manager')('GET', keysPath)
  expect(others.body.data.some((key: { id: string }) => key.id === id)).toBe(false)
  expect((await server.as('manager')('DELETE', `${keysPath}/${id}`)).status).toBe(404)
  const all = await server.as('owner')('GET', keysPath)
  expect(all.body.data.some((key: { id: string }) => key.id === id)).toBe(true)
  expect((await server.as('owner')('DELETE', `${keysPath}/${id}`)).status).toBe(200)
})

test('an agent is let in by who is signed in where it waits, and does no more than they may [ROLE-06] [ROLE-04]', async () => {
  const agent = await Agent.connect(`${origin}/api/v1`)
  const browser = new Browser()
  const waiting = await browser.open(await agent.authorizationUrl({ scope: 'read:products write:products' }))
  expect(waiting.html).toContain('Sign in to the catalog')
  for (const who of ['owner', 'editor'] as const)
    expect((await server.as(who)('GET', '/app/v1/consents')).body.data).toEqual([])
  expect((await browser.submit(waiting, new URLSearchParams({ decision: 'approve' }))).status).toBe(403)

  const outside = await server.join('zoe', 'viewer')
  await server.setRole(outside, null)
  browser.setCookie(outside.browser.cookie ?? '')
  expect((await browser.open(waiting.url)).html).not.toContain(workspaceId)

  browser.setCookie(people.editor.browser.cookie ?? '')
  const page = await browser.open(waiting.url)
  expect(page.html).toContain(workspaceId)
  const listed = await server.as('editor')('GET', '/app/v1/consents')
  expect(listed.body.data).toHaveLength(1)
  const { code } = listed.body.data[0]
  const approval = { workspace_id: workspaceId, scopes: ['read:products'] }
  expect((await server.as('owner')('POST', `/app/v1/consents/${code}/approve`, approval)).status).toBe(404)
  const form = readForm(page)
  form.append('decision', 'approve')
  const answered = await browser.submit(page, form)
  const back = await follow(browser, answered)
  const { access_token: token } = await agent.tokens(back.url)

  const send = server.withKey(token)
  expect((await create(send, 'by agent')).status).toBe(201)
  const grants = `/app/v1/workspaces/${workspaceId}/grants`
  const ofEditor = (await server.as('editor')('GET', grants)).body.data
  expect(ofEditor).toMatchObject([{ person_id: people.editor.id }])
  expect((await server.as('manager')('GET', grants)).body.data).toEqual([])
  expect((await server.as('viewer')('DELETE', `${grants}/${ofEditor[0].id}`)).status).toBe(404)
  await server.setRole(people.editor, 'viewer')
  expect((await create(send, 'no more')).status).toBe(403)
  await server.setRole(people.editor, 'editor')
  expect((await server.as('owner')('DELETE', `${grants}/${ofEditor[0].id}`)).status).toBe(200)
  expect((await send('GET', '/api/v1/products')).status).toBe(401)
})

test('a role that changes holds from the next request on, in a session and in its open stream [ROLE-07]', async () => {
  const person = await server.join('rita', 'editor')
  const as = server.as(person)
  expect((await create(as, 'as editor')).status).toBe(201)

  const stream = await openStream(person)
  await server.setRole(person, 'viewer')
  expect((await create(as, 'as viewer')).status).toBe(403)
  await create(server.as('editor'), 'for all')
  expect(await stream.until('for all')).toBe('told')
  await server.setRole(person, null)
  await create(server.as('editor'), 'behind closed doors')
  expect(await stream.until('behind closed doors')).toBe('ended')
  expect((await as('GET', '/api/v1/products')).status).toBe(404)

  await server.setRole(person, 'viewer')
  const another = await openStream(person)
  await as('POST', '/app/v1/sign-out')
  await create(server.as('editor'), 'after signing out')
  expect(await another.until('after signing out')).toBe('ended')
  expect((await as('GET', '/api/v1/products')).status).toBe(401)
})

async function openStream({ browser }: Person) {
  const response = await fetch(`${origin}/api/v1/events/stream`, {
    headers: {
      cookie: browser.cookie ?? '',
      'vitrine-workspace': workspaceId,
    },
  })
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

test('events, jobs and history name people, their keys and their agents [ROLE-08]', async () => {
  const made = await create(server.as('editor'), 'named')
  const history = await server.as('viewer')('GET', `/api/v1/products/${made.body.data.id}/events`)
  const { id, name } = people.editor
  expect(history.body.data[0]).toMatchObject({ actor: { type: 'user', id, name }, via: 'app' })
  const listed = await server.as('viewer')('GET', `/api/v1/events?actor=${id}&limit=1`)
  expect(listed.body.data[0]).toMatchObject({ actor: { type: 'user', name } })
  const { key } = await withKey()
  for (const [as, actor] of [
    [server.as('editor'), { type: 'user', id, name }],
    [server.withKey(key), { type: 'api_key', name: 'Key' }],
  ] as const) {
    const job = (await as('POST', '/api/v1/exports', { type: 'product' })).body.data
    const answer = await server.as('viewer')('GET', `/api/v1/jobs/${job.id}`)
    expect(answer.body.data.metadata.started_by).toMatchObject(actor)
  }
  const changers = await server.as('viewer')('GET', '/app/v1/changes/people')
  expect(changers.body.data).toContainEqual(expect.objectContaining({ name }))
})

test('keys of a desktop open nothing while its folder is served to a team, and those of people nothing on a desktop [ROLE-04]', async () => {
  const dataDir = join(tmpdir(), `vitrine-keys-${randomUUID()}`)
  const serve = (team?: TeamOptions) =>
    startServer({ dataDir, port: 0, threadEntry: runHere, ...(team && { team }) })
  const ask = async ({ origin: at }: RunningServer, key: string) =>
    (await sendRequest(at, { path: '/api/v1/products', headers: { authorization: `Bearer ${key}` } })).status
  const makeKey = async (at: string, id: string, headers: Readonly<Record<string, string>>) => {
    const path = `/app/v1/workspaces/${id}/keys`
    const body = { name: 'Key', scopes: ['read:products'] }
    return (await sendRequest(at, { method: 'POST', path, body, headers })).body.data.key as string
  }

  const desktop = await serve()
  const { id } = await desktop.createWorkspaceFile(join(dataDir, 'shop.vitrine'), 'Shop')
  const ofDesktop = await makeKey(desktop.origin, id, { authorization: `Bearer ${desktop.sessionToken}` })
  expect(await ask(desktop, ofDesktop)).toBe(200)
  await desktop.close()

  const team = await serve({ passwordCost: cheapPasswords })
  const account = { name: 'Sam', email: 'sam@example.com', password: goodPassword }
  const token = tokenOf((await team.firstOwnerUrl()) ?? '')
  const path = '/app/v1/invitations/accept'
  const headers = { origin: team.origin }
  const body = { token, ...account }
  const accepted = await sendRequest(team.origin, { method: 'POST', path, body, headers })
  const [cookie = ''] = (accepted.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
  const ofSam = await makeKey(team.origin, id, { ...headers, cookie })
  expect([await ask(team, ofDesktop), await ask(team, ofSam)]).toEqual([401, 200])
  await team.close()

  const again = await serve()
  expect([await ask(again, ofDesktop), await ask(again, ofSam)]).toEqual([200, 401])
  await again.close()
  rmSync(dataDir, { recursive: true })
})
