import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PersonRow } from '../../registry/people-operations.ts'
import { writePrivate } from '../../registry/private-file.ts'

type Holder = Pick<PersonRow, 'id' | 'codeSecret'>

const keyFile = 'one-time-codes.key'
const mark = 'aes1.'
const [keyLength, ivLength, tagLength] = [32, 12, 16]

/** Where the secrets of one-time codes are kept encrypted, and with which key; undefined where they stand in vitrine.db as they are. */
export interface CodeSecretsPlace {
  readonly dataDir: string
  /** Several servers share vitrine.db, and a key of this folder would be of no use to the others. */
  readonly isShared: boolean
}

/**
 * Encrypts the secrets of one-time codes with a key that lies beside vitrine.db in a file for its owner only, so that a copy of the
 * database alone makes no codes. Each is bound to its person.
 */
export class CodeSecrets {
  readonly #key: Buffer | undefined
  readonly #isSealing: boolean

  constructor(place: CodeSecretsPlace | undefined) {
    const isSealing = place !== undefined && !place.isShared
    this.#key = place && readKey(join(place.dataDir, keyFile), isSealing)
    this.#isSealing = isSealing
  }

  /** The form in which a secret is stored. */
  seal(personId: string, secret: string): string {
    if (this.#key === undefined || !this.#isSealing) return secret
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(personId))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return mark + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** The secret of a person; undefined where there is none, or it cannot be read any more because its key is lost. */
  open({ id, codeSecret }: Holder): string | undefined {
    if (codeSecret === null) return undefined
    if (!codeSecret.startsWith(mark)) return codeSecret
    const bytes = Buffer.from(codeSecret.slice(mark.length), 'base64url')
    if (this.#key === undefined) return undefined
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivLength))
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      const opened = decipher.update(bytes.subarray(ivLength + tagLength))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }

  /** The stored form that a person should have now, where it is another one than they have. */
  renewed(person: Holder): string | undefined {
    const isSealed = person.codeSecret?.startsWith(mark) === true
    const secret = isSealed === this.#isSealing ? undefined : this.open(person)
    return secret === undefined ? undefined : this.seal(person.id, secret)
  }
}

/** Made where it is missing and wanted. Throws where the file holds something else: another key would open nothing. */
function readKey(file: string, isWanted: boolean): Buffer | undefined {
  if (!existsSync(file)) {
    if (!isWanted) return undefined
    writePrivate(file, `${randomBytes(keyLength).toString('base64')}\n`)
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length === keyLength) return key
  throw new Error(
    `The file ${file} is damaged, and without it no one-time code can be checked. Put back a copy of it, or remove it: then people with codes need a recovery code, or vitrine user reset-codes EMAIL.`,
  )
}
