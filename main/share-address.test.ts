import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { shareableAddresses, shareAddressFrom } from './share-dialogs.ts'

const at = (address: string, internal = false, family = 'IPv4') =>
  ({ address, internal, family }) as NetworkInterfaceInfo
const interfaces = {
  lo: [at('127.0.0.1', true)],
  wlan: [at('192.168.1.5'), at('fe80::1', false, 'IPv6')],
  office: [at('172.31.0.9'), at('172.32.0.9')],
  provider: [at('203.0.113.7')],
}

test('it is shared in networks of neighbours, never at a public address', () => {
  expect(shareableAddresses(interfaces)).toEqual(['192.168.1.5', '172.31.0.9'])
  expect(shareableAddresses({ lo: interfaces.lo, provider: interfaces.provider })).toEqual([])
})

test('the switch names an address that this computer has, with a port or without', () => {
  const shared = (text: string) => shareAddressFrom(['app', `--share=${text}`], interfaces)
  expect(shared('192.168.1.5')).toEqual({ address: '192.168.1.5', port: 4418 })
  expect(shared('127.0.0.1:5000')).toEqual({ address: '127.0.0.1', port: 5000 })
  for (const other of ['192.168.1.6', '203.0.113.7', '0.0.0.0', '', 'localhost', '192.168.1.5:x'])
    expect(() => shared(other)).toThrow(expect.objectContaining({ name: 'NoShareAddress' }))
  expect(shareAddressFrom(['app', '--data=/x'], interfaces)).toBeUndefined()
})
