import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pages-'))
  await mkdir(join(folder, 'renderer/assets'), { recursive: true })
  await writeFile(join(folder, 'renderer/index.html'), '<title>Vitrine</title>')
  await writeFile(join(folder, 'renderer/assets/app-1a2b.js'), 'let a')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  server = await testServer({ rendererDir: join(folder, 'renderer') })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe('the page of the app', () => {
  test('is served without a credential and with a policy that lets nothing else in', async () => {
    const { status, headers, text } = await server.send({ path: '/?workspace=x' })
    expect([status, text]).toEqual([200, '<title>Vitrine</title>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
    })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  })

  test('keeps its assets, whose names change with their content', async () => {
    const { headers, text } = await server.send({ path: '/assets/app-1a2b.js' })
    expect(text).toBe('let a')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test.each([
    '/nope',
    '/assets/',
    '/assets',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/secret.txt%00.js',
  ])('%s is 404 in the envelope', async (path) => {
    const { status, body } = await server.send({ path })
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })

  test('is read only', async () => {
    expect((await server.send({ method: 'POST', path: '/', body: {} })).status).toBe(404)
    expect((await server.send({ method: 'PUT', path: '/assets/app-1a2b.js', body: {} })).status).toBe(404)
  })

  test('tells what to do where it has not been built', async () => {
    await using bare = await testServer({ rendererDir: join(folder, 'nothing') })
    const { status, text } = await bare.send({ path: '/' })
    expect(status).toBe(200)
    expect(text).toContain('npm start')
  })
})

describe('the page of errors', () => {
  test('needs no key and has an anchor for every code and every issue', async () => {
    const { status, headers, text } = await server.send({ path: '/docs/developers/errors' })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const anchors = [...text.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(anchors).toEqual([...Object.keys(errorCodes), ...Object.keys(issueCodes)])
    for (const { status: code } of Object.values(errorCodes)) expect(text).toContain(`HTTP ${code}`)
  })

  test('is where documentation_url of an error leads', async () => {
    const { body } = await server.send({ path: '/api/v1/products' })
    const url = new URL(body.error.documentation_url)
    expect(url.origin).toBe(server.server.origin)
    const { text } = await server.send({ path: url.pathname })
    expect(text).toContain(`id="${url.hash.slice(1)}"`)
  })
})
