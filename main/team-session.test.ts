import { EventEmitter } from 'node:events'
import type { Session } from 'electron'
import { expect, test } from 'vitest'
import { partitionOf } from './team-catalogs.ts'
import { checkCertificate, protectTeamSession } from './team-windows.ts'

const digest = Buffer.from('a certificate of 32 bytes digest')
const fingerprint = `sha256/${digest.toString('base64')}`
const pinned = {
  origin: 'https://192.168.1.5:4418',
  name: 'Spring',
  certificate: digest.toString('base64url'),
}
const asked = { hostname: '192.168.1.5', certificate: { fingerprint } }

test('the certificate that the invitation names is taken from its host, and no other is', () => {
  expect(checkCertificate(pinned, asked)).toBe(0)
  expect(checkCertificate(pinned, { ...asked, hostname: '192.168.1.6' })).toBe(-2)
  const other = { fingerprint: `sha256/${Buffer.from('another').toString('base64')}` }
  expect(checkCertificate(pinned, { ...asked, certificate: other })).toBe(-2)
  expect(checkCertificate(pinned, { ...asked, certificate: { fingerprint: '' } })).toBe(-2)
})

test('a certificate is as Chromium found it where no invitation names one', () => {
  const { certificate: _, ...plain } = pinned
  expect(checkCertificate(plain, asked)).toBe(-3)
})

test('another certificate at the same address has a session of its own', () => {
  const { certificate: _, ...plain } = pinned
  const partitions = [plain, pinned, { ...pinned, certificate: 'other' }].map(partitionOf)
  expect(new Set(partitions).size).toBe(3)
  expect(partitions.every((name) => name.startsWith('persist:'))).toBe(true)
})

test('a workspace that is taken home is told of once it is saved, and nothing else that is saved', () => {
  const ignore = (): void => undefined
  const session = Object.assign(new EventEmitter(), {
    setCertificateVerifyProc: ignore,
    setPermissionRequestHandler: ignore,
    setPermissionCheckHandler: ignore,
    setDevicePermissionHandler: ignore,
    setSpellCheckerEnabled: ignore,
  })
  const saved: string[] = []
  protectTeamSession(session as unknown as Session, pinned, (file) => saved.push(file))
  const download = (url: string, file: string, state: string): void => {
    const item = Object.assign(new EventEmitter(), {
      getURL: () => url,
      getFilename: () => 'any',
      getSavePath: () => file,
      setSaveDialogOptions: ignore,
    })
    session.emit('will-download', { preventDefault: ignore }, item)
    item.emit('done', {}, state)
  }
  const url = `${pinned.origin}/app/v1/workspaces/1/copies/2/file`
  download(url, '/home/ann/Spring.vitrine', 'completed')
  download(url, '/home/ann/Cut off.vitrine', 'interrupted')
  download(url, '/home/ann/table.csv', 'completed')
  download('https://elsewhere.example/x', '/home/ann/Foreign.vitrine', 'completed')
  expect(saved).toEqual(['/home/ann/Spring.vitrine'])
})
