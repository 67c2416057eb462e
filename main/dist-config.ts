/**
 * What the environment of a builder adds to electron-builder.yml: where the build looks for updates, how it is signed
 * and notarised, and the notes of its version. A build that is not signed says so.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { isSigned, parseUpdateFeed, type UpdateFeed } from './update-feed.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface BuildFacts {
  readonly root: string
  readonly version: string
  readonly commit: string
  readonly changelog: string
  readonly platform: NodeJS.Platform
}

export interface DistConfig {
  readonly config: Configuration
  /** Lines for the one who builds. */
  readonly remarks: readonly string[]
}

/** The pairs and triples of variables by which a Mac app is notarised, as electron-builder reads them. */
const notarizations = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN', 'APPLE_KEYCHAIN_PROFILE'],
] as const

/** Azure Trusted Signing: what the configuration names; the account signs in by AZURE_TENANT_ID and the like. */
const azureSigning = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'AZURE_SIGNING_PUBLISHER',
} as const

/** Returns the configuration of this build. Throws with a sentence where variables contradict each other. */
export function distConfig(env: Environment, facts: BuildFacts): DistConfig {
  const feed = updateFeedFrom(env)
  const signing = signingOf(env, facts.platform)
  const notes = notesOf(facts.changelog, facts.version)
  return {
    config: {
      extends: join(facts.root, 'electron-builder.yml'),
      extraMetadata: {
        desktopName: 'vitrine.desktop',
        commit: facts.commit,
        ...(feed && { updates: feed }),
      },
      publish: feed ? { provider: 'generic', url: feed.url } : null,
      ...(notes !== '' && { releaseInfo: { releaseNotes: notes } }),
      ...signing.config,
    },
    remarks: [
      feed
        ? `Updates are looked for at ${feed.url}.`
        : 'Without VITRINE_UPDATE_URL and VITRINE_UPDATE_KEY this build looks for no updates.',
      ...signing.remarks,
    ],
  }
}

/** The feed of VITRINE_UPDATE_URL, whose list the key in the file VITRINE_UPDATE_KEY signs. */
export function updateFeedFrom(env: Environment): UpdateFeed | undefined {
  const { VITRINE_UPDATE_URL: url, VITRINE_UPDATE_KEY: file } = env
  if (!url && !file) return undefined
  if (!url || !file)
    throw new Error(
      'Updates need both VITRINE_UPDATE_URL and VITRINE_UPDATE_KEY, the file of an Ed25519 key.',
    )
  const key = createPublicKey(readPrivateKey(file)).export({ type: 'spki', format: 'der' }).toString('base64')
  return parseUpdateFeed({ url, key })
}

function readPrivateKey(file: string): KeyObject {
  return createPrivateKey(readFileSync(file))
}

/** Signs the lists of this version (latest*.yml) beside them, and returns their names. */
export function signUpdateLists(folder: string, env: Environment, version: string): string[] {
  const feed = updateFeedFrom(env)
  if (!feed) return []
  const key = readPrivateKey(env['VITRINE_UPDATE_KEY'] ?? '')
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
  return names.filter((name) => {
    const list = readFileSync(join(folder, name), 'utf8')
    if (!list.startsWith(`version: ${version}\n`)) return false
    const signature = sign(null, Buffer.from(list), key).toString('base64')
    if (!isSigned(feed, list, signature)) throw new Error(`${name} could not be signed.`)
    writeFileSync(join(folder, `${name}.sig`), signature)
    return true
  })
}

/** Throws when the commit is tagged as another version (vX.Y.Z) than package.json has. */
export function checkVersionTag(tags: readonly string[], version: string): void {
  const versions = tags.filter((tag) => /^v\d/.test(tag))
  if (versions.length > 0 && !versions.includes(`v${version}`))
    throw new Error(`This commit is tagged ${versions.join(', ')}, but package.json says ${version}.`)
}

/** The section of a version in the changelog, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const begin = changelog.indexOf(`\n## [${version}]`)
  if (begin < 0) return ''
  const body = changelog.slice(changelog.indexOf('\n', begin + 1))
  const end = body.indexOf('\n## ')
  return (end < 0 ? body : body.slice(0, end)).trim()
}

type Signing = Pick<DistConfig, 'remarks'> & { readonly config: Configuration }

function signingOf(env: Environment, platform: NodeJS.Platform): Signing {
  if (platform === 'darwin') return macSigning(env)
  return platform === 'win32' ? windowsSigning(env) : linuxSigning
}

const linuxSigning: Signing = {
  config: {},
  remarks: ['Packages of Linux carry no signature of their own; the list of updates is signed.'],
}

function unsigned(what: string, config: Configuration): Signing {
  const line = `THIS BUILD IS NOT SIGNED. ${what}`
  const frame = '*'.repeat(70)
  return { config, remarks: [frame, line, frame] }
}

function macSigning(env: Environment): Signing {
  if (!env['CSC_LINK'] && !env['CSC_NAME'])
    return unsigned('macOS will refuse to open it, and it cannot update itself. Set CSC_LINK or CSC_NAME.', {
      mac: { identity: null },
    })
  const names = notarizations.find((all) => all.every((name) => env[name]))
  const begun = notarizations.flat().filter((name) => env[name])
  if (!names && begun.length > 0)
    throw new Error(
      `${begun.join(' and ')} alone do not notarise. Set all of one of: ${notarizations.map((all) => all.join(', ')).join('; or ')}.`,
    )
  return {
    config: { forceCodeSigning: true, mac: { notarize: names !== undefined } },
    remarks: [
      names
        ? 'The app is signed and notarised.'
        : 'The app is signed but NOT NOTARISED: macOS warns before it opens. Set APPLE_API_KEY and the like.',
    ],
  }
}

function windowsSigning(env: Environment): Signing {
  const given = Object.values(azureSigning).filter((name) => env[name])
  if (given.length > 0) return azureSigningOf(env, given)
  if (env['WIN_CSC_LINK'] || env['CSC_LINK'])
    return { config: { forceCodeSigning: true }, remarks: ['The installer is signed by a certificate.'] }
  return unsigned('Windows warns of it as of an unknown publisher. Set WIN_CSC_LINK or AZURE_SIGNING_….', {})
}

function azureSigningOf(env: Environment, given: readonly string[]): Signing {
  const missing = Object.values(azureSigning).filter((name) => !given.includes(name))
  if (missing.length > 0) throw new Error(`Azure Trusted Signing lacks ${missing.join(', ')}.`)
  const of = (name: keyof typeof azureSigning): string => env[azureSigning[name]] ?? ''
  return {
    config: {
      forceCodeSigning: true,
      win: {
        azureSignOptions: {
          endpoint: of('endpoint'),
          codeSigningAccountName: of('codeSigningAccountName'),
          certificateProfileName: of('certificateProfileName'),
          publisherName: of('publisherName'),
        },
      },
    },
    remarks: ['The installer is signed by Azure Trusted Signing.'],
  }
}
