import { afterAll, expect, test } from 'vitest'
import { scopes as allScopes } from '#shared/scopes.ts'
import type { AuditEntry, ServiceAccount } from '#shared/schemas/team.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { sendRequest } from '../testing/http-client.ts'
import { callTool } from '../testing/mcp-client.ts'
import { roleServer } from '../testing/role-server.ts'

const sku = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' }
const server = await roleServer({ attributes: [sku] })
afterAll(() => server[Symbol.asyncDispose]())
const { workspaceId, people } = server
const as = (who: Parameters<typeof server.as>[0]) => server.as(who)
const data = ['--data', server.server.dataDir]
const root = '/app/v1/service-accounts'
const administrator = as('administrator')

async function createAccount(name: string, role: string | null = 'editor'): Promise<ServiceAccount> {
  const { status, body } = await administrator('POST', root, { name })
  expect(status).toBe(201)
  return (await change(body.data.id, { roles: { [workspaceId]: role } })).body.data
}

const change = (id: string, body: object) => administrator('PATCH', `${root}/${id}`, body)

async function createKey({ id }: ServiceAccount, scopes: readonly string[] = allScopes, by = administrator) {
  const body = { workspace_id: workspaceId, name: 'At night', scopes }
  const answer = await by('POST', `${root}/${id}/keys`, body)
  const { id: keyId, key } = answer.body.data ?? {}
  return { status: answer.status, id: keyId, key, send: server.withKey(key) }
}

const write = (send: ReturnType<typeof server.withKey>, text: string) =>
  send('POST', '/api/v1/products', { attributes: { sku: text } })

async function audited(name: string): Promise<string[]> {
  const { commandOrigin, sessionToken } = server.server.server
  const headers = { authorization: `Bearer ${sessionToken}` }
  const { body } = await sendRequest(commandOrigin, { path: '/app/v1/audit?limit=200', headers })
  return (body.data as AuditEntry[])
    .filter(({ subject }) => subject?.startsWith(name))
    .map(({ action, person }) => `${action} by ${person?.name ?? 'nobody'}`)
}

test('a service account acts under its own name, by keys that it and no person bounds [ROLE-16]', async () => {
  const account = await createAccount('ERP sync')
  expect(account).toMatchObject({ roles: { [workspaceId]: 'editor' }, keys: [], is_disabled: false })
  const key = await createKey(account)
  const made = await write(key.send, 'by the account')
  expect(made.status).toBe(201)
  const { body: events } = await key.send('GET', '/api/v1/events?limit=1')
  expect(events.data[0].actor).toEqual({ type: 'api_key', id: key.id, name: 'ERP sync' })
  expect((await key.send('GET', '/api/v1/me')).body.data).toMatchObject({
    kind: 'key',
    name: 'ERP sync',
    person: null,
    service_account: { id: account.id, name: 'ERP sync' },
  })
  expect((await key.send('POST', '/api/v1/attributes', { ...sku, name: 'More' })).status).toBe(403)
  await change(account.id, { roles: { [workspaceId]: 'viewer' }, name: 'ERP' })
  const refused = await write(key.send, 'as viewer')
  expect(refused.body.error.message).toMatch(/its service account, which is viewer here.*administrator/)
  const tool = { type: 'product', attributes: { sku: 'by tool' } }
  const called = await callTool({ ...server.server, key: key.key }, 'create_entity', tool)
  expect(called.isError).toBe(true)
  await change(account.id, { roles: { [workspaceId]: null } })
  expect((await key.send('GET', '/api/v1/products')).status).toBe(401)
})

test('its keys go on without the administrator who made them, and end with the account [ROLE-16]', async () => {
  const account = await createAccount('Shop feed')
  const maker = await server.join('maker', 'viewer')
  await administrator('PATCH', `/app/v1/people/${maker.id}`, { administrator: true })
  const key = await createKey(account, allScopes, as(maker))
  expect(key.status).toBe(201)
  await administrator('PATCH', `/app/v1/people/${maker.id}`, { administrator: false, disabled: true })
  expect((await write(key.send, 'after its maker')).status).toBe(201)
  expect((await administrator('DELETE', `/app/v1/people/${maker.id}`)).status).toBe(200)
  expect((await key.send('GET', '/api/v1/products')).status).toBe(200)
  await change(account.id, { disabled: true })
  expect((await key.send('GET', '/api/v1/products')).status).toBe(401)
  await change(account.id, { disabled: false })
  expect((await key.send('GET', '/api/v1/products')).status).toBe(200)
  const other = await createKey(account)
  await administrator('DELETE', `${root}/${account.id}/keys/${other.id}`)
  expect((await other.send('GET', '/api/v1/products')).status).toBe(401)
  expect((await administrator('DELETE', `${root}/${account.id}`)).body.data.keys).toHaveLength(1)
  expect((await key.send('GET', '/api/v1/products')).status).toBe(401)
  expect((await administrator('DELETE', `${root}/${account.id}`)).status).toBe(404)
  expect((await audited('Shop feed')).toReversed()).toEqual([
    'service_account_created by Sam',
    'service_account_role_changed by Sam',
    'key_created by maker',
    'service_account_disabled by Sam',
    'service_account_enabled by Sam',
    'key_created by Sam',
    'key_revoked by Sam',
    'service_account_deleted by Sam',
  ])
})

test('administrators alone make and change them, and revoke their keys [ROLE-16]', async () => {
  const account = await createAccount('Nightly')
  const { id } = await createKey(account)
  for (const [method, path, body] of [
    ['GET', root, undefined],
    ['POST', root, { name: 'Mine' }],
    ['PATCH', `${root}/${account.id}`, { disabled: true }],
    ['DELETE', `${root}/${account.id}`, undefined],
    ['POST', `${root}/${account.id}/keys`, { workspace_id: workspaceId, name: 'x', scopes: allScopes }],
    ['DELETE', `${root}/${account.id}/keys/${id}`, undefined],
  ] as const)
    expect((await as('owner')(method, path, body)).status).toBe(403)
  const ofWorkspace = `/app/v1/workspaces/${workspaceId}/keys`
  const listed = (await as('owner')('GET', ofWorkspace)).body.data as { id: string }[]
  expect(listed.map((key) => key.id)).toContain(id)
  const refused = await as('owner')('DELETE', `${ofWorkspace}/${id}`)
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    expect.stringContaining('belongs to a service account'),
  ])
  expect((await as('manager')('DELETE', `${ofWorkspace}/${id}`)).status).toBe(404)
})

test('a service account is nobody: it is in no list of people, and owns nothing [ROLE-16]', async () => {
  const account = await createAccount('Watcher', 'manager')
  const listed = (await as('owner')('GET', '/app/v1/people')).body.data as { id: string }[]
  expect(listed.map(({ id }) => id)).not.toContain(account.id)
  expect((await change(account.id, { roles: { [workspaceId]: 'owner' } })).status).toBe(400)
  const elsewhere = { roles: { '018f0000-0000-7000-8000-000000000001': 'editor' } }
  expect((await change(account.id, elsewhere)).body.error.field_errors).toMatchObject([{ field: 'roles' }])
  expect((await administrator('POST', root, { name: ' watcher ' })).body.error.field_errors).toMatchObject([
    { field: 'name', issue: 'not_unique' },
  ])
  const { send } = await createKey(account)
  expect((await send('GET', '/app/v1/me')).status).toBe(401)
  const { body } = await write(send, 'with a comment')
  const comment = { type: 'product', entity_id: body.data.id, text: '@Watcher and @Ed, look' }
  const said = await as('editor')('POST', '/api/v1/comments', comment)
  expect(said.body.data.mentions).toEqual([{ id: people.editor.id, name: 'Ed' }])
  const worklist = { name: 'Mine', entity_type: 'product', filter: '', q: '', assignee_id: account.id }
  const assigned = await as('editor')('POST', '/app/v1/worklists', worklist)
  expect(assigned.body.error.field_errors).toMatchObject([{ field: 'assignee_id' }])
  const alone = await as('owner')('PATCH', `/app/v1/people/${people.owner.id}`, { role: 'viewer' })
  expect(alone.status).toBe(409)
})

test('its keys share one limit of requests, which names the account [ROLE-16]', async () => {
  const limited = await roleServer({ attributes: [sku], rateLimit: 20 })
  try {
    const asAdministrator = limited.as('administrator')
    const { id } = (await asAdministrator('POST', root, { name: 'Busy' })).body.data
    await asAdministrator('PATCH', `${root}/${id}`, { roles: { [limited.workspaceId]: 'viewer' } })
    const keyBody = { workspace_id: limited.workspaceId, name: 'One', scopes: ['read:products'] }
    const keys = [await asAdministrator('POST', `${root}/${id}/keys`, keyBody)]
    keys.push(await asAdministrator('POST', `${root}/${id}/keys`, { ...keyBody, name: 'Two' }))
    const sends = keys.map(({ body }) => limited.withKey(body.data.key))
    const answers = []
    for (let count = 0; count < 11; count += 1)
      for (const send of sends) answers.push(await send('GET', '/api/v1/products'))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)?.status).toBe(429)
    expect(answers.at(-1)?.body.error.message).toContain('A service account, with all its keys')
  } finally {
    await limited[Symbol.asyncDispose]()
  }
})

test('the command line makes them, gives them roles and keys, and ends them [ROLE-16]', async () => {
  const made = await runVitrine(['service-account', 'create', 'Carrier', ...data])
  expect(made.last).toMatchObject({ name: 'Carrier', roles: {}, keys: [] })
  const role = ['service-account', 'role', 'carrier', '--workspace', 'test', '--role']
  expect((await runForPeople([...role, 'owner', ...data])).code).toBe(2)
  expect((await runVitrine([...role, 'editor', ...data])).last).toMatchObject({
    roles: { [workspaceId]: 'editor' },
  })
  const keyWords = ['key', 'create', '--workspace', 'test', '--service-account', 'Carrier', ...data]
  const { last: key } = await runVitrine([...keyWords, '--name', 'Parcels'])
  const send = server.withKey(key.key)
  expect((await write(send, 'by the carrier')).status).toBe(201)
  const listed = await runForPeople(['service-account', 'list', ...data])
  expect(listed.stdout).toContain('Carrier  (editor in Test, 1 key)')
  await runVitrine(['service-account', 'disable', 'Carrier', ...data])
  expect((await send('GET', '/api/v1/products')).status).toBe(401)
  await runVitrine(['service-account', 'enable', 'Carrier', ...data])
  expect((await send('GET', '/api/v1/products')).status).toBe(200)
  await runVitrine(['key', 'revoke', key.id, ...data])
  expect((await send('GET', '/api/v1/products')).status).toBe(401)
  expect((await runVitrine(['service-account', 'remove', 'Carrier', ...data])).code).toBe(0)
  const gone = await runForPeople(['service-account', 'remove', 'Carrier', ...data])
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('vitrine service-account list')])
})
