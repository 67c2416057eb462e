import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type SecretBox, type Secrets, SecretsFile } from './secrets.ts'

const secret = 'sk-do-not-show-me-0123456789'

const secretsIn = (folder: string, used: SecretBox | undefined): Secrets =>
  new SecretsFile(folder, used).of('provider')

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const box: SecretBox = {
  seal: async (text) => Buffer.from(text).map((byte) => byte ^ 0xff),
  open: async (sealed) => {
    if (sealed[0] === 0) throw new Error('damaged')
    return Buffer.from(sealed.map((byte) => byte ^ 0xff)).toString()
  },
}

test('where the host has a box the file holds no key, and another run reads it [PROV-04]', async () => {
  const folder = makeFolder()
  await secretsIn(folder, box).put('a', secret)
  const text = readFileSync(join(folder, 'secrets.json'), 'utf8')
  expect(text).not.toContain(secret)
  expect(text).not.toContain(Buffer.from(secret).toString('base64'))
  expect(await secretsIn(folder, box).get('a')).toBe(secret)
})

test('what the app has sealed a server without it does not open, and says so [PROV-04]', async () => {
  const folder = makeFolder()
  await secretsIn(folder, box).put('a', secret)
  const plain = secretsIn(folder, undefined)
  expect(plain.has('a')).toBe(true)
  await expect(plain.get('a')).rejects.toThrow('The desktop app keeps this key')
})

test('a sealed key that the computer opens no more is asked for again [PROV-04]', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ provider: { a: { sealed: 'AAAA' } } }))
  await expect(secretsIn(folder, box).get('a')).rejects.toThrow('Enter it again')
})

test('a host that seals nothing keeps nothing [PROV-04]', async () => {
  const folder = makeFolder()
  const none: SecretBox = { ...box, seal: () => Promise.reject(new Error('There is no keyring.')) }
  const secrets = secretsIn(folder, none)
  await expect(secrets.put('a', secret)).rejects.toThrow('There is no keyring.')
  expect(secrets.has('a')).toBe(false)
})

test('without a box the file is for its owner only, and forgets who is not there [PROV-04]', async () => {
  const folder = makeFolder()
  const secrets = secretsIn(folder, undefined)
  await secrets.put('a', secret)
  await secrets.put('b', 'other')
  const file = join(folder, 'secrets.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  secrets.keepOnly(['b'])
  expect(readFileSync(file, 'utf8')).not.toContain(secret)
  expect(await secretsIn(folder, undefined).get('b')).toBe('other')
})

test('a damaged file is as none [PROV-04]', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'secrets.json'), '{"a"')
  const secrets = secretsIn(folder, undefined)
  expect(await secrets.get('a')).toBeUndefined()
  await secrets.put('a', secret)
  expect(await secrets.get('a')).toBe(secret)
})

test('the file of an earlier version is taken over, and two owners do not see each other [PROV-04]', async () => {
  const folder = makeFolder()
  const earlier = join(folder, 'provider-keys.json')
  writeFileSync(earlier, JSON.stringify({ a: { plain: secret } }))
  const file = new SecretsFile(folder, undefined)
  expect(await file.of('provider').get('a')).toBe(secret)
  await file.of('webhook').put('w', 'whsec_1')
  expect(existsSync(earlier)).toBe(false)
  file.of('webhook').keepOnly(['w'])
  const again = new SecretsFile(folder, undefined)
  expect([await again.of('provider').get('a'), await again.of('webhook').get('w')]).toEqual([
    secret,
    'whsec_1',
  ])
  expect(again.of('webhook').has('a')).toBe(false)
})
