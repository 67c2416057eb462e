import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '../registry/stored-files.ts'
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

const unreadable = message('provider.key_not_readable')
const sealedElsewhere =
  'The desktop app keeps this key and only the app can read it. Run it from the app, or name a variable that holds the key with --key-env.'

/**
 * The keys of providers by id: sealed by the host, or in a private file of the data folder. Only this
 * object reads them.
 */
export class Secrets {
  readonly #file: string
  readonly #box: SecretBox | undefined
  readonly #stored: Map<string, StoredSecret>

  constructor(dataDir: string, box: SecretBox | undefined) {
    this.#file = join(dataDir, 'provider-keys.json')
    this.#box = box
    this.#stored = readStored(this.#file)
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

  #write(): void {
    writePrivate(this.#file, `${JSON.stringify(Object.fromEntries(this.#stored))}\n`)
  }
}

/** A missing or damaged file has no keys. */
function readStored(file: string): Map<string, StoredSecret> {
  try {
    return new Map(Object.entries<StoredSecret>(JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    return new Map()
  }
}
