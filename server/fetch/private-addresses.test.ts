import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { fetchPage } from './fetch-page.ts'
import { isPrivate, type Refuses } from './private-addresses.ts'

const { signal } = new AbortController()
const reasonOf = (address: string, refuses: Refuses = isPrivate, lookUp?: typeof lookup) =>
  fetchPage(address, { signal, refuses, ...(lookUp && { lookUp }) }).then(
    () => 'fetched',
    (error: Error) => error.message,
  )

const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, '0')

function spellingsOf(dotted: string): string[] {
  const parts = dotted.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = parts.reduce((sum, part) => sum * 256 + part, 0)
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  const turned = `${hex(0xffff - a * 256 - b)}:${hex(0xffff - c * 256 - d)}`
  return [
    dotted,
    `${dotted}.`,
    String(whole),
    `0${whole.toString(8)}`,
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `0x${hex(part)}`).join('.'),
    `${a}.0x${hex(b)}.0${c.toString(8)}.${d}`,
    `${a}.${b * 65536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    parts.join('%2e'),
    parts.join('\u3002'),
    [...dotted].map((one) => (one === '.' ? '\uFF0E' : String.fromCodePoint(0xff10 + Number(one)))).join(''),
    `[::${dotted}]`,
    `[::${pair}]`,
    `[::ffff:${dotted}]`,
    `[::FFFF:${pair.toUpperCase()}]`,
    `[0:0:0:0:0:ffff:${pair}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:FF9B::${pair}]`,
    `[64:ff9b:1::${dotted}]`,
    `[2002:${pair}::]`,
    `[2002:${pair}::1]`,
    `[2001:0:4136:e378:8000:63bf:${turned}]`,
  ]
}

const ofVersion4 =
  `127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 0.0.0.0 169.254.169.254
  100.64.0.1 100.127.255.255 198.18.0.1 198.19.255.255`
    .split(/\s+/)
    .flatMap(spellingsOf)

const others =
  `0.1.2.3 192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 127.1 0x7f.1 0 0x0 10.1 017700000001
  [::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0.0.0.1] [1::1]
  [fc00::1] [FD12:3456:789A::1] [fdff:ffff::1] [fe80::1] [FE80::1] [febf::1] [fec0::1]
  [ff00::1] [ff02::1] [FF0E::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1] [4000::1]
  [2001:2::1] [2001:10::1] [2001:20::1] [::1:0:0:7f00:1] [::5efe:127.0.0.1] [64:ff9b::1]
  [fe80::1%25eth0] [fe80::1%eth0] [::1%25lo] 127.0.0.1%25lo 256.0.0.1 0x7f.0.0.0.1`.split(/\s+/)

describe('addresses of this computer and its network [SOURCE-05]', () => {
  const all = [...ofVersion4, ...others]

  test(`are refused in all of ${all.length} spellings`, async () => {
    expect(new Set(all).size).toBeGreaterThan(200)
    const reasons = await Promise.all(all.map(async (host) => [host, await reasonOf(`http://${host}:1/`)]))
    const passed = reasons.filter(([, reason]) => !/are not fetched|Invalid URL/.test(reason ?? ''))
    expect(passed).toEqual([])
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '11.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.0.1',
    '100.128.0.1',
  ])('%s is none of them', (address) => expect(isPrivate(address)).toBe(false))

  test.each([
    '198.17.0.1',
    '198.20.0.1',
    '::ffff:8.8.8.8',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
  ])('nor is %s', (address) => expect(isPrivate(address)).toBe(false))

  test.each(['fe80::1%eth0', '::1%lo', '8.8.8.8.', '', 'localhost', '127.0.0.1 ', '::ffff:8.8.8.8.9'])(
    'what is no plain address is refused: %j',
    (address) => expect(isPrivate(address)).toBe(true),
  )
})

async function siteOf(answer: (path: string) => { readonly status: number; readonly location?: string }) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.socket.localAddress} ${request.url}`)
    const { status, location } = answer(request.url ?? '')
    response.writeHead(status, { connection: 'close', ...(location && { location }) }).end('Oak')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port, [Symbol.dispose]: () => void server.close() }
}

function lookUpAmong(...addresses: string[]) {
  const names: string[] = []
  const lookUp = ((name: string, _options: object, callback: (...answer: unknown[]) => void) => {
    names.push(name)
    callback(null, [{ address: addresses[names.length - 1] ?? addresses.at(-1), family: 4 }])
  }) as unknown as typeof lookup
  return { lookUp, names }
}

const onlyLoopback: Refuses = (address) => address !== '127.0.0.1'

test('each connection goes to the address that was checked, and none looks a name up again [SOURCE-05]', async () => {
  using site = await siteOf((path) => ({ status: path === '/robots.txt' ? 404 : 200 }))
  const { lookUp, names } = lookUpAmong('127.0.0.1')
  expect(await reasonOf(`http://rebound.example:${site.port}/a`, onlyLoopback, lookUp)).toBe('fetched')
  expect(site.asked).toEqual(['127.0.0.1 /robots.txt', '127.0.0.1 /a'])
  expect(names).toHaveLength(2)
})

test('a name that leads elsewhere the second time is refused then [SOURCE-05]', async () => {
  using site = await siteOf((path) => ({ status: path === '/robots.txt' ? 404 : 200 }))
  const { lookUp } = lookUpAmong('127.0.0.1', '127.0.0.2')
  expect(await reasonOf(`http://rebound.example:${site.port}/a`, onlyLoopback, lookUp)).toContain(
    'not fetched (127.0.0.2)',
  )
  expect(site.asked).toEqual(['127.0.0.1 /robots.txt'])
})

test.each([
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://0x0a000001/',
  '//[::ffff:c0a8:101]/',
  'http://inside.example/',
])('a redirect to %s is not followed [SOURCE-05]', async (location) => {
  using site = await siteOf((path) => (path === '/a' ? { status: 302, location } : { status: 404 }))
  const { lookUp, names } = lookUpAmong('10.0.0.1')
  const refuses: Refuses = (address) => address !== '127.0.0.1' && isPrivate(address)
  expect(await reasonOf(`http://127.0.0.1:${site.port}/a`, refuses, lookUp)).toMatch(/are not fetched/)
  expect(site.asked).toEqual(['127.0.0.1 /robots.txt', '127.0.0.1 /a'])
  expect(names.every((name) => name === 'inside.example')).toBe(true)
})
