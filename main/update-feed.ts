/**
 * Where a build looks for new versions, and what it takes from there: a list that the makers of the build signed, and
 * the files whose digests stand in it. electron-updater does the rest: versions, downloads, installers, and on Windows
 * and macOS the signature of the installed program.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { membersOf } from './desktop-settings.ts'

export interface UpdateFeed {
  /** The address of the folder that has the list; ends with a slash. */
  readonly url: string
  /** The Ed25519 key (SPKI, base64) whose owner signs the list. */
  readonly key: string
}

const maxListBytes = 256 * 2 ** 10
export const maxUpdateBytes = 2 ** 30
const maxFiles = 20
const silenceMs = 60_000
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

export type UpdateFault =
  | 'list_not_signed'
  | 'list_malformed'
  | 'file_elsewhere'
  | 'too_large'
  | 'redirected'
  | 'silent'

export class UpdateError extends Error {
  override readonly name = 'UpdateError'
  readonly code: UpdateFault

  constructor(code: UpdateFault) {
    super(code)
    this.code = code
  }
}

/** Returns the feed that the builder wrote into the program's package.json; undefined where there is none. */
export function readUpdateFeed(packageFile: string): UpdateFeed | undefined {
  const { updates } = membersOf(JSON.parse(readFileSync(packageFile, 'utf8')))
  const { url, key } = membersOf(updates)
  return typeof url === 'string' && typeof key === 'string' ? parseUpdateFeed({ url, key }) : undefined
}

/** Checks a feed as the builder names it. Throws with a sentence for the builder. */
export function parseUpdateFeed({ url, key }: UpdateFeed): UpdateFeed {
  if (!URL.canParse(url)) throw new Error(`The address of updates is no address: ${url}`)
  const address = new URL(url)
  if ([address.username, address.password, address.search, address.hash].some((part) => part !== ''))
    throw new Error('The address of updates has no user, query or fragment.')
  const isHere = address.protocol === 'http:' && loopback.has(address.hostname)
  if (address.protocol !== 'https:' && !isHere)
    throw new Error('The address of updates begins with https:// (http:// on this computer alone).')
  if (!address.pathname.endsWith('/')) address.pathname += '/'
  if (publicKeyOf(key).asymmetricKeyType !== 'ed25519')
    throw new Error('The key of updates is an Ed25519 key.')
  return { url: address.href, key }
}

function publicKeyOf(key: string): ReturnType<typeof createPublicKey> {
  return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
}

/** Whether the owner of the feed's key signed the list: its signature (base64) is of the very bytes. */
export function isSigned({ key }: Pick<UpdateFeed, 'key'>, list: string, signature: string): boolean {
  return verify(null, Buffer.from(list), publicKeyOf(key), Buffer.from(signature.trim(), 'base64'))
}

/** Throws an UpdateError unless each file lies below the feed, has a digest and a bearable size. */
export function checkUpdateList(info: unknown, { url }: Pick<UpdateFeed, 'url'>): asserts info is UpdateInfo {
  const { version, files } = membersOf(info)
  if (typeof version !== 'string' || !Array.isArray(files) || files.length === 0 || files.length > maxFiles)
    throw new UpdateError('list_malformed')
  for (const file of files) checkFile(membersOf(file), url)
}

function checkFile({ url, sha512, size }: Readonly<Record<string, unknown>>, feed: string): void {
  if (typeof url !== 'string' || typeof sha512 !== 'string' || typeof size !== 'number')
    throw new UpdateError('list_malformed')
  if (!URL.canParse(url, feed) || !new URL(url, feed).href.startsWith(feed))
    throw new UpdateError('file_elsewhere')
  if (!(size > 0 && size <= maxUpdateBytes)) throw new UpdateError('too_large')
}

/** Makes electron-updater follow the feed. It is loaded here alone, since most starts need none of it. */
export async function createUpdater(feed: UpdateFeed, platform: NodeJS.Platform): Promise<AppUpdater> {
  const { AppImageUpdater, MacUpdater, NsisUpdater, Provider } = await import('electron-updater')
  const { parseUpdateInfo, resolveFiles } = await import('electron-updater/out/providers/Provider.js')

  class SignedList extends Provider<UpdateInfo> {
    // The public constructor is what electron-updater calls; the base class has a protected one.
    constructor(_options: object, _updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    // electron-updater would send an identifier of this installation with each request.
    override setRequestHeaders(): void {}

    async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`
      const list = await this.#read(name)
      if (!isSigned(feed, list, await this.#read(`${name}.sig`))) throw new UpdateError('list_not_signed')
      const info: unknown = parseUpdateInfo(list, name, new URL(feed.url))
      checkUpdateList(info, feed)
      limit.bytes = Math.max(...info.files.map(({ size = 0 }) => size))
      return info
    }

    resolveFiles(info: UpdateInfo): ReturnType<typeof resolveFiles> {
      return resolveFiles(info, new URL(feed.url))
    }

    async #read(name: string): Promise<string> {
      limit.bytes = maxListBytes
      return (await this.httpRequest(new URL(name, feed.url))) ?? ''
    }
  }

  const limit = { bytes: maxListBytes }
  const Updater = platform === 'darwin' ? MacUpdater : platform === 'win32' ? NsisUpdater : AppImageUpdater
  const updater = new Updater()
  Object.assign(updater, { httpExecutor: await createExecutor(limit) })
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedList })
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  updater.isUserWithinRollout = () => true
  return updater
}

/** Requests that follow no redirect, end after a minute of silence, and take no more bytes than the limit. */
async function createExecutor(limit: { readonly bytes: number }): Promise<object> {
  const { ElectronHttpExecutor } = await import('electron-updater/out/electronHttpExecutor.js')
  type Base = InstanceType<typeof ElectronHttpExecutor>

  class LimitedExecutor extends ElectronHttpExecutor {
    override createRequest(
      options: Parameters<Base['createRequest']>[0],
      callback: Parameters<Base['createRequest']>[1],
    ): ReturnType<Base['createRequest']> {
      const request = super.createRequest(options, (response) => {
        limitAnswer(response, limit.bytes, () => request.abort())
        callback(response)
      })
      const silence = setTimeout(() => {
        request.abort()
        request.emit('error', new UpdateError('silent'))
      }, silenceMs)
      request.once('response', () => clearTimeout(silence))
      request.once('close', () => clearTimeout(silence))
      return request
    }

    protected override addRedirectHandlers(
      request: ReturnType<Base['createRequest']>,
      _options: object,
      reject: (error: Error) => void,
    ): void {
      request.on('redirect', () => {
        request.abort()
        reject(new UpdateError('redirected'))
      })
    }
  }
  return new LimitedExecutor()
}

interface Answer {
  on(event: 'data', listener: (chunk: Buffer | string) => void): void
  once(event: 'end' | 'error', listener: () => void): void
  emit(event: 'error', error: Error): void
}

function limitAnswer(answer: Answer, maxBytes: number, abort: () => void): void {
  let bytes = 0
  const fail = (code: UpdateFault): void => {
    clearTimeout(silence)
    abort()
    answer.emit('error', new UpdateError(code))
  }
  const silence = setTimeout(() => fail('silent'), silenceMs)
  answer.on('data', (chunk) => {
    silence.refresh()
    bytes += Buffer.byteLength(chunk)
    if (bytes > maxBytes && bytes - Buffer.byteLength(chunk) <= maxBytes) fail('too_large')
  })
  for (const event of ['end', 'error'] as const) answer.once(event, () => clearTimeout(silence))
}
