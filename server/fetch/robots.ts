import { createRequire } from 'node:module'
import type { Robot } from 'robots-parser'
import { RefusedPage } from './refused-page.ts'
import { unusable } from './unusable.ts'

/** What we call ourselves, also where robots.txt speaks of us. */
export const userAgent = 'Vitrine'

// As RFC 9309 asks at least; what is longer is no page of rules.
const maxRobotsBytes = 512 * 1024

// Its types speak of a default export that Node does not give for CommonJS.
const parse = createRequire(import.meta.url)('robots-parser') as (url: string, text: string) => Robot

/** The robots.txt of the servers of one visit, each read once (RFC 9309). */
export class RobotRules {
  readonly #fetch: (url: URL, maxBytes: number) => Promise<{ readonly bytes: Buffer }>
  readonly #known = new Map<string, Promise<Robot>>()

  constructor(fetch: (url: URL, maxBytes: number) => Promise<{ readonly bytes: Buffer }>) {
    this.#fetch = fetch
  }

  /** Throws a sentence where the server does not want this page to be read by programs. */
  async require(url: URL): Promise<void> {
    const { origin } = url
    const known = this.#known.get(origin) ?? this.#read(new URL('/robots.txt', origin))
    this.#known.set(origin, known)
    if ((await known).isAllowed(url.href, userAgent) === false)
      throw unusable(
        `The robots.txt of ${url.host} does not allow programs to read ${url.href}. Save the page and send it as a file.`,
      )
  }

  async #read(address: URL): Promise<Robot> {
    try {
      const { bytes } = await this.#fetch(address, maxRobotsBytes)
      return parse(address.href, bytes.toString('utf8'))
    } catch (error) {
      if (!(error instanceof RefusedPage)) throw error
      // None there means no rules; a server that fails may have some, so nothing is read.
      if (error.answered < 500 && error.answered !== 429) return parse(address.href, '')
      throw unusable(
        `The page is not read, because what ${address.host} allows cannot be asked: ${address.href} answered ${error.answered}. Try again later.`,
      )
    }
  }
}
