import { isIPv6 } from 'node:net'
import { CatalogError } from '../../catalog/errors.ts'
import { message } from '#shared/messages/message.ts'

const windowMs = 15 * 60_000
const triesOfPair = 10
const namesOfAddress = 20
const longestWaitMs = 4 * windowMs
const maxEntries = 20_000

interface Pair {
  times: number[]
  lockedUntil: number
}

interface Source {
  readonly names: Map<string, number>
  waits: number
  lockedUntil: number
}

/**
 * Counts sign-in tries: ten wrong ones lock a name at one address only, so that nobody locks out another, and
 * an address that fails on many names waits, longer each time. Unknown names count the same.
 */
export class SignInTries {
  readonly #now: () => number
  readonly #pairs = new Map<string, Pair>()
  readonly #sources = new Map<string, Source>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Counts a try as wrong until it is known to be right, so that parallel tries count too; returns whether
   * it locks. Throws rate_limited for a pair or an address that waits.
   */
  begin(name: string, address: string): { readonly locks: boolean } {
    const now = this.#now()
    const network = networkOf(address)
    const source = keep(this.#sources, network, () => ({ names: new Map(), waits: 0, lockedUntil: 0 }))
    const pair = keep(this.#pairs, `${name}\n${network}`, () => ({ times: [], lockedUntil: 0 }))
    const lockedUntil = Math.max(pair.lockedUntil, source.lockedUntil)
    if (lockedUntil > now) throw wait(lockedUntil - now)
    pair.times = [...pair.times.filter((time) => time > now - windowMs), now]
    const locksPair = pair.times.length >= triesOfPair
    if (locksPair) {
      pair.lockedUntil = now + windowMs
      pair.times = []
    }
    const locksAddress = this.#countName(source, name, now)
    return { locks: locksPair || locksAddress }
  }

  succeed(name: string, address: string): void {
    const network = networkOf(address)
    this.#pairs.delete(`${name}\n${network}`)
    this.#sources.get(network)?.names.delete(name)
  }

  #countName(source: Source, name: string, now: number): boolean {
    for (const [other, at] of source.names) if (at <= now - windowMs) source.names.delete(other)
    source.names.set(name, now)
    if (source.names.size < namesOfAddress) return false
    source.waits += 1
    source.lockedUntil = now + Math.min(longestWaitMs, windowMs * 2 ** (source.waits - 1))
    source.names.clear()
    return true
  }
}

/** Counts an IPv6 address by its network of 64 bits, since its owner has all addresses of the network. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

function keep<T>(map: Map<string, T>, key: string, make: () => T): T {
  const entry = map.get(key) ?? make()
  map.delete(key)
  map.set(key, entry)
  const [oldest] = map.keys()
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest)
  return entry
}

function wait(milliseconds: number): CatalogError {
  const minutes = Math.ceil(milliseconds / 60_000)
  return new CatalogError('rate_limited', message('sign_in.too_many_tries', { minutes }), {
    retryAfterSeconds: Math.ceil(milliseconds / 1000),
  })
}
