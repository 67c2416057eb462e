import type { lookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchPage } from './fetch-page.ts'
import { guardedLookup, isPrivate, type Refuses } from './private-addresses.ts'

let site: Server
let origin: string
let listener: RequestListener
let robots: RequestListener

const answer: RequestListener = (request, response) =>
  request.url === '/robots.txt' ? robots(request, response) : listener(request, response)

beforeEach(async () => {
  robots = (_request, response) => response.writeHead(404).end()
  site = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})

afterEach(() => {
  site.closeAllConnections()
  site.close()
})

const { signal } = new AbortController()
const open = { signal, refuses: () => false }
const reasonOf = (address: string, options: object = {}) =>
  fetchPage(address, { ...open, ...options }).then(
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
    const { bytes, mediaType, url } = await fetchPage(`${origin}/a.html`, open)
    expect([bytes.toString(), mediaType, url.pathname]).toEqual(['Oak', 'text/html', '/a.html'])
  })

  test('is followed through redirects, five at most', async () => {
    listener = ({ url = '' }, response) => {
      const step = Number(url.slice(1))
      if (step === 0) response.end('Oak')
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    }
    expect((await fetchPage(`${origin}/5`, open)).bytes.toString()).toBe('Oak')
    expect(await reasonOf(`${origin}/6`)).toBe('The page redirects more than 5 times.')
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x'])(
    'that redirects to %s is not followed',
    async (location) => {
      listener = (_request, response) => response.writeHead(302, { location }).end()
      expect(await reasonOf(origin)).toContain('Only http and https addresses are fetched')
    },
  )

  test.each([
    [304, 'its server refused it (304'],
    [401, 'it needs a login (401'],
    [404, 'there is none at this address (404'],
    [429, 'The server asks to wait 30 seconds.'],
    [500, 'its server has a fault (500'],
  ])('answered with %i is none', async (status, reason) => {
    listener = (_request, response) => response.writeHead(status, { 'retry-after': '30' }).end()
    expect(await reasonOf(origin)).toContain(reason)
  })

  test('that is too large is cut off, packed or not', async () => {
    listener = ({ url }, response) => {
      const large = Buffer.alloc(3_000_000, 'x')
      if (url === '/packed') response.setHeader('content-encoding', 'gzip')
      response.end(url === '/packed' ? gzipSync(large) : large)
    }
    const limit = { maxBytes: 2 * 1024 * 1024 }
    expect(await reasonOf(origin, limit)).toContain('The page is larger than 2 MB')
    expect(await reasonOf(`${origin}/packed`, limit)).toContain('The page is larger than 2 MB')
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
    ['a body that is not what it says', { 'content-encoding': 'gzip' }, 'what came is damaged'],
  ])('with %s is told', async (_name, headers, reason) => {
    listener = (_request, response) => response.writeHead(200, headers).end('Oak')
    expect(await reasonOf(origin)).toContain(reason)
  })

  test('that nobody serves is told', async () => {
    const { port } = site.address() as AddressInfo
    site.close()
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toContain('its server takes no connections')
  })

  test('is given up when the job is cancelled', async () => {
    listener = () => undefined
    const abort = new AbortController()
    const fetching = fetchPage(origin, { ...open, signal: abort.signal })
    abort.abort()
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('robots.txt', () => {
  const rules = (text: string): RequestListener => {
    return (_request, response) => response.setHeader('content-type', 'text/plain').end(text)
  }

  test('is asked under our name, once, and the page is read where it allows that', async () => {
    const asked: string[] = []
    listener = ({ headers }, response) => response.end(headers['user-agent'])
    robots = ({ headers }, response) => {
      asked.push(headers['user-agent'] ?? '')
      response.end('User-agent: *\nDisallow: /private/\n')
    }
    expect((await fetchPage(`${origin}/a`, open)).bytes.toString()).toBe('Vitrine')
    expect(asked).toEqual(['Vitrine'])
    expect(await reasonOf(`${origin}/private/a`)).toContain('does not allow programs to read')
  })

  test('is asked about where a redirect leads, too', async () => {
    robots = rules('User-agent: Vitrine\nDisallow: /b\n')
    listener = ({ url }, response) =>
      url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('Oak')
    expect(await reasonOf(`${origin}/a`)).toContain('does not allow')
  })

  test('that cannot be read allows nothing; one that is a page allows all', async () => {
    listener = (_request, response) => response.end('Oak')
    robots = (_request, response) => response.writeHead(503).end()
    expect(await reasonOf(origin)).toContain('robots.txt answered 503')
    robots = rules('<!doctype html><p>Not found')
    expect(await reasonOf(origin)).toBe('fetched')
  })
})

test('a redirect to an address that is refused is not followed', async () => {
  const visited: string[] = []
  listener = ({ url = '' }, response) => {
    visited.push(url)
    response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  }
  const refuses: Refuses = (address) => address !== '127.0.0.1' && isPrivate(address)
  expect(await reasonOf(`${origin}/a`, { refuses })).toContain('are not fetched (169.254.169.254)')
  expect(visited).toEqual(['/a'])
})

test('a name is refused by any of the addresses that the connection itself is given', async () => {
  const asked: string[] = []
  const resolver = ((name: string, _options: object, callback: (...answer: unknown[]) => void) => {
    asked.push(name)
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  }) as unknown as typeof lookup
  const lookUp = (refuses: Refuses) =>
    new Promise((resolve) =>
      guardedLookup(refuses, resolver)('rebound.example', { all: true }, (error, found) =>
        resolve(error?.message ?? found),
      ),
    )
  expect(await lookUp(isPrivate)).toContain('are not fetched (127.0.0.1)')
  expect(await lookUp(() => false)).toHaveLength(2)
  expect(asked).toEqual(['rebound.example', 'rebound.example'])
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
    expect(await reasonOf(`http://${host}:1/`, { refuses: isPrivate })).toMatch(
      /are not fetched|no server of that name/,
    )
  })
})
