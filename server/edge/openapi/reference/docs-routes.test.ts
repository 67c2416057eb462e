import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { operationsOf, type OpenApiDocument } from '../../../testing/document-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the reference page', () => {
  test('is there as Markdown too, page by page, and llms.txt leads to each [scripts.8.2]', async () => {
    const index = await server.send({ path: '/llms.txt' })
    expect([index.status, index.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const paths = [...index.text.matchAll(/\]\((\/docs\/[\w-]+\.md)\)/g)].map(([, path = '']) => path)
    const pages = await Promise.all(paths.map((path) => server.send({ path })))
    for (const page of pages) {
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(Buffer.byteLength(page.text)).toBeLessThan(150 * 1024)
    }
    const all = [index, ...pages].map(({ text }) => text).join('\n')
    for (const word of ['## Quick start', '`POST /bulk-edits`', 'filter', 'Idempotency-Key'])
      expect(all).toContain(word)
    expect((await server.send({ path: '/docs/none.md' })).status).toBe(404)
  })

  test('needs no key and shows every operation and every schema of the document', async () => {
    const { status, text, headers } = await server.send({ path: '/docs/' })
    const { body } = await server.send({ path: '/docs/openapi.json' })
    const document = body as OpenApiDocument
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const ids = new Set([...text.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id))
    expect(operationsOf(document).filter(({ operation }) => !ids.has(operation.operationId))).toEqual([])
    const schemas = Object.keys(document.components['schemas'] ?? {})
    expect(schemas.filter((name) => !ids.has(`schema-${name}`))).toEqual([])
    const links = [...text.matchAll(/ href="#([\w-]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
  })

  test('loads its own styles and its own script and nothing else', async () => {
    const { text, headers } = await server.send({ path: '/docs/' })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    const loaded = [...text.matchAll(/<(?:script|link|img|iframe)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    )
    expect(loaded).toEqual(['data:,', '/docs/reference.css', '/docs/reference.js'])
    expect(text).not.toMatch(/<script(?! src)|<style| style="| on\w+="/)
    const files = await Promise.all(loaded.slice(1).map((path = '') => server.send({ path })))
    expect(files.map((file) => [file.status, file.headers['content-type']])).toEqual([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ])
    for (const file of files) expect(file.text).not.toMatch(/@import|url\(|https?:\/\/|\beval\(|innerHTML/)
  })

  test('writes each type once and what entity types have alike once [DOC-06]', async () => {
    const { text } = await server.send({ path: '/docs/' })
    const { body } = await server.send({ path: '/docs/openapi.json' })
    const shapes = new Set(
      operationsOf(body as OpenApiDocument).map(({ method, path }) =>
        `${method} ${path}`.replace(/^(\w+ \/)(products|images|vendors|categories|sources)\b/, '$1{plural}'),
      ),
    )
    // Making a source creates a job and not an entity, so its section is apart.
    expect(text.match(/<section class="operation"/g)).toHaveLength(shapes.size + 1)
    expect(new Set(text.match(/ id="[^"]+"/g)).size).toBe(text.match(/ id="[^"]+"/g)?.length)
    expect(text.length).toBeLessThan(700_000)
  })

  test('is found without the slash too', async () => {
    const { status, headers } = await server.send({ path: '/docs' })
    expect([status, headers.location]).toEqual([308, '/docs/'])
  })
})
