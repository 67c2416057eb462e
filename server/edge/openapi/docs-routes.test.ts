import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { operationsOf, type OpenApiDocument } from '../../testing/document-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the reference page', () => {
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

  test('loads nothing from elsewhere and runs no script', async () => {
    const { text, headers } = await server.send({ path: '/docs/' })
    expect(text).not.toMatch(/<script|<link[^>]+href="(?!data:)|src="|@import|url\(/)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain('prefers-color-scheme: dark')
  })

  test('is found without the slash too', async () => {
    const { status, headers } = await server.send({ path: '/docs' })
    expect([status, headers.location]).toEqual([308, '/docs/'])
  })
})
