import { rateLimited } from '../catalog/errors.ts'
import { MinuteWindows } from './minute-windows.ts'

/** Requests a minute of one address without a credential that holds: 200 people of one office open the app at nine o'clock. */
const maxOfAddress = 12_000

/** Bounds what an address may ask of a team's server without signing in. */
export class AnonymousRateLimit {
  readonly #windows: MinuteWindows
  readonly #most: number

  constructor(most = maxOfAddress, now?: () => number) {
    this.#most = most
    this.#windows = new MinuteWindows(now)
  }

  /** Counts a request without a credential, or with one that does not hold. Throws rate_limited beyond the bound. */
  count(address: string): void {
    const { count, seconds } = this.#windows.add(networkOf(address), this.#most)
    if (count <= this.#most) return
    throw rateLimited(
      `Too many requests came from your address without signing in. Wait ${seconds} s, then go on.`,
      seconds,
    )
  }
}

/** Of IPv6 whoever has one address has the 2^64 beside it. */
function networkOf(address: string): string {
  const isV6 = address.includes(':') && !address.toLowerCase().startsWith('::ffff:')
  return isV6 ? address.split('::')[0]!.split(':').slice(0, 4).join(':') : address
}
