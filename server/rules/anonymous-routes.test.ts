/** Answers of a team's server without signing in: every route, collected as the server registers them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { publicRoutes } from '#shared/routes/surfaces.ts'
import { teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import { toUrl } from '../edge/area.ts'
import { roleServer } from '../testing/role-server.ts'

const registered = new Set<string>()
const listen = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) registered.add(`${one} ${url}`)
  })
}
subscribe('fastify.initialization', listen)

const rendererDir = await mkdtemp(join(tmpdir(), 'vitrine-page-'))
await writeFile(join(rendererDir, 'index.html'), '<title>The app</title>')
const sku = {
  data_type: 'single_line_text_field',
  is_primary: true,
  name: 'Secretsku',
  entity_type: 'product',
}
const server = await roleServer({ attributes: [sku], rendererDir })
unsubscribe('fastify.initialization', listen)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(rendererDir, { recursive: true })
})
const { workspaceId } = server
const created = { attributes: { secretsku: 'Hidden-77' } }
const product = (await server.as('editor')('POST', '/api/v1/products', created)).body.data.id as string

/**
 * Routes without a sign-in (specification of teams, §1): signing in, the reference, the metadata and pages
 * of OAuth, and the health of the server.
 */
const open: Readonly<Record<string, readonly number[]>> = {
  '/': [200],
  '/health': [200],
  '/docs': [308],
  '/docs/': [200],
  '/docs/openapi.json': [200],
  '/docs/:name': [404],
  '/docs/search.json': [200],
  '/llms.txt': [200],
  '/docs/developers/errors': [200],
  '/app/v1/sign-in': [200, 400],
  '/app/v1/sign-in/forgotten': [400],
  '/app/v1/invitations/look': [400],
  '/app/v1/invitations/accept': [400],
}
const ofOAuth = /^(\/oauth\/|(\/api\/v1|\/mcp)?\/\.well-known\/)/

const elsewhere = { 'x-forwarded-for': '203.0.113.9' }

const secrets = {
  'the workspace': [workspaceId, '"Test"'],
  people: Object.values(server.people).flatMap(({ id, name }) => [id, `${name}@example.com`]),
  'the catalog': [product, 'Hidden-77', 'secretsku', 'Secretsku'],
  'the computer': [server.server.dataDir, tmpdir(), process.cwd(), 'node_modules', 'vitrine.db', '.vitrine"'],
  'the program': [`"${packageJson.version}"`, `/${packageJson.version}`, process.versions.node, 'fastify'],
}

function leaksOf(text: string): string[] {
  const leaks = Object.entries(secrets).filter(([, words]) => words.some((word) => text.includes(word)))
  return leaks.map(([kind]) => kind)
}

const requests = [...registered]
  .filter((route) => !/^(HEAD|OPTIONS) /.test(route))
  .sort()
  .map((route) => {
    const [method = '', url = ''] = route.split(' ')
    const path = url
      .replace('/workspaces/:id', `/workspaces/${workspaceId}`)
      .replace('/files/:workspaceId', `/files/${workspaceId}`)
      .replace('/products/:id', `/products/${product}`)
      .replaceAll(/:\w+|\*/g, '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f')
    return { route, method, url, path }
  })

test('the tables of routes are among what the server registers', () => {
  const rows = Object.keys({ ...teamRoutes, ...teamWorkspaceRoutes }).map((key) =>
    key.replace(' /', ' /app/v1/'),
  )
  const api = Object.keys(publicRoutes).map((key) => key.replace(' /', ' /api/v1/'))
  const missing = [...rows, ...api].filter((key) => !registered.has(toUrl(key)))
  expect(missing).toEqual([])
})

test('a stranger is answered 401 by every route but the few that are open, and told nothing [TEAM-14] [ACCOUNT-04]', async () => {
  const faults: string[] = []
  for (const { route, method, url, path } of requests) {
    for (const workspace of [{}, { 'vitrine-workspace': workspaceId }]) {
      const headers = { ...elsewhere, ...workspace, origin: server.server.server.origin }
      const body = method === 'GET' ? undefined : { type: 'product' }
      const { status, text, headers: answered } = await server.server.send({ method, path, headers, body })
      const isRight = open[url]?.includes(status) ?? (ofOAuth.test(url) ? status < 500 : status === 401)
      if (!isRight) faults.push(`${route}: ${status} ${text.slice(0, 120)}`)
      const leaks = leaksOf((url.startsWith('/docs') ? '' : text) + JSON.stringify(answered))
      for (const leak of leaks) faults.push(`${route} tells of ${leak}: ${text.slice(0, 300)}`)
    }
  }
  expect(faults).toEqual([])
})

test('HEAD and OPTIONS tell a stranger no more than GET [TEAM-14]', async () => {
  const faults: string[] = []
  for (const { route, path, url } of requests.filter(({ method }) => method === 'GET'))
    for (const method of ['HEAD', 'OPTIONS']) {
      const { status, text, headers } = await server.server.send({ method, path, headers: elsewhere })
      const isOpen = open[url] !== undefined || ofOAuth.test(url)
      if (!isOpen && status < 400) faults.push(`${method} ${route}: ${status}`)
      for (const leak of leaksOf(text + JSON.stringify(headers)))
        faults.push(`${method} ${route} tells of ${leak}`)
    }
  expect(faults).toEqual([])
})

test('what is no route is told in the same words, whatever is there for others [TEAM-14]', async () => {
  const texts = new Set<string>()
  for (const path of ['/app/v1/nothing', `/app/v1/workspaces/${workspaceId}/nothing`, '/api/v1/nothing']) {
    const { status, text } = await server.server.send({ path, headers: elsewhere })
    texts.add(`${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`)
  }
  expect([...texts]).toEqual([expect.stringMatching(/^401 /)])
  const { text } = await server.server.send({ path: '/..%2f..%2fetc/passwd', headers: elsewhere })
  expect(leaksOf(text)).toEqual([])
})
