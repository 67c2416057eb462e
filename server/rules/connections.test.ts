import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sshUser, startSftpServer } from '../testing/place-servers.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let folder: string

beforeEach(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-connections-'))
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const owner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path: `/app/v1/connections${path}`, ...(body !== undefined && { body }) })
const add = async (body: object) => {
  const answer = await owner('POST', '', body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.data
}
const faultsOf = async (body: object) => (await owner('POST', '', body)).body.error?.field_errors

const web = { url: 'https://beta.example/lists', auth: 'basic' }

test('a connection has its settings with their defaults, and no secret in it [CONN-01] [CONN-02]', async () => {
  const made = await add({ name: 'Beta', kind: 'https', settings: web, secret: 'vitrine:correct horse' })
  expect(made).toMatchObject({
    name: 'Beta',
    kind: 'https',
    settings: { url: 'https://beta.example/lists/', auth: 'basic' },
    in_my_network: false,
    has_secret: true,
    fingerprint: null,
    problem: null,
    last_used_at: null,
  })
  expect(
    await add({ name: 'Agency', kind: 'sftp', settings: { host: 'sftp.example', user: 'me' } }),
  ).toMatchObject({
    settings: { host: 'sftp.example', port: 22, user: 'me', path: '.', auth: 'password', move: false },
    has_secret: false,
  })
  const s3 = { endpoint: 'https://s3.example/', bucket: 'files' }
  expect(await add({ name: 'Bucket', kind: 's3', settings: s3 })).toMatchObject({
    settings: { region: 'us-east-1', prefix: '', path_style: false },
  })
  expect((await owner('POST', '', { name: 'beta', kind: 'folder', settings: { path: folder } })).status).toBe(
    409,
  )
})

test('a secret lies in the file of secrets alone, and goes with its connection [CONN-02]', async () => {
  const secret = 'vitrine:correct horse battery'
  const { id } = await add({ name: 'Beta', kind: 'https', settings: web, secret })
  const holders = (text: string) =>
    readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(text))
  expect(holders(secret)).toEqual([join(server.dataDir, 'secrets.json')])
  expect(JSON.stringify((await owner('GET', '')).body)).not.toContain('correct horse')
  await owner('DELETE', `/${id}`)
  expect(holders('correct horse')).toEqual([])
})

test.each([
  ['another server', { settings: { ...web, url: 'https://gamma.example/' } }, false],
  ['another kind', { kind: 'folder', settings: { path: '/srv/drop' } }, false],
  ['another path', { settings: { ...web, url: 'https://beta.example/new/' } }, true],
  ['another name', { name: 'Gamma' }, true],
  ['no secret', { secret: null }, false],
  [
    'another server with its secret',
    { settings: { ...web, url: 'https://gamma.example/' }, secret: 'a:b' },
    true,
  ],
])('a secret stays with what it was entered for: %s [CONN-02]', async (_what, body, stays) => {
  const { id } = await add({ name: 'Beta', kind: 'https', settings: web, secret: 'me:pass' })
  const changed = await owner('PATCH', `/${id}`, body)
  expect([changed.status, changed.body.data?.has_secret]).toEqual([200, stays])
})

test.each([
  [{}, ['kind']],
  [{ name: 'X', kind: 'ftp' }, ['kind']],
  [{ name: ' ', kind: 'folder', settings: { path: 'drop' } }, ['name', 'settings.path']],
  [{ name: 'X', kind: 'https', settings: { url: 'ftp://beta.example/' } }, ['settings.url']],
  [{ name: 'X', kind: 'https', settings: { url: 'https://me:pass@beta.example/' } }, ['settings.url']],
  [{ name: 'X', kind: 'https', settings: { url: 'http://beta.example/' } }, ['settings.url']],
  [{ name: 'X', kind: 'https', settings: { url: 'https://10.0.0.1/' } }, ['settings.url']],
  [
    { name: 'X', kind: 's3', settings: { endpoint: 'http://127.0.0.1:9000/', bucket: 'a/b' } },
    ['settings.endpoint', 'settings.bucket'],
  ],
  [
    { name: 'X', kind: 'sftp', settings: { host: 'a b', user: 'me', port: 70_000 } },
    ['settings.port', 'settings.host'],
  ],
  [{ name: 'X', kind: 'folder', settings: { path: '/srv', bucket: 'x' } }, ['settings.bucket']],
  [
    {
      name: 'X',
      kind: 's3',
      settings: { endpoint: 'https://s3.example', bucket: 'files' },
      secret: 'no colon',
    },
    ['secret'],
  ],
])('%j is refused at %j [CONN-01] [CONN-05]', async (body, fields) => {
  expect((await faultsOf(body)).map(({ field }: { field: string }) => field)).toEqual(fields)
})

test('a private address written as such needs the tick of the owner [CONN-05]', async () => {
  const settings = { url: 'http://127.0.0.1:9/', auth: 'none' }
  expect(await faultsOf({ name: 'X', kind: 'https', settings })).toMatchObject([
    { field: 'settings.url', issue: 'not_allowed_address' },
  ])
  const { id } = await add({ name: 'X', kind: 'https', settings, in_my_network: true })
  expect((await owner('POST', `/${id}/test`)).body.data).toEqual({
    ok: false,
    message: expect.stringMatching(/cannot be reached/),
  })
  expect((await owner('GET', '')).body.data).toMatchObject([
    { problem: 'unreachable', last_used_at: expect.any(String) },
  ])
})

test('the data folder of the program is no place for files [CONN-01]', async () => {
  for (const path of [server.dataDir, join(server.dataDir, 'uploads')])
    expect(await faultsOf({ name: 'X', kind: 'folder', settings: { path } })).toMatchObject([
      { field: 'settings.path' },
    ])
})

describe('the host key of SFTP', () => {
  test('is shown by the test, accepted by its fingerprint, and another one later is a problem [CONN-04]', async () => {
    const first = await startSftpServer()
    const { port } = first
    const settings = { host: '127.0.0.1', port, user: sshUser.name, path: folder }
    const { id } = await add({ name: 'Agency', kind: 'sftp', settings, secret: sshUser.password })
    const tested = (await owner('POST', `/${id}/test`)).body.data
    expect(tested).toEqual({
      ok: false,
      message: expect.stringContaining(first.fingerprint),
      fingerprint: first.fingerprint,
    })
    expect(first.attempts).toEqual([])
    expect((await owner('PATCH', `/${id}`, { fingerprint: 'nonsense' })).status).toBe(400)
    await owner('PATCH', `/${id}`, { fingerprint: tested.fingerprint })
    expect((await owner('POST', `/${id}/test`)).body.data).toEqual({
      ok: true,
      message: null,
      fingerprint: first.fingerprint,
    })
    await first[Symbol.asyncDispose]()

    await using other = await startSftpServer({ port })
    expect((await owner('POST', `/${id}/test`)).body.data).toMatchObject({
      ok: false,
      fingerprint: other.fingerprint,
    })
    expect(other.attempts).toEqual([])
    expect((await owner('GET', '')).body.data).toMatchObject([{ problem: 'host_key_changed' }])
  })
})

test('keys see id, name and kind, and only with read:automations [CONN-03]', async () => {
  const { id } = await add({ name: 'Beta', kind: 'https', settings: web, secret: 'me:pass' })
  expect((await server.get('/connections')).body.data).toEqual([{ id, name: 'Beta', kind: 'https' }])
  const key = { authorization: `Bearer ${await server.issueKey(['read:products'])}` }
  expect((await server.get('/connections', key)).body.error.code).toBe('insufficient_scope')
})
