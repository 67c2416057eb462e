import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type SftpClient from 'ssh2-sftp-client'
import type { FastGetTransferOptions } from 'ssh2-sftp-client'
import { message } from '#shared/messages/message.ts'
import { markOf } from '../catalog/feeds/place-file.ts'
import { fileGone, toPlaceFault } from './https-place.ts'
import { tooMany } from './folder-place.ts'
import {
  byAge,
  defaultTimeoutMs,
  type FetchedFile,
  type FileOutcome,
  isPartOf,
  isPassedOver,
  matchesPattern,
  maxPlaceBytes,
  maxPlaceFiles,
  onlyWritten,
  type Place,
  type PlaceAccess,
  PlaceFault,
  type PlaceFile,
  type PlaceOptions,
  splitName,
} from './place.ts'
import { tooLarge } from './store-file.ts'

const loginMs = 20_000

// SFTP knows the flag, and the types of its client do not.
const onlyNew = { flags: 'wx' as 'w' }

/** In the place of a fingerprint: whatever the host shows is taken. For replicas whose address names none. */
export const anyHostKey = '*'

/** Files of an SSH server, whose host key the owner has accepted. */
export class SftpPlace implements Place {
  readonly #access: PlaceAccess<'sftp'>
  readonly #options: PlaceOptions
  #connected: Promise<SftpClient> | undefined

  constructor(access: PlaceAccess<'sftp'>, options: PlaceOptions) {
    this.#access = access
    this.#options = options
  }

  async check(): Promise<void> {
    await this.#use(async (client) => {
      if ((await client.exists(this.#access.settings.path)) !== 'd')
        throw new PlaceFault('not_found', message('connection.folder_not_found'))
    })
  }

  async list(pattern: string): Promise<PlaceFile[]> {
    return this.#use(async (client) => {
      const { folder, last } = splitName(pattern)
      const entries = await client.list(this.#path(folder))
      const files = entries
        .filter(({ type, name }) => type === '-' && !isPassedOver(name) && matchesPattern(name, last))
        .map(({ name, size, modifyTime }) => ({
          name: folder + name,
          size,
          changedAt: modifyTime,
          etag: null,
        }))
      if (files.length > maxPlaceFiles) throw tooMany()
      const written = await onlyWritten(files, (name) => this.#look(client, name), this.#options)
      return written.sort(byAge)
    })
  }

  async fetch(name: string, target: string): Promise<FetchedFile> {
    const { maxBytes = maxPlaceBytes } = this.#options
    return this.#use(async (client) => {
      const found = await this.#look(client, name)
      if (!found) throw fileGone(name)
      if ((found.size ?? 0) > maxBytes) throw tooLarge()
      const size = found.size ?? 0
      try {
        await writeFile(target, '', { mode: 0o600 })
        // No more than the size that was looked at is asked for, in many requests at once.
        const whole: FastGetTransferOptions & { fileSize: number } = { fileSize: size }
        if (size > 0) await client.fastGet(this.#path(name), target, whole)
        return { size, etag: null, modified: null }
      } catch (error) {
        await rm(target, { force: true })
        throw error
      }
    })
  }

  async put(name: string, source: string, run: string): Promise<void> {
    const target = this.#path(name)
    const part = `${target}.part-${run}`
    await this.#use(async (client) => {
      const { folder, last } = splitName(name)
      if (folder !== '') await client.mkdir(this.#path(folder), true)
      const left = await client.list(this.#path(folder), (other) => isPartOf(last, other.name))
      for (const { name: other } of left) await client.delete(this.#path(folder + other), true)
      try {
        await client.fastPut(source, part)
        await this.#rename(client, part, target)
      } catch (error) {
        await client.delete(part, true).catch(() => undefined)
        throw error
      }
    })
  }

  async settle(name: string, { isGood, reason, mark }: FileOutcome): Promise<boolean> {
    if (!this.#access.settings.move) return false
    await this.#use(async (client) => {
      if ((await client.exists(this.#path(name))) === false) return
      const found = await this.#look(client, name)
      if (found && mark !== undefined && markOf(found) !== mark) return
      const { folder, last } = splitName(name)
      const into = this.#path(`${folder}${isGood ? 'done' : 'failed'}`)
      await client.mkdir(into, true)
      if (!isGood) await client.put(Buffer.from(`${reason}\n`), `${into}/${last}.error.txt`)
      await this.#rename(client, this.#path(name), `${into}/${last}`)
    })
    return true
  }

  /** The names in the folder; empty where it is not there. */
  names(): Promise<string[]> {
    return this.#use(async (client) => {
      if ((await client.exists(this.#path(''))) !== 'd') return []
      return (await client.list(this.#path(''))).map(({ name }) => name)
    })
  }

  /** The text of a small file; undefined where there is none. */
  readText(name: string): Promise<string | undefined> {
    return this.#use(async (client) => {
      if (!(await this.#look(client, name))) return undefined
      return ((await client.get(this.#path(name))) as Buffer).toString('utf8')
    })
  }

  /** Makes a small file; false where there is one of that name already. */
  createText(name: string, text: string): Promise<boolean> {
    return this.#use(async (client) => {
      try {
        await client.put(Buffer.from(text), this.#path(name), { writeStreamOptions: onlyNew })
        return true
      } catch (error) {
        if (await this.#look(client, name)) return false
        throw error
      }
    })
  }

  makeFolder(): Promise<void> {
    return this.#use(async (client) => void (await client.mkdir(this.#path(''), true)))
  }

  remove(name: string): Promise<void> {
    return this.#use(async (client) => void (await client.delete(this.#path(name), true)))
  }

  async close(): Promise<void> {
    const connected = this.#connected
    this.#connected = undefined
    const client = await connected?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  /** Servers without the extension of OpenSSH refuse to rename onto a file that is there. */
  async #rename(client: SftpClient, from: string, to: string): Promise<void> {
    try {
      await client.posixRename(from, to)
    } catch (error) {
      if (!lacksRename(error)) throw error
      await client.delete(to, true)
      await client.rename(from, to)
    }
  }

  async #look(client: SftpClient, name: string): Promise<PlaceFile | undefined> {
    const found = await client.stat(this.#path(name)).catch(() => undefined)
    return found && { name, size: found.size, changedAt: found.modifyTime, etag: null }
  }

  #path(name: string): string {
    const { path } = this.#access.settings
    return `${path.replace(/\/+$/, '')}/${name}`.replace(/\/$/, '') || '/'
  }

  async #use<Value>(act: (client: SftpClient) => Promise<Value>): Promise<Value> {
    const { signal, timeoutMs = defaultTimeoutMs } = this.#options
    this.#connected ??= connect(this.#access)
    const client = await this.#connected
    const timeout = AbortSignal.timeout(timeoutMs)
    const stop = AbortSignal.any([signal, timeout])
    const stopped = Promise.withResolvers<never>()
    const onStop = () => {
      stopped.reject(new PlaceFault('unreachable', message('connection.too_slow')))
      void this.close()
    }
    stop.addEventListener('abort', onStop, { once: true })
    try {
      stop.throwIfAborted()
      return await Promise.race([act(client), stopped.promise])
    } catch (error) {
      signal.throwIfAborted()
      throw toSftpFault(error)
    } finally {
      stop.removeEventListener('abort', onStop)
      stopped.promise.catch(() => undefined)
    }
  }
}

/** Sends nothing, not even the name of the user, before the host key is the accepted one. */
async function connect({ settings, secret, fingerprint }: PlaceAccess<'sftp'>): Promise<SftpClient> {
  const { host, port, user, auth } = settings
  if (secret === undefined) throw new PlaceFault('secret_missing', message('connection.secret_missing'))
  const Client: typeof SftpClient = createRequire(import.meta.url)('ssh2-sftp-client')
  // By itself it would write to the output of the program whenever a connection ends.
  const client = new Client('sftp', { error: nothing, end: nothing, close: nothing })
  let shown: string | undefined
  const isAccepted = (key: string) => fingerprint === anyHostKey || key === fingerprint
  client.on('error', () => undefined)
  try {
    await client.connect({
      host,
      port,
      username: user,
      ...(auth === 'key' ? { privateKey: secret } : { password: secret }),
      readyTimeout: loginMs,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key)
        return isAccepted(shown)
      },
    })
    return client
  } catch (error) {
    void client.end().catch(() => undefined)
    if (shown !== undefined && !isAccepted(shown)) throw otherHostKey(fingerprint, shown)
    throw toSftpFault(error)
  }
}

/** Whether a server has no renaming onto a file that is there; any other refusal leaves that file alone. */
function lacksRename(error: unknown): boolean {
  const { message: text = '', code } = error as { readonly message?: string; readonly code?: unknown }
  return code === unsupported || /does not support this extended request|unsupported/i.test(text)
}

const unsupported = 8

function nothing(): void {}

function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

function otherHostKey(accepted: string | null, fingerprint: string): PlaceFault {
  return accepted === null
    ? new PlaceFault('host_key_unknown', message('connection.host_key_unknown', { fingerprint }), {
        fingerprint,
      })
    : new PlaceFault('host_key_changed', message('connection.host_key_changed', { fingerprint, accepted }), {
        fingerprint,
      })
}

function toSftpFault(error: unknown): unknown {
  if (error instanceof PlaceFault) return error
  const { code = '', message: text = '' } = error as {
    readonly code?: string | number
    readonly message?: string
  }
  const failure = sftpFaults[String(code)]
  if (failure) return failure()
  const [, toFault] = textFaults.find(([pattern]) => pattern.test(text)) ?? []
  if (toFault) return toFault(text)
  return toPlaceFault(error)
}

const sftpFaults: Readonly<Record<string, () => PlaceFault>> = {
  ENOENT: () => new PlaceFault('not_found', message('connection.folder_not_found')),
  2: () => new PlaceFault('not_found', message('connection.folder_not_found')),
  EACCES: () => new PlaceFault('refused', message('folder.use_refused')),
  3: () => new PlaceFault('refused', message('folder.use_refused')),
  ERR_BAD_AUTH: () => new PlaceFault('refused', message('connection.secret_refused')),
}

/** Problems that only the text of an error tells; of the disk of this computer the client keeps no code. */
const textFaults: readonly (readonly [RegExp, (text: string) => unknown])[] = [
  [
    /authentication methods failed|Cannot parse privateKey|passphrase/i,
    () => new PlaceFault('refused', message('connection.secret_refused')),
  ],
  [/\b(?:ENOSPC|EDQUOT)\b/, (text) => Object.assign(new Error(text), { code: 'ENOSPC' })],
  [
    /unexpected (?:end|close) event|no response from server/i,
    (text) => toPlaceFault(Object.assign(new Error(text), { code: 'ECONNRESET' })),
  ],
  [/permission denied/i, () => new PlaceFault('refused', message('folder.use_refused'))],
  [/no space|quota|failure/i, () => new PlaceFault('full', message('connection.write_failed'))],
]
