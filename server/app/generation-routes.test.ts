import { execFileSync } from 'node:child_process'
import Database from 'better-sqlite3'
import { unzipSync } from 'fflate'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../index.ts'
import {
  type FakeProvider,
  type FakeProviderOptions,
  startFakeProvider,
} from '../providers/testing/fake-provider.ts'
import { sendRequest } from '../testing/http-client.ts'
import { runHere } from '../testing/in-process-host.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const secret = 'sk-do-not-show-me-0123456789'

let fake: FakeProvider | undefined
afterEach(async () => {
  await fake?.close()
  fake = undefined
})

async function startFake(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  fake = await startFakeProvider({ answer: () => ({ fruit: 'quince', count: 6 }), ...options })
  return fake
}

const local = { name: 'Local', kind: 'openai_compatible', base_url: 'http://127.0.0.1:9' }

function owner(server: TestServer) {
  return async (method: string, path: string, body?: unknown) => {
    const { status, body: answer, text } = await server.asOwner({ method, path: `/app/v1${path}`, body })
    return { status, text, data: answer?.data, fields: answer?.error?.field_errors, error: answer?.error }
  }
}

test('a provider has its defaults, and the first is the default [PROV-01]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { status, data } = await call('POST', '/providers', { ...local, models: { text: 'qwen3:8b' } })
  expect(status).toBe(201)
  expect(data).toEqual({
    id: expect.any(String),
    name: 'Local',
    kind: 'openai_compatible',
    base_url: 'http://127.0.0.1:9/v1',
    models: { text: 'qwen3:8b', image: null, video: null, embedding: null },
    concurrency: 4,
    requests_per_minute: null,
    price: null,
    is_default: true,
    has_key: false,
  })
  const second = await call('POST', '/providers', { name: 'Second', kind: 'anthropic' })
  expect(second.data).toMatchObject({ is_default: false, base_url: 'https://api.anthropic.com/v1' })
  const changed = await call('PATCH', `/providers/${second.data.id}`, {
    is_default: true,
    models: { image: 'x' },
  })
  expect(changed.data).toMatchObject({ is_default: true, models: { text: null, image: 'x' } })
  expect(
    (await call('GET', '/providers')).data.map((row: { is_default: boolean }) => row.is_default),
  ).toEqual([false, true])
  const refused = await call('PATCH', `/providers/${second.data.id}`, { is_default: false })
  expect(refused.fields).toMatchObject([{ field: 'is_default', issue: 'invalid_value' }])
  expect((await call('DELETE', `/providers/${second.data.id}`)).data.name).toBe('Second')
  expect((await call('GET', '/providers')).data).toMatchObject([{ name: 'Local', is_default: true }])
})

test('faults of a provider are told by their place [PROV-02]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const refuse = async (body: object) => {
    const { status, fields } = await call('POST', '/providers', { ...local, ...body })
    expect(status).toBe(400)
    return fields[0] as { field: string; issue: string }
  }
  expect(await refuse({ name: '  ' })).toMatchObject({ field: 'name', issue: 'required' })
  expect(await refuse({ base_url: undefined })).toMatchObject({ field: 'base_url', issue: 'required' })
  expect(await refuse({ base_url: 'ftp://x' })).toMatchObject({ field: 'base_url', issue: 'expected_url' })
  for (const base_url of [
    'http://shop.example/v1',
    'https://me:pw@shop.example',
    'https://shop.example/?key=1',
  ])
    expect(await refuse({ base_url })).toMatchObject({ field: 'base_url', issue: 'invalid_value' })
  expect(await refuse({ key: 'a', key_env: 'B_API_KEY' })).toMatchObject({
    field: 'key',
    issue: 'invalid_value',
  })
  expect((await refuse({ concurrency: 0 })).field).toBe('concurrency')
  expect((await refuse({ price: { input: -1 } })).field).toBe('price.input')
  expect((await refuse({ kind: 'mistral' })).field).toBe('kind')
  await call('POST', '/providers', local)
  expect((await call('POST', '/providers', { ...local, name: 'LOCAL' })).status).toBe(409)
  expect((await call('PATCH', '/providers/00000000-0000-7000-8000-000000000000', {})).status).toBe(404)
})

test.each([
  'http://127.0.0.1:1234',
  'http://localhost:1234',
  'http://192.168.1.20:8080',
  'http://[::1]:8080',
  'http://studio.local:1234',
  'http://nas:8000',
  'https://openrouter.ai/api',
])('%s is taken as an address [PROV-02]', async (address) => {
  await using server = await testServer()
  const base_url = `${address}/v1/`
  const { data } = await owner(server)('POST', '/providers', { ...local, base_url })
  expect(data.base_url).toBe(`${address}/v1`)
})

test('a key is deleted when kind or origin change, and kept otherwise [PROV-03]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { data } = await call('POST', '/providers', { ...local, key: secret })
  const change = async (body: object) => (await call('PATCH', `/providers/${data.id}`, body)).data.has_key
  expect(data.has_key).toBe(true)
  expect(await change({ base_url: 'http://127.0.0.1:9/other', name: 'Renamed', models: { text: 'x' } })).toBe(
    true,
  )
  expect(await change({ base_url: 'http://127.0.0.1:10/v1' })).toBe(false)
  expect(await change({ key: secret })).toBe(true)
  expect(await change({ kind: 'openai', base_url: 'http://127.0.0.1:10/v1' })).toBe(false)
  expect(await change({ kind: 'google', base_url: 'http://127.0.0.1:11/v1', key: secret })).toBe(true)
  expect(await change({ key: null })).toBe(false)
  process.env['PROVIDER_TEST_API_KEY'] = secret
  expect(await change({ key_env: 'PROVIDER_TEST_API_KEY' })).toBe(true)
  expect(await change({ base_url: 'http://127.0.0.1:12/v1' })).toBe(false)
})

test.each([
  ['VITRINE_OIDC_CLIENT_SECRET', 'settings of the server'],
  ['vitrine_metrics_api_key', 'settings of the server'],
  ['AWS_SECRET_ACCESS_KEY', '--allow-key-variable'],
  ['PATH', '--allow-key-variable'],
  ['openai_api_key_file', '--allow-key-variable'],
])('%s is not read as the key of a provider [PROV-09]', async (key_env, remedy) => {
  await using server = await testServer()
  const call = owner(server)
  const refused = await call('POST', '/providers', { ...local, key_env })
  expect(refused).toMatchObject({ status: 400, fields: [{ field: 'key_env', issue: 'invalid_value' }] })
  expect(refused.fields[0].message).toContain(remedy)
  const { data } = await call('POST', '/providers', local)
  const changed = await call('PATCH', `/providers/${data.id}`, { key_env })
  expect(changed.fields).toMatchObject([{ field: 'key_env', issue: 'invalid_value' }])
})

test('nor is one that an older version has kept, and another is read where the server allows it [PROV-09]', async () => {
  const { origin, calls } = await startFake({ key: secret })
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-key-variables-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const variables = ['VITRINE_OIDC_CLIENT_SECRET', 'SHOP_TOKEN']
  for (const name of variables) process.env[name] = secret
  onTestFinished(() => variables.forEach((name) => delete process.env[name]))
  const start = async (keyVariables: readonly string[]) => {
    const server = await startServer({ dataDir, port: 0, threadEntry: runHere, keyVariables })
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${server.sessionToken}` }
      const { status, body: answer } = await sendRequest(server.origin, {
        method,
        path: `/app/v1${path}`,
        headers,
        ...(body && { body }),
      })
      return { status, data: answer.data }
    }
    return { server, call }
  }
  const first = await start(['SHOP_TOKEN'])
  const body = { ...local, base_url: origin, models: { text: 'm' }, key_env: 'SHOP_TOKEN' }
  const { status, data } = await first.call('POST', '/providers', body)
  expect({ status, has_key: data.has_key }).toEqual({ status: 201, has_key: true })
  expect((await first.call('POST', `/providers/${data.id}/test`)).data.ok).toBe(true)
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([secret]))
  await first.server.close()

  const asked = calls.length
  for (const name of variables) {
    const database = new Database(join(dataDir, 'vitrine.db'))
    database.prepare('UPDATE provider SET key_env = ?').run(name)
    database.close()
    const again = await start(['VITRINE_OIDC_CLIENT_SECRET'])
    expect((await again.call('GET', '/providers')).data).toMatchObject([{ has_key: false }])
    expect((await again.call('POST', `/providers/${data.id}/test`)).data).toMatchObject({
      ok: false,
      message: expect.stringContaining(`The variable ${name} is not read for Local.`),
    })
    await again.server.close()
  }
  expect(calls).toHaveLength(asked)
})

test('a redirect is not followed with a key [PROV-03]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { origin, calls, next } = await startFake({ key: secret })
  const { data } = await call('POST', '/providers', {
    ...local,
    base_url: origin,
    key: secret,
    models: { text: 'm' },
  })
  next.push({ fault: 'redirect' }, { fault: 'redirect' }, { fault: 'redirect' })
  const test = (await call('POST', `/providers/${data.id}/test`)).data
  expect(test).toMatchObject({ ok: false, message: expect.stringContaining('redirects') })
  expect(calls).toHaveLength(3)
})

test('testing tells what a model can do and keeps it [PROV-05]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { origin } = await startFake({ models: ['small', 'large'] })
  const { data } = await call('POST', '/providers', { ...local, base_url: origin, models: { text: 'small' } })
  expect((await call('POST', `/providers/${data.id}/test`)).data).toEqual({
    ok: true,
    milliseconds: expect.any(Number),
    structured_output: 'json_schema',
    models: ['small', 'large'],
    message: null,
  })
})

test('what a test costs is spend of the workspace that it names [PROV-08]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { origin, book } = await startFake({ refuses: ['json_schema'], ignores: ['json_object'] })
  const price = { input: 100, output: 1000 }
  const body = { ...local, base_url: origin, models: { text: 'small' }, price }
  const { data } = await call('POST', '/providers', body)
  const path = `/app/v1/providers/${data.id}/test`
  const nowhere = { 'vitrine-workspace': '' }
  expect((await server.asOwner({ method: 'POST', path, headers: nowhere })).status).toBe(200)
  const spend = async () => (await server.get('/generations/spend')).body.data
  expect(await spend()).toEqual([])
  book.length = 0

  // Two answers: one in no form that is of use, one in text.
  await server.asOwner({ method: 'POST', path })
  expect(book).toHaveLength(2)
  const cost = expect.closeTo(fake?.charged(price) ?? 0, 9)
  expect(await spend()).toMatchObject([{ provider: data.id, model: 'small', calls: 2, cost }])
  const unknown = { 'vitrine-workspace': data.id }
  expect((await server.asOwner({ method: 'POST', path, headers: unknown })).status).toBe(404)
})

test.each([
  [{ refuses: ['json_schema'] }, 'json_object'],
  [{ ignores: ['json_schema'] }, 'json_object'],
  [{ ignores: ['json_schema'], refuses: ['json_object'] }, 'text'],
] as const)('what a model does not keep to is not counted on: %j [PROV-05]', async (options, found) => {
  await using server = await testServer()
  const call = owner(server)
  const { origin } = await startFake(options)
  const { data } = await call('POST', '/providers', { ...local, base_url: origin, models: { text: 'm' } })
  const test = (await call('POST', `/providers/${data.id}/test`)).data
  expect(test).toMatchObject({ ok: true, structured_output: found })
})

test('a test that fails says why in the words of the provider [PROV-05]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { origin } = await startFake({ key: 'another', ignores: ['json_schema', 'json_object', 'text'] })
  const { data } = await call('POST', '/providers', {
    ...local,
    base_url: origin,
    key: secret,
    models: { text: 'm' },
  })
  const test = async () => (await call('POST', `/providers/${data.id}/test`)).data
  expect(await test()).toMatchObject({
    ok: false,
    structured_output: null,
    message: 'Incorrect API key provided.',
  })
  await call('PATCH', `/providers/${data.id}`, { key: 'another' })
  expect(await test()).toMatchObject({ ok: false, message: 'The model did not answer with JSON.' })
  await fake?.close()
  expect((await test()).message).toContain('Nothing answers')
  await call('PATCH', `/providers/${data.id}`, { key_env: 'NO_SUCH_API_KEY' })
  expect((await test()).message).toContain('NO_SUCH_API_KEY')
})

test('a server that is closed waits for no model [PROV-05]', async () => {
  const server = await testServer({ isThreaded: true })
  const call = owner(server)
  const { origin, next, calls } = await startFake()
  const { data } = await call('POST', '/providers', { ...local, base_url: origin, models: { text: 'm' } })
  next.push({ fault: 'hang' })
  const testing = call('POST', `/providers/${data.id}/test`).catch(() => undefined)
  await expect.poll(() => calls.length).toBe(1)
  const started = performance.now()
  await server[Symbol.asyncDispose]()
  await testing
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a price is the owner’s, or the bundled one of the vendor itself, or not known [PROV-06]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const openai = { name: 'OpenAI', kind: 'openai', models: { text: 'gpt-4o-mini-2024-07-18' } }
  const { data } = await call('POST', '/providers', openai)
  expect(data.price).toMatchObject({
    input: 0.15,
    output: 0.6,
    image: null,
    source: 'bundled',
    as_of: '2026-09-23',
  })
  const change = async (body: object) => (await call('PATCH', `/providers/${data.id}`, body)).data.price
  expect(await change({ price: { input: 1, output: 2 } })).toEqual({
    input: 1,
    output: 2,
    image: null,
    video: null,
    as_of: new Date().toISOString().slice(0, 10),
    source: 'owner',
  })
  expect(await change({ price: null })).toMatchObject({ source: 'bundled' })
  expect(await change({ models: { text: 'who-knows' } })).toBeNull()
  expect(await change({ models: { text: 'gpt-4o-mini' }, base_url: 'https://resold.example/v1' })).toBeNull()
})

test('providers and keys outlast the server; the file of keys is for its owner only [PROV-04]', async () => {
  await using server = await testServer()
  const { data } = await owner(server)('POST', '/providers', { ...local, key: secret })
  const { dataDir } = server
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  await server.server.close()
  const { startServer } = await import('../index.ts')
  const again = await startServer({ dataDir, port: 0 })
  const answer = await fetch(`${again.origin}/app/v1/providers`, {
    headers: { authorization: `Bearer ${again.sessionToken}` },
  })
  expect(((await answer.json()) as { data: unknown }).data).toEqual([data])
  await again.close()
})

test('a key is in no answer, event, log, diagnosis, backup or other file [PROV-04]', async () => {
  await using server = await testServer()
  const call = owner(server)
  const { origin, next } = await startFake({ key: 'another' })
  const answers: string[] = []
  const keep = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    answers.push(answer.text)
    return answer
  }
  const { data } = await keep('POST', '/providers', {
    ...local,
    base_url: origin,
    key: secret,
    models: { text: 'm' },
  })
  await keep('PATCH', `/providers/${data.id}`, { key: secret, concurrency: 0 })
  await keep('PATCH', `/providers/${data.id}`, { key: { secret } })
  await keep('PATCH', `/providers/${data.id}`, { key: secret, key_env: 'X' })
  await keep('PATCH', `/providers/${data.id}`, { key_env: secret })
  await keep('PATCH', `/providers/${data.id}`, { kee: secret, key: secret })
  next.push({ fault: 'server_error' })
  await keep('POST', `/providers/${data.id}/test`)
  await keep('GET', '/providers')
  await keep('GET', '/session')
  await keep('GET', '/settings')
  await keep('POST', `/workspaces/${server.workspace.id}/backups`)
  await keep('GET', '/diagnostics')
  await keep('GET', '/diagnostics/log')
  answers.push((await server.get('/events')).text)
  expect(answers.filter((text) => text.includes(secret))).toEqual([])
  const found = filesWith(secret, server.dataDir)
  expect(found).toEqual([join(server.dataDir, 'secrets.json')])
  await keep('DELETE', `/providers/${data.id}`)
  expect(filesWith(secret, server.dataDir)).toEqual([])
})

test('nor is it where runs leave anything: jobs, proposals, spend, packages and logs, whatever the provider says back [PROV-04]', async () => {
  const text = { data_type: 'single_line_text_field', entity_type: 'product' }
  await using server = await testServer({
    attributes: [
      { name: 'Product name', key: 'product_name', ...text, is_primary: true },
      { name: 'Claim', key: 'claim', ...text, ai_generated: true, custom_instructions: '{{product_name}}' },
    ],
  })
  const { origin, next, calls } = await startFake({
    key: secret,
    answer: ({ key }) => ({ value: `It lasts. ${key}`.slice(0, 9), evidence: [], note: null }),
  })
  await server.post('/products', { attributes: { product_name: 'Chair' } })
  const workspace = { 'vitrine-workspace': server.workspace.id }
  const answers: string[] = []
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await server.asOwner({ method, path, headers: workspace, ...(body && { body }) })
    answers.push(answer.text)
    return answer.body
  }
  const provider = { ...local, base_url: origin, key: secret, models: { text: 'm' } }
  const { data } = await ask('POST', '/app/v1/providers', provider)
  await ask('POST', `/app/v1/providers/${data.id}/test`)
  const run = { type: 'product', attributes: ['claim'], filter: '' }
  await ask('POST', '/api/v1/generations/estimate', run)
  const failing = await ask('POST', '/api/v1/generations', run)
  next.push({ fault: 'told', words: `The key ${secret} is not known here.` })
  answers.push(JSON.stringify(await server.endedJob(failing.data.id)))
  const begun = await ask('POST', '/api/v1/generations', run)
  answers.push(JSON.stringify(await server.endedJob(begun.data.id)))
  expect(calls.length).toBeGreaterThan(1)
  const file = join(server.dataDir, 'shop-package.zip')
  const packing = await ask('POST', `/app/v1/workspaces/${server.workspace.id}/package`, { file })
  await server.endedJob(packing.data.id)
  for (const bytes of Object.values(unzipSync(readFileSync(file))))
    answers.push(Buffer.from(bytes).toString('latin1'))
  for (const path of [
    '/api/v1/jobs',
    '/api/v1/proposals?type=product',
    '/api/v1/generations/spend',
    '/api/v1/events',
    '/app/v1/diagnostics',
    '/app/v1/diagnostics/log',
  ])
    await ask('GET', path)
  expect(answers.filter((answer) => answer.includes(secret))).toEqual([])
  expect(filesWith(secret, server.dataDir)).toEqual([join(server.dataDir, 'secrets.json')])
})

function filesWith(text: string, folder: string): string[] {
  try {
    return execFileSync('grep', ['-rlaF', text, folder], { encoding: 'utf8' }).trim().split('\n')
  } catch {
    return []
  }
}
