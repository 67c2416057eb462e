import { expect, test } from 'vitest'
import {
  parseReplicaAddress,
  placeInReplica,
  ReplicaAddressError,
  formatReplicaAddress,
} from './replica-address.ts'

test.each([
  ['file:///mnt/replica/', { kind: 'file', path: '/mnt/replica' }],
  ['file:///mnt/two%20words', { kind: 'file', path: '/mnt/two words' }],
  ['file:///D:/replica', { kind: 'file', path: 'D:/replica' }],
  ['sftp://ann@backup.example/r', { kind: 'sftp', host: 'backup.example:22', user: 'ann', path: '/r' }],
  ['sftp://ann@10.0.0.2:2222/r/s', { kind: 'sftp', host: '10.0.0.2:2222', user: 'ann', path: '/r/s' }],
  ['s3://shop/team', { kind: 's3', bucket: 'shop', path: 'team', isPathStyle: false }],
  [
    's3://shop?endpoint=http://127.0.0.1:9000&region=eu-central-1',
    {
      kind: 's3',
      bucket: 'shop',
      path: '',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
      isPathStyle: true,
    },
  ],
])('%s', (text, address) => expect(parseReplicaAddress(text)).toEqual(address))

test.each([
  ['/mnt/replica', 'A replica is named by'],
  ['https://backup.example', 'A replica is named by'],
  ['file://host/folder', 'whole path'],
  ['file:///', 'whole path'],
  ['sftp://backup.example/r', 'user, host and folder'],
  ['sftp://ann@backup.example', 'user, host and folder'],
  ['s3://', 'bucket'],
  ['s3://shop?secret=abc', 'not secret'],
])('[REPLICA-06] %s is refused', (text, words) => expect(() => parseReplicaAddress(text)).toThrow(words))

test.each([
  'sftp://ann:hunter2@backup.example/r',
  's3://AKIA:hunter2@shop/r',
  'ftp://ann:hunter2@backup.example/r',
])('[REPLICA-06] a password in an address is refused and not repeated: %s', (text) => {
  const refusal = () => parseReplicaAddress(text)
  expect(refusal).toThrow(ReplicaAddressError)
  expect(refusal).not.toThrow('hunter2')
})

test('each database has a place of its own, and people see the address without settings', () => {
  const address = parseReplicaAddress('s3://shop/team?endpoint=http://127.0.0.1:9000')
  expect(placeInReplica(address, 'vitrine.db')).toMatchObject({ path: 'team/vitrine.db' })
  expect(placeInReplica(parseReplicaAddress('s3://shop'), 'vitrine.db')).toMatchObject({ path: 'vitrine.db' })
  expect(formatReplicaAddress(address)).toBe('s3://shop/team')
  expect(formatReplicaAddress(parseReplicaAddress('sftp://ann@backup.example/r'))).toBe(
    'sftp://ann@backup.example:22/r',
  )
})
