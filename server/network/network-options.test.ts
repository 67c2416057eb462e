import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { NetworkError, type NetworkOptions, dependenciesOf } from './network-options.ts'

let folder: string
let good: NetworkOptions

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-reach-'))
  const { cert, key } = await makeCertificate(folder, ['catalog.example', '127.0.0.1'])
  good = { host: '0.0.0.0', publicUrl: 'https://catalog.example', tlsCert: cert, tlsKey: key }
})
afterAll(() => rmSync(folder, { recursive: true }))

const publicUrl = 'https://catalog.example'
const behindProxy = '172.16.0.0/12'

test.each<[string, () => NetworkOptions, string]>([
  [
    'no TLS and no proxy',
    () => ({ host: '0.0.0.0', publicUrl }),
    'passwords need TLS: name --tls-cert and --tls-key',
  ],
  [
    'an address of the network',
    () => ({ host: '192.168.1.5' }),
    'On 192.168.1.5 other computers reach this server',
  ],
  ['a public address that nobody serves', () => ({ publicUrl }), 'Nobody serves https://catalog.example yet'],
  [
    'no public address',
    () => ({ host: '::', behindProxy }),
    'Say under which address people open the catalog',
  ],
  [
    'a public address without TLS',
    () => ({ behindProxy, publicUrl: 'http://catalog.example' }),
    'has to begin with https',
  ],
  ['a public address with a path', () => ({ behindProxy, publicUrl: `${publicUrl}/shop` }), 'without a path'],
  [
    'a public address with a name in it',
    () => ({ behindProxy, publicUrl: 'https://a:b@catalog.example' }),
    'without a path',
  ],
  [
    'a public address of another kind',
    () => ({ behindProxy, publicUrl: 'ftp://catalog.example' }),
    'without a path',
  ],
  ['TLS twice', () => ({ ...good, behindProxy }), 'not both'],
  ['a certificate without its key', () => ({ ...good, tlsKey: undefined }), 'TLS needs both files'],
  ['a file that is not there', () => ({ ...good, tlsCert: join(folder, 'none') }), 'cannot be read'],
  ['a key of another certificate', () => ({ ...good, tlsKey: other.key }), 'one pair'],
  [
    'a certificate of another name',
    () => ({ ...good, publicUrl: 'https://shop.example' }),
    'is not for shop.example',
  ],
  ['a certificate that is over', () => ({ ...good, tlsCert: old.cert, tlsKey: old.key }), 'was valid until'],
  [
    'a proxy that is no address',
    () => ({ publicUrl, behindProxy: 'caddy' }),
    '--behind-proxy takes addresses',
  ],
  [
    'a proxy with too many bits',
    () => ({ publicUrl, behindProxy: '10.0.0.0/33' }),
    '--behind-proxy takes addresses',
  ],
  ['a proxy anywhere', () => ({ publicUrl, behindProxy: '0.0.0.0/0' }), 'would trust every computer'],
  [
    'a proxy anywhere in IPv6',
    () => ({ publicUrl, behindProxy: '127.0.0.1, ::/0' }),
    'would trust every computer',
  ],
])('%s: it does not start, and says what to do [TEAM-04] [TEAM-05]', async (_name, options, sentence) => {
  const error: unknown = await dependenciesOf(options()).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(NetworkError)
  expect(String(error)).toContain(sentence)
})

let other: { cert: string; key: string }
let old: { cert: string; key: string }
beforeAll(async () => {
  other = await makeCertificate(folder, ['catalog.example'], { name: 'other' })
  const validUntil = new Date(Date.now() - 60_000)
  old = await makeCertificate(folder, ['catalog.example'], { name: 'old', validUntil })
  writeFileSync(join(folder, 'text'), 'no certificate')
})

test('on this computer alone, with a certificate, or behind a proxy it starts [TEAM-04]', async () => {
  expect(await dependenciesOf({})).toEqual({
    host: '127.0.0.1',
    publicUrl: undefined,
    tls: undefined,
    isProxy: undefined,
  })
  expect(await dependenciesOf(good)).toMatchObject({
    host: '0.0.0.0',
    tls: { files: { cert: good.tlsCert } },
  })
  expect(await dependenciesOf({ ...good, publicUrl: 'https://127.0.0.1:4417' })).toMatchObject({
    host: '0.0.0.0',
  })
  expect((await dependenciesOf({ host: '::', behindProxy, publicUrl })).publicUrl?.origin).toBe(publicUrl)
})

test.each([
  ['172.20.3.4', true],
  ['::ffff:172.20.3.4', true],
  ['172.32.0.1', false],
  ['fd00::7', true],
  ['fd00:0:0:1::7', false],
  ['10.0.0.9', true],
  ['10.0.0.8', false],
  ['', false],
  ['nonsense', false],
])('the address %j is the proxy: %j [TEAM-05]', async (address, expected) => {
  const { isProxy } = await dependenciesOf({ publicUrl, behindProxy: '172.16.0.0/12, fd00::/64,10.0.0.9' })
  expect(isProxy?.(address)).toBe(expected)
})
