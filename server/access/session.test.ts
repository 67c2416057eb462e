import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const { port } = new URL(server.server.origin)
const inWorkspace = { 'vitrine-workspace': server.workspace.id }

async function exchange(appUrl: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(appUrl)
  return server.send({ path: pathname + search, headers })
}

const cookieOf = ({ headers }: Awaited<ReturnType<typeof exchange>>) =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? ''

describe('the ticket', () => {
  test('is exchanged once for a cookie that scripts cannot read and other sites do not send', async () => {
    const url = server.server.appUrl()
    const first = await exchange(url)
    expect([first.status, first.headers.location]).toEqual([303, '/'])
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^vitrine_session_${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
      ),
    ])
    expect(first.headers['cache-control']).toBe('no-store')

    const again = await exchange(url)
    expect([again.status, again.body.error.code]).toEqual([401, 'unauthorized'])
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  test('used, in the browser that has the session, leads to the app', async () => {
    const url = server.server.appUrl()
    const cookie = cookieOf(await exchange(url))
    expect((await exchange(url, { cookie })).status).toBe(303)
  })

  test('used, in another browser, is answered by a page that says what to do', async () => {
    const { status, headers, text } = await exchange(`${server.server.origin}/session?ticket=x`, {
      accept: 'text/html',
    })
    expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(text).toContain('vitrine serve')
  })

  test.each(['', '?ticket=', '?ticket=a&ticket=b', '?ticket[]=a'])('"%s" is refused', async (query) => {
    expect((await server.send({ path: `/session${query}` })).status).toBe(401)
  })
})

describe('the session', () => {
  test('opens /app/v1 and, for a workspace named in the header, /api/v1 with every scope', async () => {
    const cookie = cookieOf(await exchange(server.server.appUrl()))
    const authorization = `Bearer ${server.server.sessionToken}`
    for (const credential of [{ cookie }, { authorization }, { cookie: `a=b; ${cookie}; c=d` }]) {
      const session = await server.send({
        path: '/app/v1/session',
        headers: credential,
      })
      expect(session.body.data).toEqual({
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        origin: server.server.origin,
        workspaces: [server.workspace],
        person: null,
        is_replicated: false,
        command: { program: expect.any(Array), options: ['--data', server.dataDir] },
      })
      const headers = { ...credential, ...inWorkspace } as Record<string, string>
      expect((await server.send({ path: '/api/v1/products', headers })).status).toBe(200)
      expect((await server.send({ method: 'DELETE', path: '/api/v1/products/x', headers })).status).toBe(403)
    }
  })

  test('must name a workspace that there is', async () => {
    const headers = { authorization: `Bearer ${server.server.sessionToken}` }
    const none = await server.send({ path: '/api/v1/products', headers })
    expect([none.status, none.body.error.field_errors[0].field]).toEqual([400, 'Vitrine-Workspace'])
    for (const id of ['nope', '00000000-0000-4000-8000-000000000000']) {
      const { status } = await server.send({
        path: '/api/v1/products',
        headers: { ...headers, 'vitrine-workspace': id },
      })
      expect(status).toBe(404)
    }
  })

  test.each(['/app/v1/session', '/app/v1/workspaces', '/app/v1/nope', '/files/x/y.png'])(
    'is all that opens %s',
    async (path) => {
      const cookie = `vitrine_session_${port}=${'x'.repeat(43)}`
      for (const headers of [{}, { authorization: `Bearer ${server.key}` }, { cookie }]) {
        const { status } = await server.send({ path, headers })
        expect(status).toBe(401)
      }
    },
  )

  test('a wrong key is not covered by a cookie', async () => {
    const cookie = cookieOf(await exchange(server.server.appUrl()))
    const { status } = await server.send({
      path: '/app/v1/session',
      headers: { cookie, authorization: 'Bearer x' },
    })
    expect(status).toBe(401)
  })

  test('its cookie does not help another site or another local server', async () => {
    const cookie = cookieOf(await exchange(server.server.appUrl()))
    for (const foreign of [{ origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-site' }]) {
      const { status } = await server.send({
        path: '/app/v1/session',
        headers: { cookie, ...foreign },
      })
      expect(status).toBe(403)
    }
  })
})
