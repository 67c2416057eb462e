import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { request } from 'undici'
import { message } from '#shared/messages/message.ts'
import { guardedAgent, isPrivate, type Refuses, requireAllowedHost } from '../fetch/private-addresses.ts'
import { tooMany } from './folder-place.ts'
import { notAllowed, refusalOf, toPlaceFault } from './https-place.ts'
import {
  byAge,
  defaultTimeoutMs,
  type FetchedFile,
  isPassedOver,
  type KnownVersion,
  matchesPattern,
  maxPlaceBytes,
  maxPlaceFiles,
  type Place,
  type PlaceAccess,
  PlaceFault,
  type PlaceFile,
  type PlaceOptions,
  splitName,
} from './place.ts'
import { storeFile, tooLarge } from './store-file.ts'
import { tryAgain } from './try-again.ts'

const mib = 1024 ** 2
const silenceMs = 30_000
const maxAnswerBytes = 8 * mib
// Larger files go in parts; S3 takes at most 10,000 of them, each of 5 MiB at least.
const defaultPartBytes = 32 * mib
const allowAll: Refuses = () => false

interface Order {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

type ServerAnswer = Awaited<ReturnType<typeof request>>

export interface S3Options extends PlaceOptions {
  readonly partBytes?: number
  /** The session token of a key that is lent for a while. */
  readonly sessionToken?: string | undefined
}

/** The objects of a bucket. They appear as a whole, which S3 promises. */
export class S3Place implements Place {
  readonly #access: PlaceAccess<'s3'>
  readonly #options: S3Options

  constructor(access: PlaceAccess<'s3'>, options: S3Options) {
    this.#access = access
    this.#options = options
  }

  async check(): Promise<void> {
    const { prefix } = this.#access.settings
    await this.#askOnce({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix } }, readText)
  }

  async list(pattern: string): Promise<PlaceFile[]> {
    const { prefix } = this.#access.settings
    const { folder, last } = splitName(pattern)
    const begin = prefix + folder + (last.split(/[*?]/)[0] ?? '')
    const files: PlaceFile[] = []
    for await (const file of this.#listAll(begin)) {
      const own = file.name.slice(folder.length)
      if (own.includes('/') || isPassedOver(own) || !matchesPattern(own, last)) continue
      files.push(file)
      if (files.length > maxPlaceFiles) throw tooMany()
    }
    return files.sort(byAge)
  }

  async *#listAll(begin: string): AsyncGenerator<PlaceFile> {
    const { prefix } = this.#access.settings
    for (let token = ''; ;) {
      const more = token === '' ? {} : { 'continuation-token': token }
      const query = { 'list-type': '2', prefix: begin, ...more }
      const page = await this.#ask({ method: 'GET', query }, readText)
      for (const entry of partsOf(page, 'Contents')) yield toFile(entry, prefix)
      token = valueOf(page, 'NextContinuationToken') ?? ''
      if (token === '') return
    }
  }

  async fetch(name: string, target: string, known?: KnownVersion): Promise<FetchedFile | undefined> {
    const { maxBytes = maxPlaceBytes } = this.#options
    const headers: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {}
    const order = { method: 'GET', key: name, headers } as const
    return this.#ask(order, async ({ statusCode, headers: sent, body }) => {
      if (statusCode === 304) return discard(body)
      if (Number(sent['content-length'] ?? 0) > maxBytes) throw tooLarge()
      const size = await storeFile(body, target, this.#options)
      return { size, etag: textOf(sent['etag']), modified: textOf(sent['last-modified']) }
    })
  }

  /** The text of a small object with its version; undefined where there is none. */
  async readText(name: string): Promise<{ readonly text: string; readonly version: string } | undefined> {
    try {
      return await this.#ask({ method: 'GET', key: name }, async (answered) => ({
        text: await readText(answered),
        version: textOf(answered.headers['etag']) ?? '',
      }))
    } catch (error) {
      if (error instanceof AbsentObject) return undefined
      throw error
    }
  }

  /** Puts a small object in the place of that version, or of none; undefined where another is there. */
  async putText(name: string, text: string, version: string | undefined): Promise<string | undefined> {
    const headers: Record<string, string> =
      version === undefined ? { 'if-none-match': '*' } : { 'if-match': version }
    const order = { method: 'PUT', key: name, headers, body: Buffer.from(text) } as const
    try {
      return await this.#ask(order, async (answered) => {
        await readText(answered)
        return textOf(answered.headers['etag']) ?? ''
      })
    } catch (error) {
      if (error instanceof OtherVersion) return undefined
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key: name }, readText)
  }

  async put(name: string, source: string): Promise<void> {
    const { size } = await stat(source)
    const { partBytes = defaultPartBytes } = this.#options
    if (size <= partBytes) {
      const body = await readPart(source, 0, size)
      await this.#ask({ method: 'PUT', key: name, body }, readText)
    } else await this.#putInParts(name, source, { size, partBytes })
  }

  settle(): Promise<boolean> {
    return Promise.resolve(false)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #putInParts(
    key: string,
    source: string,
    { size, partBytes }: { readonly size: number; readonly partBytes: number },
  ): Promise<void> {
    const begun = await this.#ask({ method: 'POST', key, query: { uploads: '' } }, readText)
    const uploadId = valueOf(begun, 'UploadId') ?? ''
    try {
      const tags: string[] = []
      for (let at = 0; at < size; at += partBytes) {
        const body = await readPart(source, at, Math.min(partBytes, size - at))
        const query = { partNumber: String(tags.length + 1), uploadId }
        tags.push(
          await this.#ask({ method: 'PUT', key, query, body }, async (answered) => {
            await readText(answered)
            return textOf(answered.headers['etag']) ?? ''
          }),
        )
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      )
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const done = await this.#ask({ method: 'POST', key, query: { uploadId }, body }, readText)
      // S3 answers 200 before it knows how the joining ends.
      if (done.includes('<Error>')) throw new PlaceFault('refused', message('connection.write_failed'))
    } catch (error) {
      await this.#ask({ method: 'DELETE', key, query: { uploadId } }, readText).catch(() => undefined)
      throw error
    }
  }

  #ask<Value>(order: Order, read: (answered: ServerAnswer) => Promise<Value>): Promise<Value> {
    return tryAgain(this.#options, () => this.#askOnce(order, read))
  }

  async #askOnce<Value>(order: Order, read: (answered: ServerAnswer) => Promise<Value>): Promise<Value> {
    const { signal: given, timeoutMs = defaultTimeoutMs } = this.#options
    const timeout = AbortSignal.timeout(timeoutMs)
    const address = this.#address(order)
    const refuses = this.#requireAllowed(address)
    const agent = guardedAgent({ refuses })
    try {
      const answered = await request(address, {
        method: order.method,
        dispatcher: agent,
        headers: await this.#signed(address, order),
        body: order.body ?? null,
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
        signal: AbortSignal.any([given, timeout]),
      })
      if (answered.statusCode >= 400) throw await this.#refusal(answered, order)
      return await read(answered)
    } catch (error) {
      given.throwIfAborted()
      if (timeout.aborted) throw new PlaceFault('unreachable', message('connection.too_slow'))
      throw toPlaceFault(error)
    } finally {
      void agent.destroy().catch(() => undefined)
    }
  }

  #address({ key = '', query = {} }: Order): URL {
    const { endpoint, bucket, prefix, path_style: isInPath } = this.#access.settings
    const url = new URL(endpoint)
    if (!isInPath) url.host = `${bucket}.${url.host}`
    const path = key === '' ? '' : `/${(prefix + key).split('/').map(encodeURIComponent).join('/')}`
    // Some servers sign the path of a bucket without the slash at its end.
    url.pathname = `${url.pathname.replace(/\/$/, '')}${isInPath ? `/${bucket}` : ''}${path}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  #requireAllowed(address: URL): Refuses {
    const { isInNetwork } = this.#access
    if (address.protocol !== 'https:' && !isInNetwork) throw notAllowed(address.host)
    const refuses = isInNetwork ? allowAll : isPrivate
    requireAllowedHost(address, refuses)
    return refuses
  }

  async #signed(address: URL, { method, headers = {}, body }: Order): Promise<Record<string, string>> {
    const { secret, settings } = this.#access
    const split = secret?.indexOf(':') ?? -1
    if (secret === undefined || split < 1)
      throw new PlaceFault('secret_missing', message('connection.secret_missing'))
    const { AwsV4Signer } = await import('aws4fetch')
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url: address.href,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      accessKeyId: secret.slice(0, split),
      secretAccessKey: secret.slice(split + 1),
      service: 's3',
      region: settings.region,
      ...(this.#options.sessionToken !== undefined && { sessionToken: this.#options.sessionToken }),
    })
    const { headers: signed } = await signer.sign()
    return Object.fromEntries(signed.entries())
  }

  async #refusal(answered: ServerAnswer, { key }: Order): Promise<PlaceFault> {
    const text = await readText(answered).catch(() => '')
    // 409 is of two writes at one moment, of which one was taken.
    if (answered.statusCode === 412 || answered.statusCode === 409) return new OtherVersion()
    if (answered.statusCode !== 404) return refusalOf(answered)
    return key === undefined || text.includes('NoSuchBucket')
      ? new PlaceFault('not_found', message('connection.bucket_not_found'))
      : new AbsentObject(key)
  }
}

class AbsentObject extends PlaceFault {
  constructor(name: string) {
    super('not_found', message('connection.file_not_found', { name }))
  }
}

/** The condition of a write did not hold. */
class OtherVersion extends PlaceFault {
  constructor() {
    super('refused', message('connection.write_failed'))
  }
}

function toFile(entry: string, prefix: string): PlaceFile {
  return {
    name: (valueOf(entry, 'Key') ?? '').slice(prefix.length),
    size: Number(valueOf(entry, 'Size') ?? 0),
    changedAt: Date.parse(valueOf(entry, 'LastModified') ?? '') || null,
    etag: valueOf(entry, 'ETag') ?? null,
  }
}

async function readPart(file: string, at: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, at)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function readText({ body }: Pick<ServerAnswer, 'body'>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxAnswerBytes) throw tooLarge()
  }
  return Buffer.concat(chunks).toString('utf8')
}

function partsOf(xml: string, tag: string): string[] {
  return xml
    .split(`<${tag}>`)
    .slice(1)
    .map((part) => part.split(`</${tag}>`)[0] ?? '')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The text of the first element of a name; answers of S3 have no attributes there and no other markup. */
function valueOf(xml: string, tag: string): string | undefined {
  const text = partsOf(xml, tag)[0]
  return text?.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    return code === undefined
      ? (entities[String(name)] ?? whole)
      : String.fromCodePoint(Math.min(code, 0x10ffff))
  })
}

function textOf(header: string | string[] | undefined): string | null {
  return (typeof header === 'string' ? header : header?.[0]) ?? null
}

function discard(body: ServerAnswer['body']): undefined {
  body.on('error', () => undefined).destroy()
}
