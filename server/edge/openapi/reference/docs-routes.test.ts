import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { operationsOf, type OpenApiDocument } from '../../../testing/document-calls.ts'
import type { SearchEntry } from './search-index.ts'

interface Page {
  readonly path: string
  readonly text: string
}

let server: TestServer
let pages: Page[]
beforeAll(async () => {
  server = await testServer()
  const overview = (await server.send({ path: '/docs/' })).text
  const paths = new Set([...overview.matchAll(/ href="(\/docs\/[\w-]+)"/g)].map(([, path = '']) => path))
  const others = [...paths].map(async (path) => ({ path, text: (await server.send({ path })).text }))
  pages = [{ path: '/docs/', text: overview }, ...(await Promise.all(others))]
})
afterAll(() => server[Symbol.asyncDispose]())

const idsIn = (text: string): string[] => [...text.matchAll(/ id="([\w-]+)"/g)].map(([, id = '']) => id)
const maxBytes = 150 * 1024

describe('the documents', () => {
  test('are an overview, guides, a page for each resource, errors and the changelog, and need no key [DOC-06]', async () => {
    const { status, headers } = await server.send({ path: '/docs/products' })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const paths = pages.map(({ path }) => path)
    const wanted = [
      'filters',
      'nightly-sync',
      'price-change',
      'listen',
      'pictures',
      'from-airtable',
      'from-akeneo',
    ]
    const resources = ['products', 'vendors', 'edits', 'jobs', 'events', 'errors', 'changelog']
    expect(paths).toEqual(expect.arrayContaining([...wanted, ...resources].map((name) => `/docs/${name}`)))
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('show every operation once, and have at most 150 KB a page [DOC-06]', async () => {
    const document = (await server.send({ path: '/docs/openapi.json' })).body as OpenApiDocument
    const sections = pages.flatMap(({ text }) =>
      [...text.matchAll(/<section class="operation" id="(\w+)"/g)].map(([, id]) => id),
    )
    const operations = operationsOf(document).map(({ operation }) => operation.operationId)
    expect(sections).toHaveLength(operations.length)
    expect(new Set(sections)).toEqual(new Set(operations))
    expect(pages.filter(({ text }) => Buffer.byteLength(text) > maxBytes).map(({ path }) => path)).toEqual([])
    for (const { path, text } of pages)
      expect([path, new Set(idsIn(text)).size]).toEqual([path, idsIn(text).length])
  })

  test('lead nowhere that is not there [DOC-06]', () => {
    const byPath = new Map(pages.map(({ path, text }) => [path, new Set(idsIn(text))]))
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => ({ path, href })),
    )
    const files = ['/docs/openapi.json', '/docs/vitrine.js', '/llms.txt']
    const dead = links.filter(({ path, href }) => {
      const [target = '', id] = href.split('#')
      if (files.includes(target) || target.endsWith('.md')) return false
      const ids = byPath.get(target === '' ? path : target)
      return ids === undefined || (id !== undefined && !ids.has(id))
    })
    expect(dead).toEqual([])
  })

  test('load their own styles and scripts and nothing else [DOC-06]', async () => {
    const { text, headers } = await server.send({ path: '/docs/' })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    const loaded = [...text.matchAll(/<(?:script|link|img|iframe)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    )
    expect(loaded).toEqual(['data:,', '/docs/reference.css', '/docs/reference.js'])
    for (const page of pages)
      expect(page.text).not.toMatch(/<script(?! type="module" src)|<style| style="| on\w+="/)
    const files = await Promise.all(
      [...loaded.slice(1), '/docs/search.js'].map((path = '') => server.send({ path })),
    )
    expect(files.map((file) => [file.status, file.headers['content-type']])).toEqual([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ])
    for (const file of files) expect(file.text).not.toMatch(/@import|url\(|https?:\/\/|\beval\(|innerHTML/)
  })

  test('are there as Markdown too, and llms.txt leads to each [surfaces.8.2]', async () => {
    const index = await server.send({ path: '/llms.txt' })
    expect([index.status, index.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const paths = [...index.text.matchAll(/\]\((\/docs\/[\w-]+\.md)\)/g)].map(([, path = '']) => path)
    const names = pages.map(({ path }) => (path === '/docs/' ? '/docs/overview.md' : `${path}.md`))
    expect(paths.toSorted()).toEqual(names.toSorted())
    const texts = await Promise.all(paths.map((path) => server.send({ path })))
    for (const { status, headers, text } of texts) {
      expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(text).toMatch(/^# \S/)
      expect(Buffer.byteLength(text)).toBeLessThan(maxBytes)
    }
    const all = [index, ...texts].map(({ text }) => text).join('\n')
    for (const word of ['## Get a key', '`POST /bulk-edits`', 'filter', 'Idempotency-Key'])
      expect(all).toContain(word)
    expect(all).not.toMatch(/^```(?:curl|cli)$|^\{\{/m)
    expect((await server.send({ path: '/docs/none.md' })).status).toBe(404)
  })

  test('are found without the slash too, and offer the client for Python [DOC-07]', async () => {
    const { status, headers } = await server.send({ path: '/docs' })
    expect([status, headers.location]).toEqual([308, '/docs/'])
    const client = await server.send({ path: '/docs/vitrine.py' })
    expect([client.status, client.text.includes('class Vitrine:')]).toEqual([200, true])
  })
})

const found: readonly (readonly [string, string])[] = [
  ['bulk edit', '/docs/price-change#bulk-edit'],
  ['rate limit', '/docs/errors-and-retries#rate-limit'],
  ['upsert', '/docs/products#upsertProduct'],
  ['If-Match', '/docs/concurrency#if-match'],
  ['POST /vendors/upsert', '/docs/vendors#upsertVendor'],
  ['batch', '/docs/products#batchProducts'],
  ['last-event-id', '/docs/events#streamEvents'],
  ['rate_limited', '/docs/errors#error-rate_limited'],
  ['too_many_values', '/docs/errors#issue-too_many_values'],
  ['webhook', '/docs/listen#webhooks'],
  ['nightly', '/docs/nightly-sync'],
  ['scopes', '/docs/authentication#scopes'],
]

test.each(found)('the search for %s finds %s first [surfaces.8.1]', async (text, href) => {
  const script = pathToFileURL(join(import.meta.dirname, 'page/search.js')).href
  const { findSections } = (await import(script)) as {
    findSections: (index: readonly SearchEntry[], text: string) => SearchEntry[]
  }
  const { body } = await server.send({ path: '/docs/search.json' })
  expect(findSections(body as SearchEntry[], text)[0]?.href).toBe(href)
})
