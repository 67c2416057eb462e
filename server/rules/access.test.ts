import { afterAll, describe, expect, test } from 'vitest'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import type { Route } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import type { TestResponse } from '../testing/http-client.ts'
import { keysByScopes, scopeTries } from '../testing/scope-tries.ts'
import { form, twoWorkspaces } from '../testing/two-workspaces.ts'

const { server, mine, other, keys, ...rest } = await twoWorkspaces()
afterAll(() => rest[Symbol.asyncDispose]())
const keyOf = keysByScopes(server, mine.workspace)
await server.asOwner({
  method: 'PATCH',
  path: '/app/v1/settings',
  body: { keys_may_merge: true },
  headers: { 'vitrine-workspace': mine.workspace },
})

const operations = Object.entries<Route>(publicRoutes).map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, route }
})
function extra(path: string): string {
  if (path === '/proposals') return '&type=product'
  if (path === '/quality/clusters') return '&type=product&attribute=sku&method=fingerprint'
  return path.endsWith('/references') ? '&attribute=vendor' : ''
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/**
 * The scopes of an operation by the tables of the specification alone, independent of the row. Operations
 * with a type in the body or job are about products here.
 */
function neededFor(method: string, path: string): readonly Scope[] {
  const verb = method === 'GET' ? 'read' : 'write'
  const [, first = '', second, third] = path.split('/')
  if (first === 'openapi' || first === 'me') return []
  if (first === 'connections' || first === 'feeds') return ['read:automations']
  if (first === 'events' || first === 'webhooks' || third === 'events') return ['read:events']
  if (first === 'jobs' && method === 'POST') return ['write:products']
  if (first === 'jobs') return third === undefined ? ['read:jobs'] : ['read:jobs', 'read:products']
  if (first === 'asset-exports') return ['read:images', 'read:products']
  if (first === 'exports' || third === 'completeness') return ['read:products']
  if (third === 'provenance' || second === 'query') return [`read:${first}` as Scope]
  if (first === 'saved-actions') return ['read:products']
  if (path === '/generations/spend') return ['read:jobs']
  if (path === '/proposals') return method === 'GET' ? ['read:products'] : ['propose:products']
  if (first === 'entities') return ['write:products', 'delete:products']
  if (first === 'comments') return [method === 'GET' ? 'read:products' : 'propose:products']
  if (first === 'notes' || first === 'aliases' || first === 'duplicates') return [`${verb}:products`]
  if (first === 'asset-matches')
    return method === 'GET' ? ['read:images', 'read:products'] : ['write:images', 'write:products']
  if (first === 'linked' || first === 'assets') return ['read:images']
  if (first === 'quality') return [second === 'rules' ? `${verb}:attributes` : `${verb}:products`]
  if (['edits', 'bulk-edits', 'imports', 'proposals', 'generations'].includes(first))
    return ['write:products']
  return [`${verb}:${first === 'files' ? 'images' : first}` as Scope]
}

const idOfFirst: Readonly<Record<string, keyof typeof mine.ids>> = {
  duplicates: 'group',
  notes: 'note',
  comments: 'comment',
  quality: 'rule',
}

/**
 * Fills a path with own ids; a fault in the query string stops every permitted call before it does
 * anything.
 */
function pathOf(path: string, own = mine.ids): string {
  const first = path.split('/')[1]
  const id = own[entityTypes.find((type) => pluralOf[type] === first) ?? idOfFirst[first ?? ''] ?? 'job']
  const ids = { id, key: 'sku', hash: own.file, job_id: own.export, edit_id: own.edit, channel: 'shopify' }
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ids[name as keyof typeof ids])
}

function call({ method, path }: { method: string; path: string }, key: string, from = pathOf(path)) {
  const asked = path === '/quality/clusters' ? 'attribute=sku&method=fingerprint&' : ''
  const query = `${from}?${asked}${['/quality/clusters', '/proposals', '/saved-actions', '/notes', '/aliases', '/comments', '/duplicates'].includes(path) ? 'type=product&' : ''}surely_unknown=1`
  if (method === 'GET') return server.get(query, bearer(key))
  if (path === '/imports') {
    const [body, headers] = form({ type: 'product' }, 'sku\n')
    return server.post(query, body, { ...headers, ...bearer(key) })
  }
  return server.send({
    method,
    path: `/api/v1${query}`,
    body: { [path === '/aliases' ? 'entity_type' : 'type']: 'product' },
    headers: bearer(key),
  })
}

const outcome = ({ status, body }: TestResponse) => `${status} ${body.error?.code}`
const letIn = '400 validation_failed'
const refused = '403 insufficient_scope'
// No library is linked and no webhook, automation or feed made, so that they are not there.
const letInTo = (path: string) =>
  /^\/(linked|webhooks|automations|feeds)\//.test(path) ? '404 not_found' : letIn
const events = () => server.get('/events?limit=1', bearer(mine.key)).then(({ body }) => body.pagination.total)

describe('every operation with every scope', () => {
  test('asks for the scopes of the specification, and for all of them [KEY-03] [KEY-05]', async () => {
    const faults: string[] = []
    const before = await events()
    for (const operation of operations)
      for (const { scopes, isEnough } of scopeTries(neededFor(operation.method, operation.path))) {
        const got = outcome(await call(operation, await keyOf(scopes)))
        if (got !== (isEnough ? letInTo(operation.path) : refused))
          faults.push(`${operation.key} ${scopes.join()}: ${got}`)
      }
    expect(faults).toEqual([])
    expect(await events()).toBe(before)
  })

  test.runIf(process.env['LONG_TESTS'])(
    'asks for them with each scope alone, and without each [KEY-03] [KEY-05]',
    async () => {
      const faults: string[] = []
      const before = await events()
      for (const operation of operations) {
        const needed = neededFor(operation.method, operation.path)
        for (const [scope, { alone, without }] of keys) {
          const got = [outcome(await call(operation, alone)), outcome(await call(operation, without))]
          const isEnough = needed.every((one) => one === scope)
          const isMore = scope === 'write:products' && needed.includes('propose:products')
          const isLacking = needed.includes(scope) && !needed.includes('propose:products')
          const wanted = [isEnough || isMore ? letIn : refused, isLacking ? refused : letIn]
          if (got.join() !== wanted.join()) faults.push(`${operation.key} ${scope}: ${got.join()}`)
        }
      }
      expect(faults).toEqual([])
      expect(await events()).toBe(before)
    },
  )

  test('the refusal names what is missing [KEY-04]', async () => {
    for (const operation of operations)
      for (const scope of neededFor(operation.method, operation.path)) {
        if (scope === 'propose:products') continue
        const { body } = await call(operation, keys.get(scope)?.without ?? '')
        expect(body.error.message).toContain(scope)
      }
  })

  test('DELETE is refused whatever the scopes [ORDER-05]', async () => {
    for (const { path } of operations) {
      const { status, body } = await server.delete(pathOf(path), undefined, bearer(mine.key))
      expect([path, status, body.error.code]).toEqual([path, 403, 'forbidden'])
    }
  })

  test('no key opens the surface of the owner [OWNER-01]', async () => {
    for (const key of Object.keys({ ...installationRoutes, ...workspaceRoutes })) {
      const [method = '', path = ''] = key.split(' ')
      const asked = { method, path: `/app/v1${pathOf(path)}`, headers: bearer(mine.key) }
      expect([key, (await server.send(asked)).status]).toEqual([key, 401])
    }
  })
})

const foreign = Object.entries({ ...other.ids, workspace: other.workspace, attribute: 'foreign_only' })
const random = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f'

/** Formats an answer without the parts that differ between requests. */
function formatAnswer({ status, text, body }: TestResponse, id: string): string {
  const { request_id: request = '' } = body.error ?? {}
  return `${status} ${text.replaceAll(request || '-', '').replaceAll(id, 'ID')}`
}

describe('every operation with every id of another workspace', () => {
  const named = operations.filter(({ path }) => /\{(?!channel)/.test(path))

  test('is answered as for one that never was [KEY-02] [READ-08]', async () => {
    const faults: string[] = []
    for (const operation of named) {
      const at = (id: string) => operation.path.replace(/\{\w+\}/, id)
      const never = formatAnswer(await call(operation, mine.key, at(random)), random)
      for (const [kind, id] of foreign) {
        const got = formatAnswer(await call(operation, mine.key, at(id)), id)
        if (got !== never || !got.startsWith('404')) faults.push(`${operation.key} ${kind}: ${got}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('takes no cursor and no snapshot of it [LIST-08] [SNAP-03]', async () => {
    const faults: string[] = []
    const isPaged = ({ list, query = {} }: Route) => list !== undefined || 'cursor' in query
    for (const { key, method, path, route } of operations.filter((one) => isPaged(one.route))) {
      if (method !== 'GET') continue
      const more = extra(path)
      if (path.endsWith('/references') && !path.startsWith('/products')) continue
      // Neither workspace has matched files.
      if (path.startsWith('/asset-matches')) continue
      const names = route.list === undefined ? ['cursor'] : ['cursor', 'snapshot']
      for (const name of names) {
        const asks = name === 'cursor' ? 'limit=1' : 'snapshot=new'
        const { body } = await server.get(`${pathOf(path, other.ids)}?${asks}${more}`, bearer(other.key))
        const value = body.pagination[name === 'cursor' ? 'next_cursor' : name]
        const answer = await server.get(`${pathOf(path)}?${name}=${value}${more}`, bearer(mine.key))
        const [fault] = answer.body.error?.field_errors ?? []
        if (fault?.field !== name || fault.issue !== 'invalid_value') faults.push(`${key}: ${answer.text}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('finds and shows nothing of it, whatever names it', async () => {
    for (const type of ['products', 'images', 'vendors', 'categories', 'sources'])
      for (const [, id] of foreign.filter(([, one]) => one.length === 36))
        for (const query of [`filter[id]=${id}`, `filter[id][in]=${id}`, `filter[parent_id]=${id}`]) {
          const { body } = await server.get(`/${type}?${query}`, bearer(mine.key))
          expect([query, body.pagination.total]).toEqual([query, 0])
        }
    for (const { method, path, key } of operations.filter(({ path }) => path !== '/events/stream')) {
      if (method !== 'GET') continue
      const { text } = await server.get(`${pathOf(path)}?${extra(path).slice(1)}`, bearer(mine.key))
      expect([key, text.includes(other.mark)]).toEqual([key, false])
    }
  })

  test('is refused as a parent, a reference, a product, an item and an edit of mine', async () => {
    const { product, vendor } = other.ids
    const faultsOf = async (pending: Promise<TestResponse>) => {
      const { status, body } = await pending
      return [status, ...(body.error?.field_errors ?? []).map((one: { issue: string }) => one.issue)]
    }
    const missing = [400, 'referenced_entity_not_found']
    const to = `/products/${mine.ids.product}`
    const as = bearer(mine.key)
    expect(await faultsOf(server.patch(to, { parent_id: product }, as))).toEqual(missing)
    expect(await faultsOf(server.patch(to, { attributes: { vendor } }, as))).toEqual(missing)
    expect(await faultsOf(server.post('/sources', { text: 'a', product_ids: [product] }, as))).toEqual(
      missing,
    )

    const items = [{ id: product, attributes: { sku: 'x' } }]
    const batch = await server.post('/products/batch', { items }, as)
    const edits = await server.post('/edits', { type: 'product', edits: items }, as)
    expect(batch.body.data[0]).toMatchObject({ status: 'failed', status_code: 404 })
    expect(edits.body.data[0]).toMatchObject({ status: 'refused' })
    const { body } = await server.get(`/products/${product}`, bearer(other.key))
    expect(body.data.attributes.sku).toBe('Foreign edited')
  })

  test('nor does the owner reach it through the workspace that the header names [OWNER-02]', async () => {
    const faults: string[] = []
    for (const key of Object.keys(workspaceRoutes)) {
      const [method = '', path = ''] = key.split(' ')
      if (!/\{(?!channel)/.test(path)) continue
      for (const [kind, id] of foreign) {
        const asked = {
          method,
          path: `/app/v1${path.replace(/\{\w+\}/, id)}${path.includes('effective') ? '?type=product' : ''}`,
          body: method === 'GET' ? undefined : {},
        }
        const { status } = await server.asOwner(asked)
        if (status !== 404) faults.push(`${key} ${kind}: ${status}`)
      }
    }
    expect(faults).toEqual([])
  })
})

test('every scope of the taxonomy opens something of the API, but for deletes and views', () => {
  const used = new Set(operations.flatMap(({ method, path }) => neededFor(method, path)))
  expect(allScopes.filter((scope) => !used.has(scope) && !/^(delete|propose):/.test(scope))).toEqual([
    'read:views',
    'write:views',
  ])
})
