import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlaceAccess } from '../../places/place.ts'
import { S3Place } from '../../places/s3-place.ts'
import { SftpPlace } from '../../places/sftp-place.ts'
import { sftpAccessOf } from '../host-key.ts'
import type { ReplicaAddress } from '../replica-address.ts'

export interface StoredText {
  readonly text: string
  readonly version: string
}

/** Keeps one text that is replaced only by whoever has read its newest version. */
export interface LeasePlace {
  read(): Promise<StoredText | undefined>
  /** Returns the new version; undefined where somebody else has replaced the text meanwhile. */
  replace(text: string, version: string | undefined): Promise<string | undefined>
  close(): Promise<void>
}

// A request that takes longer would end after the lease itself.
const requestMs = 2000
const folderName = 'lease'
const maxVersions = 20

export async function openLeasePlace(address: ReplicaAddress): Promise<LeasePlace> {
  if (address.kind === 's3') return new BucketLease(await s3AccessOf(address))
  if (address.kind === 'file') return new NumberedLease(new FolderFiles(join(address.path, folderName)))
  return new NumberedLease(new SftpFiles(await sftpAccessOf(address, folderName)))
}

/** S3 replaces an object on the condition that it is the one that was read (If-Match). */
class BucketLease implements LeasePlace {
  readonly #access: PlaceAccess<'s3'>
  #isConditional = false

  constructor(access: PlaceAccess<'s3'>) {
    this.#access = access
  }

  read(): Promise<StoredText | undefined> {
    return this.#place().readText('lease.json')
  }

  async replace(text: string, version: string | undefined): Promise<string | undefined> {
    await this.#requireConditions()
    return this.#place().putText('lease.json', text, version)
  }

  async close(): Promise<void> {
    // Each request has a connection of its own.
  }

  /** A store that takes any condition would give the lease to two servers. */
  async #requireConditions(): Promise<void> {
    if (this.#isConditional) return
    const key = `lease-try-${randomUUID()}.json`
    await this.#place().putText(key, '{}', undefined)
    const second = await this.#place().putText(key, '{}', undefined)
    await this.#place()
      .remove(key)
      .catch(() => undefined)
    if (second !== undefined)
      throw new Error(
        'This store does not keep conditions of writes (If-None-Match), so no lease is safe in it. Use another store, a folder, or no standby.',
      )
    this.#isConditional = true
  }

  #place(): S3Place {
    const sessionToken = process.env['AWS_SESSION_TOKEN'] || undefined
    const signal = AbortSignal.timeout(requestMs)
    return new S3Place(this.#access, { signal, timeoutMs: requestMs, sessionToken })
  }
}

async function s3AccessOf(address: ReplicaAddress & { kind: 's3' }): Promise<PlaceAccess<'s3'>> {
  const { bucket, path, isPathStyle } = address
  const { AWS_ACCESS_KEY_ID: key = '', AWS_SECRET_ACCESS_KEY: secret = '' } = process.env
  const region = await regionOf(address)
  const settings = {
    endpoint: address.endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    path_style: isPathStyle,
  }
  return {
    kind: 's3',
    settings,
    secret: key === '' || secret === '' ? undefined : `${key}:${secret}`,
    fingerprint: null,
    isInNetwork: true,
  }
}

async function regionOf({ region, endpoint, bucket }: ReplicaAddress & { kind: 's3' }): Promise<string> {
  const { AWS_REGION: usual, AWS_DEFAULT_REGION: other } = process.env
  const named = region ?? (usual || other)
  if (named) return named
  return endpoint === undefined ? askForRegion(bucket) : 'us-east-1'
}

/** Amazon tells the region of each bucket to everybody, and Litestream asks for it too. */
async function askForRegion(bucket: string): Promise<string> {
  const options = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(requestMs) } as const
  const answer = await fetch(`https://s3.amazonaws.com/${bucket}`, options).catch(() => undefined)
  return answer?.headers.get('x-amz-bucket-region') ?? 'us-east-1'
}

/** Files of a folder, each of which can be made by one server only. */
export interface LeaseFiles {
  /** The names of what is there; empty where the folder is not. */
  names(): Promise<string[]>
  read(name: string): Promise<string | undefined>
  /** Makes a whole file; false where it is there already. */
  create(name: string, text: string): Promise<boolean>
  makeFolder(): Promise<void>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** A folder keeps each version as a file with the next number, which only one server can make. */
class NumberedLease implements LeasePlace {
  readonly #files: LeaseFiles

  constructor(files: LeaseFiles) {
    this.#files = files
  }

  async read(): Promise<StoredText | undefined> {
    for (let tries = 0; tries < 3; tries += 1) {
      const last = (await this.#numbers()).at(-1)
      if (last === undefined) return undefined
      const text = await this.#files.read(fileOf(last))
      // Its holder has made newer ones meanwhile, and removed this one.
      if (text !== undefined) return { text, version: String(last) }
    }
    throw new Error('The lease changes faster than it can be read. Try again.')
  }

  async replace(text: string, version: string | undefined): Promise<string | undefined> {
    const known = await this.#numbers()
    // Without the file that was read this is another folder, such as where a disk is no longer mounted.
    if (version !== undefined && known.at(-1) !== Number(version)) return undefined
    if (version === undefined) await this.#files.makeFolder()
    const next = Number(version ?? 0) + 1
    if (!(await this.#files.create(fileOf(next), text))) return undefined
    // A server that has slept may have made a number that was there and is removed.
    if ((await this.#numbers()).at(-1) !== next) {
      await this.#files.remove(fileOf(next))
      return undefined
    }
    for (const old of known.slice(0, -maxVersions)) await this.#files.remove(fileOf(old))
    return String(next)
  }

  close(): Promise<void> {
    return this.#files.close()
  }

  async #numbers(): Promise<number[]> {
    const names = await this.#files.names()
    return names.flatMap((name) => Number(/^(\d{12})\.json$/.exec(name)?.[1] ?? [])).sort((a, b) => a - b)
  }
}

function fileOf(number: number): string {
  return `${String(number).padStart(12, '0')}.json`
}

class FolderFiles implements LeaseFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  names(): Promise<string[]> {
    return readdir(this.#folder).catch(absentAs<string[]>([]))
  }

  read(name: string): Promise<string | undefined> {
    return readFile(join(this.#folder, name), 'utf8').catch(absentAs(undefined))
  }

  async create(name: string, text: string): Promise<boolean> {
    const part = join(this.#folder, `.${randomUUID()}`)
    await writeFile(part, text, { mode: 0o600 })
    try {
      await link(part, join(this.#folder, name))
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      throw error
    } finally {
      await rm(part, { force: true })
    }
  }

  async makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  remove(name: string): Promise<void> {
    return rm(join(this.#folder, name), { force: true })
  }

  async close(): Promise<void> {
    // Nothing stays open.
  }
}

/** A connection that is lost is made anew with the next call. */
class SftpFiles implements LeaseFiles {
  readonly #access: PlaceAccess<'sftp'>
  #place: SftpPlace | undefined

  constructor(access: PlaceAccess<'sftp'>) {
    this.#access = access
  }

  names(): Promise<string[]> {
    return this.#use((place) => place.names())
  }

  read(name: string): Promise<string | undefined> {
    return this.#use((place) => place.readText(name))
  }

  create(name: string, text: string): Promise<boolean> {
    return this.#use((place) => place.createText(name, text))
  }

  makeFolder(): Promise<void> {
    return this.#use((place) => place.makeFolder())
  }

  remove(name: string): Promise<void> {
    return this.#use((place) => place.remove(name))
  }

  async close(): Promise<void> {
    await this.#place?.close()
    this.#place = undefined
  }

  async #use<Value>(act: (place: SftpPlace) => Promise<Value>): Promise<Value> {
    const signal = new AbortController().signal
    this.#place ??= new SftpPlace(this.#access, { signal, timeoutMs: requestMs })
    try {
      return await act(this.#place)
    } catch (error) {
      await this.close()
      throw error
    }
  }
}

function absentAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return value
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
