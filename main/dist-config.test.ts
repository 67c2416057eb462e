import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { expect, onTestFinished, test } from 'vitest'
import {
  checkVersionTag,
  distConfig,
  notesOf,
  signUpdateLists,
  updateFeedFrom,
  type BuildFacts,
} from './dist-config.ts'
import { isSigned, readUpdateFeed } from './update-feed.ts'

const root = join(import.meta.dirname, '..')
const changelog =
  '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-28\n\n### Added\n\n- A kanban.\n\n## [0.1.0]\n'
const facts: BuildFacts = { root, version: '0.2.0', commit: 'abc', changelog, platform: 'linux' }

function folderWithKey(): { folder: string; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { privateKey } = generateKeyPairSync('ed25519')
  const file = join(folder, 'update.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return { folder, env: { VITRINE_UPDATE_URL: 'https://updates.example/vitrine', VITRINE_UPDATE_KEY: file } }
}

/** electron-builder's own reading of a configuration file, with its own schema. */
async function readAsBuilder(folder: string, config: Configuration): Promise<Configuration> {
  const library = join(root, 'node_modules/app-builder-lib/out/util/config/config.js')
  const { getConfig, validateConfiguration } = (await import(library)) as {
    readonly getConfig: (folder: string, file: string, more: null) => Promise<Configuration>
    readonly validateConfiguration: (config: Configuration, log: object) => Promise<void>
  }
  const file = join(folder, 'electron-builder.json')
  writeFileSync(file, JSON.stringify(config))
  const merged = await getConfig(root, file, null)
  await validateConfiguration(merged, { isEnabled: false })
  return merged
}

const mac = { CSC_LINK: 'certificate.p12', CSC_KEY_PASSWORD: 'x' }
const notarized = { ...mac, APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'ID', APPLE_API_ISSUER: 'issuer' }
const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'vitrine',
  AZURE_SIGNING_PROFILE: 'public',
  AZURE_SIGNING_PUBLISHER: 'CN=Vitrine',
}

test.each([
  ['linux', {}, {}],
  ['darwin', {}, { mac: { identity: null, hardenedRuntime: true } }],
  ['darwin', mac, { forceCodeSigning: true, mac: { notarize: false, hardenedRuntime: true } }],
  [
    'darwin',
    notarized,
    { forceCodeSigning: true, mac: { notarize: true, entitlements: 'main/entitlements.mac.plist' } },
  ],
  ['win32', {}, { win: { target: ['nsis'] } }],
  ['win32', { WIN_CSC_LINK: 'certificate.pfx' }, { forceCodeSigning: true }],
  ['win32', azure, { forceCodeSigning: true, win: { azureSignOptions: { publisherName: 'CN=Vitrine' } } }],
] as const)('electron-builder takes what %s with %j makes', async (platform, given, expected) => {
  const { folder, env } = folderWithKey()
  const { config } = distConfig({ ...env, ...given }, { ...facts, platform })
  const merged = await readAsBuilder(folder, config)
  expect(merged).toMatchObject({
    ...expected,
    appId: 'app.vitrine.desktop',
    publish: expect.anything(),
    extraMetadata: { desktopName: 'vitrine.desktop', commit: 'abc' },
    releaseInfo: { releaseNotes: '### Added\n\n- A kanban.' },
  })
  expect(existsSync(join(root, String(merged.mac?.entitlements)))).toBe(true)
})

test('electron-builder would refuse a configuration of other members', async () => {
  const { folder } = folderWithKey()
  const { config } = distConfig({}, facts)
  const wrong = { ...config, mac: { notarise: true } } as Configuration
  await expect(readAsBuilder(folder, wrong)).rejects.toThrow('configuration.mac should be one of these')
})

test.each([
  ['darwin', {}, 'THIS BUILD IS NOT SIGNED'],
  ['win32', {}, 'THIS BUILD IS NOT SIGNED'],
  ['darwin', mac, 'NOT NOTARISED'],
  ['linux', {}, 'looks for no updates'],
] as const)('a build of %s with %j says %s', (platform, env, said) => {
  expect(distConfig(env, { ...facts, platform }).remarks.join('\n')).toContain(said)
})

test.each([
  ['darwin', { ...mac, APPLE_ID: 'a@example.com' }, 'APPLE_ID alone do not notarise'],
  [
    'win32',
    { AZURE_SIGNING_ENDPOINT: 'https://x' },
    'AZURE_SIGNING_ACCOUNT, AZURE_SIGNING_PROFILE, AZURE_SIGNING_PUBLISHER',
  ],
  ['linux', { VITRINE_UPDATE_URL: 'https://x' }, 'need both'],
] as const)('variables of %s that are not whole, %j, end the build', (platform, env, said) => {
  expect(() => distConfig(env, { ...facts, platform })).toThrow(said)
})

test.each([
  ['http://updates.example/', 'begins with https://'],
  ['ftp://updates.example/', 'begins with https://'],
  ['https://user:pass@updates.example/', 'no user, query or fragment'],
  ['https://updates.example/?channel=x', 'no user, query or fragment'],
  ['updates', 'is no address'],
])('updates from %s are refused', (url, said) => {
  const { env } = folderWithKey()
  expect(() => updateFeedFrom({ ...env, VITRINE_UPDATE_URL: url })).toThrow(said)
})

test('the key of updates is an Ed25519 key', () => {
  const { folder, env } = folderWithKey()
  const file = join(folder, 'rsa.pem')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(() => updateFeedFrom({ ...env, VITRINE_UPDATE_KEY: file })).toThrow('Ed25519')
})

test('what the builder writes into package.json is what the app reads; without it there is no feed', () => {
  const { folder, env } = folderWithKey()
  const file = join(folder, 'package.json')
  writeFileSync(file, JSON.stringify(distConfig(env, facts).config.extraMetadata))
  expect(readUpdateFeed(file)).toEqual(updateFeedFrom(env))
  expect(readUpdateFeed(file)?.url).toBe('https://updates.example/vitrine/')
  writeFileSync(file, JSON.stringify(distConfig({}, facts).config.extraMetadata))
  expect(readUpdateFeed(file)).toBeUndefined()
  expect(distConfig({}, facts).config.publish).toBeNull()
})

test('the lists of this version are signed, and no other', () => {
  const { folder, env } = folderWithKey()
  writeFileSync(join(folder, 'latest-linux.yml'), 'version: 0.2.0\nfiles: []\n')
  writeFileSync(join(folder, 'latest-mac.yml'), 'version: 0.1.0\nfiles: []\n')
  expect(signUpdateLists(folder, env, '0.2.0')).toEqual(['latest-linux.yml'])
  expect(existsSync(join(folder, 'latest-mac.yml.sig'))).toBe(false)
  const signature = readFileSync(join(folder, 'latest-linux.yml.sig'), 'utf8')
  const feed = updateFeedFrom(env)!
  expect(isSigned(feed, 'version: 0.2.0\nfiles: []\n', signature)).toBe(true)
  expect(isSigned(feed, 'version: 0.2.1\nfiles: []\n', signature)).toBe(false)
  expect(isSigned(feed, 'version: 0.2.0\nfiles: []\n', 'none')).toBe(false)
  expect(signUpdateLists(folder, {}, '0.2.0')).toEqual([])
})

test('a commit that is tagged as another version is not built', () => {
  expect(() => checkVersionTag(['v0.3.0'], '0.2.0')).toThrow('tagged v0.3.0, but package.json says 0.2.0')
  for (const tags of [[], ['v0.2.0'], ['v0.2.0', 'v0.2.0-rc.1'], ['nightly']]) checkVersionTag(tags, '0.2.0')
})

test('the notes of a version are its section of the changelog', () => {
  expect(notesOf(changelog, '0.2.0')).toBe('### Added\n\n- A kanban.')
  expect(notesOf(changelog, '9.9.9')).toBe('')
  expect(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), '0.2.0')).toContain('### Added')
})
