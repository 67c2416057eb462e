import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { rateLimited } from '../../catalog/errors.ts'
import { message } from '#shared/messages/message.ts'

/** What scrypt costs; a hash keeps the cost that it was made with. */
export interface PasswordCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

const productionCost: PasswordCost = { N: 2 ** 17, r: 8, p: 1 }
const keyLength = 32
const saltLength = 16
const atOnce = 2
const maxWaiting = 64

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Hashes and compares passwords by scrypt: each takes 128 MiB, so no more than two are at work at once and few wait. */
export class Passwords {
  readonly #cost: PasswordCost
  /** Compared with where there is no account, so that this takes as long. */
  readonly #dummy: string
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(cost: PasswordCost = productionCost) {
    this.#cost = cost
    this.#dummy = spell(cost, randomBytes(saltLength), randomBytes(keyLength))
  }

  /** The text to store of a password. Throws rate_limited where too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength)
    return spell(this.#cost, salt, await this.#derive(password, salt, this.#cost))
  }

  /** Whether this is the password of the stored text; without one it takes as long and is not. Throws rate_limited where too many wait. */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    const { cost, salt, key } = read(stored ?? this.#dummy)
    const isSame = timingSafeEqual(await this.#derive(password, salt, cost), key)
    return isSame && typeof stored === 'string'
  }

  async #derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
    await this.#begin()
    try {
      // What keyboards write in several ways is one password.
      return await derive(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Waits for a place; who ends hands his on. */
  async #begin(): Promise<void> {
    if (this.#running < atOnce) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= maxWaiting) throw rateLimited(message('sign_in.too_many_people'), 5)
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

function spell({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

function read(stored: string): { cost: PasswordCost; salt: Buffer; key: Buffer } {
  const [, N, r, p, salt = '', key = ''] = stored.split('$')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}
