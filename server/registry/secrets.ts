import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from './stored-files.ts'
import { tableOf } from '#shared/text.ts'
import { message, SentenceError } from '#shared/messages/message.ts'

/**
 * Seals secrets for the host, so that a copy of the data folder opens nothing. `seal` rejects with a sentence
 * where this computer cannot.
 */
export interface SecretBox {
  seal(secret: string): Promise<Uint8Array>
  open(sealed: Uint8Array): Promise<string>
}

type StoredSecret = { readonly sealed: string } | { readonly plain: string }

const secretOwners = ['provider', 'webhook', 'connection'] as const
/** A secret is the key of a provider of models, what a webhook signs with, or what opens a connection. */
export type SecretOwner = (typeof secretOwners)[number]

const unreadable = message('provider.key_not_readable')
const sealedElsewhere =
  'The desktop app keeps this key and only the app can read it. Run it from the app, or name a variable that holds the key with --key-env.'

/**
 * The secrets of a data folder by what they belong to: sealed by the host, or in a private file. Only this
 * object reads and writes the file.
 */
export class SecretsFile {
  readonly #file: string
  readonly #earlierFile: string
  readonly #box: SecretBox | undefined
  readonly #stored: Record<SecretOwner, Map<string, StoredSecret>>

  constructor(dataDir: string, box: SecretBox | undefined) {
    this.#file = join(dataDir, 'secrets.json')
    this.#earlierFile = join(dataDir, 'provider-keys.json')
    this.#box = box
    const stored: Partial<Record<SecretOwner, unknown>> = {
      provider: readStored(this.#earlierFile),
      ...readStored(this.#file),
    }
    this.#stored = tableOf(secretOwners, (owner) => toMap(stored[owner]))
  }

  of(owner: SecretOwner): Secrets {
    return new Secrets(this.#stored[owner], this.#box, () => this.#write())
  }

  #write(): void {
    const stored = tableOf(secretOwners, (owner) => Object.fromEntries(this.#stored[owner]))
    writePrivate(this.#file, `${JSON.stringify(stored)}\n`)
    // Earlier versions had a file for the keys of providers alone.
    rmSync(this.#earlierFile, { force: true })
  }
}

/** The secrets of the providers or of the webhooks, by their ids. */
export class Secrets {
  readonly #stored: Map<string, StoredSecret>
  readonly #box: SecretBox | undefined
  readonly #write: () => void

  constructor(stored: Map<string, StoredSecret>, box: SecretBox | undefined, write: () => void) {
    this.#stored = stored
    this.#box = box
    this.#write = write
  }

  has(id: string): boolean {
    return this.#stored.has(id)
  }

  async put(id: string, secret: string): Promise<void> {
    const sealed = this.#box
      ? { sealed: Buffer.from(await this.#box.seal(secret)).toString('base64') }
      : { plain: secret }
    this.#stored.set(id, sealed)
    this.#write()
  }

  async get(id: string): Promise<string | undefined> {
    const secret = this.#stored.get(id)
    if (secret === undefined || 'plain' in secret) return secret?.plain
    if (!this.#box) throw new Error(sealedElsewhere)
    return this.#box.open(Buffer.from(secret.sealed, 'base64')).catch((cause: unknown) => {
      throw new SentenceError(unreadable, { cause })
    })
  }

  delete(id: string): void {
    if (this.#stored.delete(id)) this.#write()
  }

  keepOnly(ids: readonly string[]): void {
    const lost = [...this.#stored.keys()].filter((id) => !ids.includes(id))
    for (const id of lost) this.delete(id)
  }
}

/** A missing or damaged file has no secrets. */
function readStored(file: string): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

function toMap(stored: unknown): Map<string, StoredSecret> {
  return new Map(Object.entries((stored ?? {}) as Readonly<Record<string, StoredSecret>>))
}
