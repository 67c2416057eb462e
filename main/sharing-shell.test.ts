import { statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatCertificate } from '#shared/team.ts'
import { ownCertificate } from './sharing-shell.ts'

test('a computer keeps its certificate, so that invitations stay good, until it ends or the address is another', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'vitrine-certificate-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'sharing')
  const first = await ownCertificate(folder, '192.168.1.5')
  expect(first.digest).toMatch(/^[\w-]{43}$/)
  expect(statSync(first.key).mode & 0o077).toBe(0)
  expect(await ownCertificate(folder, '192.168.1.5')).toEqual(first)
  const inAYear = Date.now() + 360 * 86_400_000
  const later = await ownCertificate(folder, '192.168.1.5', inAYear)
  expect(later.digest).not.toBe(first.digest)
  const moved = await ownCertificate(folder, '192.168.1.6', inAYear)
  expect(moved.digest).not.toBe(later.digest)
  writeFileSync(moved.cert, 'damaged')
  expect((await ownCertificate(folder, '192.168.1.6', inAYear)).digest).not.toBe(moved.digest)
})

test('both sides spell the whole certificate alike', () => {
  const digest = Buffer.from([...Array(32).keys()].map((byte) => 255 - byte)).toString('base64url')
  const formatted = formatCertificate(digest)
  expect(formatted.replaceAll(' ', '')).toBe(Buffer.from(digest, 'base64url').toString('hex').toUpperCase())
  expect(formatted.split(' ')).toHaveLength(16)
})
