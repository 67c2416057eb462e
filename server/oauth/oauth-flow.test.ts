/**
 * The complete flow of an agent, by a strict client library against a real server (specification,
 * Authentication 7).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes as allScopes } from '#shared/scopes.ts'
import { Agent, type AgentRequest, Browser, follow, readForm, redirectUri } from '../testing/oauth-agent.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let origin: string
let api: string

beforeAll(async () => {
  server = await testServer()
  origin = server.server.origin
  api = `${origin}/api/v1`
})
afterAll(() => server[Symbol.asyncDispose]())

const asOwner = async (method: string, path: string, body?: object) =>
  (await server.asOwner({ method, path: `/app/v1${path}`, body })).body

async function approveOnPage(agent: Agent, request: AgentRequest = {}): Promise<URL> {
  const browser = new Browser()
  await browser.open(server.server.appUrl())
  const page = await browser.open(await agent.authorizationUrl(request))
  const fields = readForm(page)
  fields.set('decision', 'approve')
  return (await follow(browser, await browser.submit(page, fields))).url
}

async function tokensOf(agent: Agent, request: AgentRequest = {}) {
  const tokens = await agent.tokens(await approveOnPage(agent, request))
  return { ...tokens, refresh_token: tokens.refresh_token ?? '' }
}

async function callApi(token: string, path = '/products'): Promise<number> {
  const { status } = await server.send({
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return status
}

async function refusal(agent: Agent, request: AgentRequest): Promise<string> {
  const { url, status } = await new Browser().open(await agent.authorizationUrl(request))
  const answer = url.hash === '' ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  return answer.get('error') ?? `page ${status}`
}

describe('the way in', () => {
  test('an agent that knows the address alone finds the way, is allowed by the owner, and calls the API [AUTH-01]', async () => {
    const agent = await Agent.connect(api)
    const tokens = await tokensOf(agent, { scope: 'read:products write:products delete:products' })

    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 900,
      scope: 'read:products write:products',
    })
    expect(tokens.access_token).toMatch(/^[\w-]{43}$/)
    expect(await callApi(tokens.access_token)).toBe(200)
    expect(await callApi(tokens.access_token, '/vendors')).toBe(403)
  })

  test('an agent that names no scope is offered all, and given all that does not delete [AUTH-03]', async () => {
    const { scope } = await tokensOf(await Agent.connect(api))
    expect(scope?.split(' ')).toEqual(allScopes.filter((name) => !name.startsWith('delete:')))
  })

  test('the owner approves in the app by the code that the page shows, in any spelling', async () => {
    const agent = await Agent.connect(api)
    const browser = new Browser()
    const page = await browser.open(await agent.authorizationUrl({ scope: 'read:products read:jobs' }))
    const [consent] = (await asOwner('GET', '/consents')).data
    expect(page.html).toContain(consent.code)
    expect(page.html).not.toContain('<form')
    expect(consent).toMatchObject({
      client: { id: agent.client.client_id, name: 'Test agent', destination: 'this computer' },
      resources: ['api'],
      scopes: ['read:products', 'read:jobs'],
    })

    const code = consent.code.toLowerCase().replace('-', ' ')
    const body = { workspace_id: server.workspace.id, scopes: ['read:jobs'] }
    await asOwner('POST', `/consents/${encodeURIComponent(code)}/approve`, body)

    expect((await asOwner('GET', '/consents')).data).toEqual([])
    const { url } = await follow(browser, await browser.open(page.url))
    const tokens = await agent.tokens(url)
    expect(tokens.scope).toBe('read:jobs')
    expect(await callApi(tokens.access_token, '/jobs')).toBe(200)
    expect(await callApi(tokens.access_token)).toBe(403)
  })

  test('an agent that is turned away is told so', async () => {
    const agent = await Agent.connect(api)
    const browser = new Browser()
    const page = await browser.open(await agent.authorizationUrl())
    const [{ code }] = (await asOwner('GET', '/consents')).data
    await asOwner('POST', `/consents/${code}/deny`, {})

    const { url } = await follow(browser, await browser.open(page.url))
    expect(url.origin).toBe(new URL(redirectUri).origin)
    expect(url.searchParams.get('error')).toBe('access_denied')
  })

  test('every name of this computer leads there, and its tokens open the server under all of them', async () => {
    const { port } = new URL(origin)
    const agent = await Agent.connect(`http://localhost:${port}/api/v1`)
    expect(agent.as.issuer).toBe(`http://localhost:${port}`)
    const browser = new Browser()
    const page = await browser.open(await agent.authorizationUrl({ scope: 'read:products' }))
    const [{ code }] = (await asOwner('GET', '/consents')).data
    await asOwner('POST', `/consents/${code}/approve`, {
      workspace_id: server.workspace.id,
      scopes: ['read:products'],
    })
    const { access_token: token } = await agent.tokens(
      (await follow(browser, await browser.open(page.url))).url,
    )
    expect(await callApi(token)).toBe(200)
  })

  test('the owner is asked every time: a browser that just approved is asked again [AUTH-04]', async () => {
    const agent = await Agent.connect(api)
    const browser = new Browser()
    await browser.open(server.server.appUrl())
    const first = await browser.open(await agent.authorizationUrl())
    const fields = readForm(first)
    fields.set('decision', 'approve')
    await follow(browser, await browser.submit(first, fields))

    expect((await browser.open(await agent.authorizationUrl())).html).toContain('<form')
    expect(await refusal(agent, { parameters: { prompt: 'none' } })).toBe('login_required')
  })
})

describe('metadata', () => {
  const get = async (path: string) => (await server.send({ path })).body

  test.each(['/mcp', '/api/v1'])('of the resource %s (RFC 9728)', async (path) => {
    expect(await get(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
      resource: origin + path,
      authorization_servers: [origin],
      scopes_supported: allScopes,
      bearer_methods_supported: ['header'],
    })
  })

  test('of the authorization server, under every name that clients try (RFC 8414) [AUTH-02]', async () => {
    const expected = {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    }
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      for (const path of [`/.well-known/${name}`, `/.well-known/${name}/mcp`, `/mcp/.well-known/${name}`]) {
        const metadata = await get(path)
        expect({ path, ...metadata }).toMatchObject({ path, ...expected })
        expect(metadata).not.toHaveProperty('introspection_endpoint')
      }
    }
  })

  test('a request without a credential is told where the metadata lies', async () => {
    const { headers } = await server.send({ path: '/api/v1/products' })
    expect(headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/api/v1"`,
    )
  })
})

describe('what is refused', () => {
  test.each<[string, AgentRequest, string]>([
    [
      'no PKCE',
      { parameters: { code_challenge: undefined, code_challenge_method: undefined } },
      'invalid_request',
    ],
    ['plain PKCE', { parameters: { code_challenge_method: 'plain' } }, 'invalid_request'],
    ['another resource', { parameters: { resource: 'http://127.0.0.1:1/mcp' } }, 'invalid_target'],
    ['another part of this server', { parameters: { resource: '/app/v1' } }, 'invalid_target'],
    ['a token without a code', { parameters: { response_type: 'token' } }, 'unsupported_response_type'],
    ['a foreign redirect', { redirectUri: 'https://evil.example/callback' }, 'page 400'],
    ['another path on this computer', { redirectUri: 'http://127.0.0.1:53111/other' }, 'page 400'],
    ['an unknown client', { parameters: { client_id: 'nobody' } }, 'page 400'],
    ['a client id on this computer', { parameters: { client_id: 'https://127.0.0.1/client' } }, 'page 400'],
  ])('%s', async (_name, request, expected) => {
    expect(await refusal(await Agent.connect(api), request)).toBe(expected)
  })

  test('a redirect to this computer may come at any port (RFC 8252) [AUTH-08]', async () => {
    const agent = await Agent.connect(api)
    const target = 'http://127.0.0.1:60001/callback'
    const callback = await approveOnPage(agent, { redirectUri: target })
    expect(callback.href.startsWith(`${target}?`)).toBe(true)
    expect((await agent.exchange(callback, { redirectUri: target })).status).toBe(200)
  })

  test.each([
    ['plain http elsewhere', { redirect_uris: ['http://evil.example/callback'] }],
    ['a scheme that any program can take', { redirect_uris: ['cursor://callback'] }],
    ['no redirect', { redirect_uris: [] }],
    ['a secret', { redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_basic' }],
    ['another grant', { redirect_uris: [redirectUri], grant_types: ['client_credentials'] }],
    ...[
      'Good\u202Etnega',
      'a\u0007b',
      'a\nb',
      'a\u2066b',
      'a\u200Bb',
      'a\u2028b',
      'a\u{E0041}b',
      '\u200Fa',
    ].map((name): [string, object] => [
      `the hidden character in ${JSON.stringify(name)} [AUTH-14]`,
      { redirect_uris: [redirectUri], client_name: name },
    ]),
    ['a name that fills the page', { redirect_uris: [redirectUri], client_name: 'x'.repeat(101) }],
  ])('a client that registers with %s', async (_name, body) => {
    const { status } = await server.send({ method: 'POST', path: '/oauth/register', body })
    expect(status).toBe(400)
  })

  test('the wrong verifier, then the code stays good for the right one', async () => {
    const agent = await Agent.connect(api)
    const callback = await approveOnPage(agent)
    const verifier = 'a'.repeat(43)
    expect((await agent.exchange(callback, { verifier })).status).toBe(400)
    expect((await agent.exchange(callback)).status).toBe(200)
  })

  test('a code that is used again, and with it what it gave [AUTH-07]', async () => {
    const agent = await Agent.connect(api)
    const callback = await approveOnPage(agent)
    const { access_token: token } = await agent.tokens(callback)
    expect(await callApi(token)).toBe(200)

    expect(await (await agent.exchange(callback)).json()).toMatchObject({ error: 'invalid_grant' })
    expect(await callApi(token)).toBe(401)
  })

  test("another client's code", async () => {
    const [agent, thief] = [await Agent.connect(api), await Agent.connect(api)]
    const callback = await approveOnPage(agent)
    const stolen = new URL(callback)
    stolen.searchParams.set('state', thief.state)
    expect((await thief.exchange(stolen, { verifier: agent.verifier })).status).toBe(400)
  })

  test('a token for another resource than the one that was consented to', async () => {
    const agent = await Agent.connect(api)
    const callback = await approveOnPage(agent)
    const answer = await agent.exchange(callback, { resource: `${origin}/mcp` })
    expect(await answer.json()).toMatchObject({ error: 'invalid_target' })
  })

  test('a token of the MCP server at the API, and any token at the owner surface [AUTH-09]', async () => {
    const agent = await Agent.connect(`${origin}/mcp`)
    const { access_token: mcpToken } = await tokensOf(agent)
    const { access_token: apiToken } = await tokensOf(await Agent.connect(api))
    expect(await callApi(mcpToken)).toBe(401)
    const headers = { authorization: `Bearer ${apiToken}` }
    expect((await server.send({ path: '/app/v1/session', headers })).status).toBe(401)
  })
})

describe('tokens', () => {
  test('a refresh token is good once; a second use ends the grant (reuse detection) [AUTH-10]', async () => {
    const agent = await Agent.connect(api)
    const first = await tokensOf(agent)
    const second = await agent.refreshed(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.scope).toBe(first.scope)
    expect(await callApi(second.access_token)).toBe(200)

    expect(await (await agent.refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect(await callApi(second.access_token)).toBe(401)
    expect(await callApi(first.access_token)).toBe(401)
    expect((await agent.refresh(second.refresh_token ?? '')).status).toBe(400)
  })

  test('of two refreshes at the same time at most one gets through, and the grant ends', async () => {
    const agent = await Agent.connect(api)
    const { refresh_token: token } = await tokensOf(agent)
    const answers = await Promise.all([agent.refresh(token), agent.refresh(token)])
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeLessThan(2)
    const bodies = (await Promise.all(good.map((answer) => answer.json()))) as { access_token: string }[]
    for (const { access_token: issued } of bodies) expect(await callApi(issued)).toBe(401)
  })

  test('a refresh can ask for less, never for more', async () => {
    const agent = await Agent.connect(api)
    const { refresh_token: token } = await tokensOf(agent, { scope: 'read:products read:jobs' })
    expect((await agent.refresh(token, { scope: 'read:vendors' })).status).toBe(400)
    expect(await (await agent.refresh(token, { scope: 'read:jobs' })).json()).toMatchObject({
      scope: 'read:jobs',
    })
  })

  test('an agent revokes its own token, and with it the grant (RFC 7009); nobody else can', async () => {
    const [agent, other] = [await Agent.connect(api), await Agent.connect(api)]
    const tokens = await tokensOf(agent)
    await other.revoke(tokens.refresh_token)
    expect(await callApi(tokens.access_token)).toBe(200)
    await agent.revoke(tokens.refresh_token)
    expect(await callApi(tokens.access_token)).toBe(401)
  })
})

describe("the owner's list", () => {
  test('a grant is listed with its last use, and revoking it takes effect on the next request [AUTH-11]', async () => {
    const path = `/workspaces/${server.workspace.id}/grants`
    const agent = await Agent.connect(api, { client_name: 'Catalog assistant' })
    const tokens = await tokensOf(agent, { scope: 'read:products' })
    const find = async () =>
      (await asOwner('GET', path)).data.find(
        ({ client }: { client: { name: string } }) => client.name === 'Catalog assistant',
      )
    expect(await find()).toMatchObject({ scopes: ['read:products'], last_used_at: null })
    await callApi(tokens.access_token)
    const grant = await find()
    expect(Date.parse(grant.last_used_at)).toBeGreaterThan(0)

    await asOwner('DELETE', `${path}/${grant.id}`)

    expect(await callApi(tokens.access_token)).toBe(401)
    expect((await agent.refresh(tokens.refresh_token)).status).toBe(400)
    expect(await find()).toBeUndefined()
    expect((await asOwner('DELETE', `${path}/${grant.id}`)).error.code).toBe('not_found')
  })

  test('events name the agent that wrote', async () => {
    await asOwnerAttribute()
    const { access_token: token } = await tokensOf(await Agent.connect(api, { client_name: 'Writer' }))
    const body = { attributes: { name: 'Oak table' } }
    const headers = { authorization: `Bearer ${token}` }
    expect((await server.send({ method: 'POST', path: '/api/v1/vendors', body, headers })).status).toBe(201)

    const { body: feed } = await server.get('/events?limit=1')
    expect(feed.data[0].actor).toMatchObject({ type: 'oauth', name: 'Writer' })
  })
})

async function asOwnerAttribute(): Promise<void> {
  const body = {
    name: 'Name',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    is_primary: true,
  }
  await server.post('/attributes', body)
}
