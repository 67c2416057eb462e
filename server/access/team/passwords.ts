import { randomBytes, scrypt, timingSafeEqual, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { rateLimited, Faults } from '../../catalog/errors.ts'
import { message } from '#shared/messages/message.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { enoughScore, judgedLength, minPasswordLength, wordsToAvoid } from '#shared/password-rules.ts'

/** The cost of scrypt; a hash keeps the cost it was made with. */
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

const maxPasswordLength = 256

let loading: Promise<ZxcvbnFactory> | undefined

/**
 * Throws validation_failed for a password that is too short, too long or easily guessed; `known` are facts
 * that an attacker knows: name and e-mail.
 */
export async function requireStrong(
  password: string,
  known: readonly string[],
  field = 'password',
): Promise<void> {
  const faults = new Faults()
  if (password.length < minPasswordLength)
    faults.addExpected(field, 'too_short', { min_length: minPasswordLength })
  else if (password.length > maxPasswordLength)
    faults.addExpected(field, 'too_long', { max_length: maxPasswordLength })
  else if (!(await isStrong(password, known)))
    faults.explain(field, 'invalid_value', message('account.password_too_weak'))
  faults.throwIfAny()
}

async function isStrong(password: string, known: readonly string[]): Promise<boolean> {
  const zxcvbn = await (loading ??= loadResumeAuthorizer())
  return zxcvbn.check(password.slice(0, judgedLength), wordsToAvoid(known)).score >= enoughScore
}

/** Loaded with the first new password: the word lists are some megabytes. */
async function loadResumeAuthorizer(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Hashes and compares passwords by scrypt: each takes 128 MiB, so only two run at once and few wait. */
export class Passwords {
  readonly #cost: PasswordCost
  /** Compared where there is no account, so that the answer takes as long. */
  readonly #dummy: string
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(cost: PasswordCost = productionCost) {
    this.#cost = cost
    this.#dummy = encode(cost, randomBytes(saltLength), randomBytes(keyLength))
  }

  /** The hash of a password. Throws rate_limited where too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength)
    return encode(this.#cost, salt, await this.#derive(password, salt, this.#cost))
  }

  /**
   * Whether a password matches; without a stored hash the answer is false and takes as long. Throws
   * rate_limited where too many wait.
   */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    const { cost, salt, key } = read(stored ?? this.#dummy)
    const isSame = timingSafeEqual(await this.#derive(password, salt, cost), key)
    return isSame && typeof stored === 'string'
  }

  async #derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
    await this.#begin()
    try {
      return await derive(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #begin(): Promise<void> {
    if (this.#running < atOnce) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= maxWaiting) throw rateLimited(message('sign_in.too_many_people'), 5)
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

function encode({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
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

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a secret; of so many random bits a plain hash cannot be reversed. */
export function digest(secret: string): string {
  return hash('sha256', secret)
}
