import { isOnNetworkDrive } from './file-lock.ts'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'

test.each([
  [String.raw`\\server\share\a.vitrine`, true],
  ['//server/share/a.vitrine', true],
  [String.raw`C:\Users\ada\a.vitrine`, false],
  [String.raw`\\?\C:\Users\ada\a.vitrine`, false],
])('on Windows %s: %j', (path, expected) => {
  expect(isOnNetworkDrive(path, 'win32')).toBe(expected)
})

test.each([
  ['NFS', 0x6969, true],
  ['SMB, as a signed number', 0xff534d42 | 0, true],
  ['ext4', 0xef53, false],
  ['tmpfs', 0x01021994, false],
])('on Linux %s: %j', (_name, kind, expected) => {
  expect(isOnNetworkDrive('/x/a.vitrine', 'linux', () => kind)).toBe(expected)
})

test('a file system that does not tell, and the real one of the temporary folder, are not', () => {
  const fails = () => {
    throw new Error('EPERM')
  }
  expect(isOnNetworkDrive('/x', 'linux', fails)).toBe(false)
  expect(isOnNetworkDrive(tmpdir())).toBe(false)
})
