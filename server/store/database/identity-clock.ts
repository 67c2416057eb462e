import { randomBytes } from 'node:crypto'

const maxCounter = 0xfff
// A call for random bytes costs more than the rest together, so each provides the digits of 256 ids.
const [idsOfPool, digitsOfId] = [256, 16]

/**
 * The clock of a connection that writes. Later identities are always greater, even when the computer's clock
 * goes back.
 */
export class IdentityClock {
  #milliseconds: number
  #lastId: number
  #counter = maxCounter
  #formatted = 0
  #prefix = ''
  #pool = ''
  #taken = 0

  constructor({ milliseconds, lastId }: { readonly milliseconds: number; readonly lastId: number }) {
    this.#milliseconds = milliseconds
    this.#lastId = lastId
  }

  get milliseconds(): number {
    return this.#milliseconds
  }

  /** An internal id is never used twice, because the trash and events still refer to it. */
  get lastId(): number {
    return this.#lastId
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  nextUuid(now: number): string {
    if (now > this.#milliseconds) {
      this.#milliseconds = now
      this.#counter = 0
    } else if (this.#counter < maxCounter) {
      this.#counter += 1
    } else {
      this.#milliseconds += 1
      this.#counter = 0
    }
    return this.#format()
  }

  #format(): string {
    if (this.#milliseconds !== this.#formatted) {
      const time = this.#milliseconds.toString(16).padStart(12, '0')
      this.#formatted = this.#milliseconds
      this.#prefix = `${time.slice(0, 8)}-${time.slice(8)}`
    }
    const random = this.#randomDigits()
    const variant = '89ab'[random.charCodeAt(0) & 3]
    const counter = this.#counter.toString(16).padStart(3, '0')
    return `${this.#prefix}-7${counter}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
  }

  #randomDigits(): string {
    if (this.#taken === this.#pool.length) {
      this.#pool = randomBytes((idsOfPool * digitsOfId) / 2).toString('hex')
      this.#taken = 0
    }
    this.#taken += digitsOfId
    return this.#pool.slice(this.#taken - digitsOfId, this.#taken)
  }
}
