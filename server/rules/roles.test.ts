import { afterAll, expect, test } from 'vitest'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import type { Route } from '#shared/routes/route.ts'
import { signInRoutes, teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import { hasRole, type NeededRole, type Role, roles } from '#shared/team.ts'
import { workspaceNotFound } from '../catalog/errors.ts'
import type { TestResponse } from '../testing/http-client.ts'
import { roleServer } from '../testing/role-server.ts'
import { form } from '../testing/two-workspaces.ts'

const sku = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku', entity_type: 'product' }
const server = await roleServer({ attributes: [sku] })
afterAll(() => server[Symbol.asyncDispose]())
const { workspaceId } = server
const outsider = await server.join('Zoe', 'viewer')
await server.setRole(outsider, null)

const noWorkspace = workspaceNotFound().message
const random = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f'

const publicNeeds: Readonly<Record<string, Role>> = {
  'POST /attributes': 'manager',
  'PATCH /attributes/{key}': 'manager',
  'POST /quality/rules': 'manager',
  'PATCH /quality/rules/{id}': 'manager',
  'POST /entities/merge': 'manager',
  'POST /proposals': 'contributor',
  'POST /comments': 'contributor',
  'POST /edits': 'contributor',
  ...Object.fromEntries(
    ['products', 'images', 'vendors', 'categories', 'sources'].map((plural) => [
      `PATCH /${plural}/{id}`,
      'contributor',
    ]),
  ),
  'POST /comments/{id}/replies': 'contributor',
  'PATCH /comments/{id}': 'contributor',
  'POST /webhooks': 'viewer',
  'PATCH /webhooks/{id}': 'viewer',
  'POST /feeds/{id}/run': 'editor',
  'POST /exports': 'viewer',
  'POST /asset-exports': 'viewer',
  ...Object.fromEntries(
    ['products', 'images', 'vendors', 'categories'].map((plural) => [`POST /${plural}/query`, 'viewer']),
  ),
  'POST /sources/query': 'viewer',
}

const appNeeds: Readonly<Record<NeededRole, readonly string[]>> = {
  anyone: [
    '/consents',
    '/session',
    '/settings',
    '/openapi',
    'GET /workspaces',
    'GET /providers',
    '/sign-in',
    '/sign-out',
    '/invitations/look',
    '/invitations/accept',
    '/me',
    '/account',
    '/confirm',
    '/sessions',
    '/notifications',
  ],
  administrator: [
    '/diagnostics',
    '/replication',
    'POST /workspaces',
    '/workspaces/open',
    '/package-openings',
    '/workspaces/{id}/package',
    '/workspaces/{id}/file',
    '/workspaces/{id}/backup',
    '/workspaces/{id}/move',
    '/providers',
    'POST /watched-folders',
    'PATCH /watched-folders',
    'DELETE /watched-folders',
    'POST /asset-libraries',
    'PATCH /asset-libraries',
    'DELETE /asset-libraries',
    '/webhooks/{id}/approve',
    '/webhooks/{id}/rotate',
    'POST /connections',
    'PATCH /connections',
    'DELETE /connections',
    '/people/{id}/reset-password',
    '/people/{id}/reset-codes',
    '/people/{id}/sign-in-link',
    '/service-accounts',
    '/group-roles',
    'DELETE /people',
  ],
  owner: [
    '/trash',
    '/workspaces/{id}/check',
    '/workspaces/{id}/backups',
    '/workspaces/{id}/copies',
    'PATCH /people',
    '/invitations',
    '/audit',
  ],
  manager: [
    '/workspaces/{id}/keys',
    'DELETE /attributes',
    'DELETE /automations',
    'POST /attributes',
    'POST /semantic-types',
    'POST /templates',
    'POST /attribute-classes',
    'PATCH /attribute-classes',
    'DELETE /attribute-classes',
    '/entities/merge',
    'POST /channels',
    'PATCH /channels',
    'DELETE /channels',
    'GET /watched-folders',
    'GET /asset-libraries',
    '/quality/try',
    'POST /renditions',
    'PATCH /renditions',
    'DELETE /renditions',
    '/quality/rules',
    '/webhooks',
    'GET /connections',
    'POST /feeds',
    'PATCH /feeds',
    'DELETE /feeds',
    '/generation-tries',
    '/attribute-preview',
  ],
  editor: [
    'DELETE /notices',
    '/bulk-edit-sample',
    '/changes/restore',
    '/review/reopen',
    'POST /views',
    'PATCH /views',
    'DELETE /views',
    '/saved-actions',
    '/import-uploads',
    '/import-profiles',
    '/export-profiles',
    'GET /feeds',
    'POST /feeds/{id}/run',
    '/jobs',
    '/quality/findings/reopen',
    'DELETE /notes',
    'DELETE /aliases',
    'POST /worklists',
    'DELETE /worklists',
  ],
  contributor: [],
  viewer: ['/workspaces/{id}/grants'],
}

/**
 * Their rows allow anyone, because administrators of the server may use them too: the handler checks the
 * role.
 */
const decidedByHandler = new Set(['GET /people', 'PATCH /people/{id}', 'GET /audit'])

function appNeed(key: string): NeededRole {
  const [method = '', path = ''] = key.split(' ')
  const places = Object.entries(appNeeds).flatMap(([needed, all]) =>
    all.map((field) => ({ needed, place: field })),
  )
  const fitting = places.filter(({ place }) => {
    const [at, verb] = place.split(' ').toReversed()
    const isBelow = path === at || path.startsWith(`${at}/`) || path.startsWith(`${at}-`)
    return isBelow && (verb === undefined || verb === method)
  })
  const [best] = fitting.sort((a, b) => lengthOf(b.place) - lengthOf(a.place))
  if (path.endsWith('/look-up')) return 'viewer'
  return (best?.needed as NeededRole | undefined) ?? 'viewer'
}

const lengthOf = (field: string): number =>
  field.replace(/^\w+ /, '').length * 2 + (field.startsWith('/') ? 0 : 1)

const appRoutes = { ...installationRoutes, ...workspaceRoutes, ...teamRoutes, ...teamWorkspaceRoutes }

interface Operation {
  readonly key: string
  readonly root: string
  readonly needed: NeededRole
}

const operations: readonly Operation[] = [
  ...Object.keys(publicRoutes).map((key) => ({
    key,
    root: '/api/v1',
    needed: publicNeeds[key] ?? (key.startsWith('GET ') ? 'viewer' : 'editor'),
  })),
  ...Object.keys(appRoutes).map((key) => ({ key, root: '/app/v1', needed: appNeed(key) })),
  // The one stays open, the other ends the session that the next operation needs.
].filter(({ key }) => key !== 'GET /events/stream' && key !== 'POST /sign-out')

/**
 * Builds the request of an operation; unknown ids and a fault in the query string stop permitted calls
 * before they do anything.
 */
function requestOf({ key, root }: Operation) {
  const [method = '', path = ''] = key.split(' ')
  const at = path
    .replace(/^\/workspaces\/\{id\}/, `/workspaces/${workspaceId}`)
    .replace('{channel}', 'shopify')
    .replace(/^\/people\/\{id\}$/, `/people/${method === 'PATCH' ? server.people.viewer.id : random}`)
    .replaceAll(/\{\w+\}/g, random)
  const url = root === '/api/v1' ? `${root}${at}?surely_unknown=1` : root + at
  if (key === 'PATCH /people/{id}') return { method, url, body: { role: 'viewer' } }
  if (key !== 'POST /imports')
    return { method, url, body: method === 'GET' ? undefined : { type: 'product' } }
  const [body, headers] = form({ type: 'product' }, 'sku\n')
  return { method, url, body, headers }
}

async function outcome(who: Parameters<typeof server.as>[0], operation: Operation): Promise<TestResponse> {
  const { method, url, body, headers } = requestOf(operation)
  return server.as(who)(method, url, body, headers)
}

test('each role opens what the specification gives it and nothing else [ROLE-01] [ROLE-02]', async () => {
  const faults: string[] = []
  for (const operation of operations) {
    const { key, needed } = operation
    const everybody = [...roles, 'administrator'] as const
    const answers = await Promise.all(everybody.map((who) => outcome(who, operation)))
    for (const [index, who] of everybody.entries()) {
      const { status, body } = answers[index] as TestResponse
      const got =
        status === 403
          ? 'refused'
          : status === 404 && body.error?.message === noWorkspace
            ? 'nothing'
            : 'let in'
      const wanted = wantedOf(who, operation)
      if (got !== wanted) faults.push(`${operation.root} ${key} as ${who}: ${got}, not ${wanted}`)
      if (got === 'refused' && needed !== 'administrator' && !body.error.message.includes(`role ${needed}`))
        faults.push(`${operation.root} ${key} as ${who}: ${body.error.message}`)
    }
  }
  expect(faults).toEqual([])
})

/** The administrator is no member here, so the workspace does not exist for them. */
function wantedOf(who: Role | 'administrator', { key, needed }: Operation): 'let in' | 'refused' | 'nothing' {
  if (
    who === 'administrator' &&
    (key === 'GET /settings' || /\/(watched-folders|asset-libraries|webhooks|connections)/.test(key))
  )
    return 'nothing'
  if (needed === 'anyone' || (who === 'administrator' && /^GET \/(people|audit)$/.test(key))) return 'let in'
  if (who === 'administrator') return needed === 'administrator' ? 'let in' : 'nothing'
  return needed !== 'administrator' && hasRole(who, needed) ? 'let in' : 'refused'
}

test('each row of the app says the role that the specification gives it [ROLE-01]', () => {
  const rows = Object.entries<Route>(appRoutes).filter(([key]) => !(key in signInRoutes))
  expect(Object.fromEntries(rows.map(([key, { role }]) => [key, role]))).toEqual(
    Object.fromEntries(rows.map(([key]) => [key, decidedByHandler.has(key) ? 'anyone' : appNeed(key)])),
  )
})

test('whoever is signed in can sign out [ROLE-01]', async () => {
  for (const role of roles) {
    const person = await server.join(`out${role}`, role)
    const statuses = [
      await server.as(person)('POST', '/app/v1/sign-out'),
      await server.as(person)('GET', '/app/v1/me'),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([204, 401])
  }
})

test('nobody gets in without a session, and the session of a desktop is not known [ROLE-01]', async () => {
  const faults: string[] = []
  const { sessionToken } = server.server.server
  for (const operation of operations.filter(({ key }) => !(key in signInRoutes))) {
    const { method, url, body, headers } = requestOf(operation)
    for (const credential of [{}, { authorization: `Bearer ${sessionToken}` }]) {
      const answer = await server.server.send({
        method,
        path: url,
        body,
        headers: { ...headers, ...credential },
      })
      if (answer.status !== 401) faults.push(`${operation.key}: ${answer.status}`)
    }
  }
  expect(faults).toEqual([])
})

test('a workspace is nothing to who is no member of it [ROLE-03]', async () => {
  const faults: string[] = []
  const never = { 'vitrine-workspace': random }
  for (const operation of operations.filter(
    ({ needed }) => needed !== 'anyone' && needed !== 'administrator',
  )) {
    const { method, url, body, headers } = requestOf(operation)
    const mine = await server.as(outsider)(method, url, body, headers)
    const unknown = await server.as(outsider)(method, url.replace(workspaceId, random), body, {
      ...headers,
      ...never,
    })
    if (mine.status !== 404 || mine.body.error.message !== unknown.body.error.message)
      faults.push(`${operation.key}: ${mine.text}`)
  }
  expect(faults).toEqual([])
  for (const path of ['/app/v1/workspaces', '/app/v1/session']) {
    const listed = async (who: Parameters<typeof server.as>[0]) => {
      const { data } = (await server.as(who)('GET', path)).body
      return (data.workspaces ?? data).map(({ id }: { id: string }) => id)
    }
    expect([await listed(outsider), await listed('viewer')]).toEqual([[], [workspaceId]])
  }
  const settings = await server.as(outsider)('GET', '/app/v1/settings')
  expect(settings.status).toBe(404)
  const picture = `/files/${workspaceId}/${'0'.repeat(64)}.png`
  const [outside, inside] = [
    await server.as(outsider)('GET', picture),
    await server.as('viewer')('GET', picture),
  ]
  expect([outside.body.error.message === noWorkspace, inside.body.error.message]).toEqual([
    true,
    expect.stringContaining('The file'),
  ])
})

test('where files lie on the server is told to its administrators only [ROLE-14]', async () => {
  const filesSeenBy = async (who: Parameters<typeof server.as>[0]) => {
    const [listed, session] = [
      await server.as(who)('GET', '/app/v1/workspaces'),
      await server.as(who)('GET', '/app/v1/session'),
    ]
    return [...listed.body.data, ...session.body.data.workspaces].map(({ file }: { file: unknown }) => file)
  }
  for (const role of roles) expect(await filesSeenBy(role)).toEqual([null, null])
  const boss = await server.join('Boss', 'viewer')
  await server.as('administrator')('PATCH', `/app/v1/people/${boss.id}`, { administrator: true })
  expect(await filesSeenBy(boss)).toEqual([expect.any(String), expect.any(String)])
})

test('settings of a workspace are its owner’s, those of the server its administrator’s [ROLE-01]', async () => {
  const change = async (who: Role | 'administrator', body: object) =>
    (await server.as(who)('PATCH', '/app/v1/settings', body)).status
  expect(await change('owner', { keys_may_merge: true })).toBe(200)
  expect(await change('manager', { keys_may_merge: false })).toBe(403)
  expect(await change('owner', { allow_private_sources: true })).toBe(403)
  expect(await change('owner', { keys_may_merge: false, allow_private_sources: true })).toBe(403)
  expect(await change('administrator', { allow_private_sources: false })).toBe(200)
  expect(await change('administrator', { keys_may_merge: false })).toBe(404)
  expect((await server.as('owner')('GET', '/app/v1/settings')).body.data.keys_may_merge).toBe(true)
})
