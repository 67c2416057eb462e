import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchSource } from './source-fetch.ts'

let site: Server
let origin: string
let listener: RequestListener

beforeEach(async () => {
  site = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})

afterEach(() => {
  site.closeAllConnections()
  site.close()
})

const { signal } = new AbortController()
const open = { signal, allowsPrivate: true }
const reasonOf = (address: string, options: object = {}) =>
  fetchSource(address, { ...open, ...options }).then(
    () => 'fetched',
    (error: Error) => error.message,
  )

describe('a page', () => {
  test('comes with its media type, and unpacked', async () => {
    listener = (_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('Oak'))
    }
    const { bytes, mediaType, url } = await fetchSource(`${origin}/a.html`, open)
    expect([bytes.toString(), mediaType, url.pathname]).toEqual(['Oak', 'text/html', '/a.html'])
  })

  test('is followed through redirects, five at most', async () => {
    listener = ({ url = '' }, response) => {
      const step = Number(url.slice(1))
      if (step === 0) response.end('Oak')
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    }
    expect((await fetchSource(`${origin}/5`, open)).bytes.toString()).toBe('Oak')
    expect(await reasonOf(`${origin}/6`)).toBe('The page redirects more than 5 times.')
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x'])(
    'that redirects to %s is not followed',
    async (location) => {
      listener = (_request, response) => response.writeHead(302, { location }).end()
      expect(await reasonOf(origin)).toContain('Only http and https addresses are fetched')
    },
  )

  test.each([404, 500, 304])('answered with %i is none', async (status) => {
    listener = (_request, response) => response.writeHead(status).end()
    expect(await reasonOf(origin)).toContain(`answered ${status}`)
  })

  test('that is too large is cut off, packed or not', async () => {
    listener = ({ url }, response) => {
      const large = Buffer.alloc(3_000_000, 'x')
      if (url === '/packed') response.setHeader('content-encoding', 'gzip')
      response.end(url === '/packed' ? gzipSync(large) : large)
    }
    const limit = { maxBytes: 2 * 1024 * 1024 }
    expect(await reasonOf(origin, limit)).toBe('The page is larger than 2 MiB.')
    expect(await reasonOf(`${origin}/packed`, limit)).toBe('The page is larger than 2 MiB.')
  })

  test('that never ends, or never begins, is given up', async () => {
    listener = ({ url }, response) => {
      if (url === '/begins') response.write('Oak')
    }
    for (const path of ['/', '/begins'])
      expect(await reasonOf(origin + path, { timeoutMs: 100 })).toContain('did not arrive in time')
  })

  test.each([
    ['an encoding nobody knows', { 'content-encoding': 'zstd-2' }, 'encoding that is not known'],
    ['a body that is not what it says', { 'content-encoding': 'gzip' }, 'could not be fetched'],
  ])('with %s is told', async (_name, headers, reason) => {
    listener = (_request, response) => response.writeHead(200, headers).end('Oak')
    expect(await reasonOf(origin)).toContain(reason)
  })

  test('that nobody serves is told', async () => {
    const { port } = site.address() as AddressInfo
    site.close()
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toContain('could not be fetched')
  })

  test('is given up when the job is cancelled', async () => {
    listener = () => undefined
    const abort = new AbortController()
    const fetching = fetchSource(origin, { ...open, signal: abort.signal })
    abort.abort()
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('addresses of this computer and its network', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'localhost.',
  ])('%s is refused', async (host) => {
    expect(await reasonOf(`http://${host}:1/`, { allowsPrivate: false })).toMatch(/are not fetched|ENOTFOUND/)
  })
})
