import { CatalogError } from '../../catalog/errors.ts'
import { type FetchedPage, PageFetcher } from '../../fetch/fetch-page.ts'
import { HostPace } from '../../fetch/host-pace.ts'
import { isPrivate } from '../../fetch/private-addresses.ts'
import { RefusedPage } from '../../fetch/refused-page.ts'
import { Unusable } from '../../fetch/unusable.ts'
import type { JobContext } from '../job-context.ts'

const maxBytes = 20 * 1024 * 1024

/** Asks addresses whether they answer, each once in a job and politely. */
export class LinkChecker {
  readonly #signal: AbortSignal
  readonly #fetcher: PageFetcher
  readonly #pace: HostPace
  readonly #dead = new Map<string, boolean>()

  constructor({ signal, settings }: JobContext) {
    this.#signal = signal
    const refuses = settings.allowsPrivateAddresses ? () => false : isPrivate
    this.#fetcher = new PageFetcher({ signal, refuses, maxBytes })
    this.#pace = new HostPace({ pauseMs: settings.hostPauseMs })
  }

  /** Whether nothing is there; what may not be asked for (private addresses, robots.txt) is no finding. */
  async isDead(address: string): Promise<boolean> {
    const known = this.#dead.get(address)
    if (known !== undefined) return known
    const dead = await this.#ask(address)
    this.#dead.set(address, dead)
    return dead
  }

  async #ask(address: string): Promise<boolean> {
    if (!URL.canParse(address)) return true
    const { host, protocol } = new URL(address)
    if (protocol !== 'http:' && protocol !== 'https:') return false
    if (this.#pace.isSilent(host)) return true
    try {
      await this.fetch(address)
      return false
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!(error instanceof CatalogError)) throw error
      return !(error instanceof Unusable && error.fault !== 'other')
    }
  }

  /** What is at an address. */
  async fetch(address: string): Promise<FetchedPage> {
    const { host, origin } = new URL(address)
    await this.#pace.turn(host, await this.#fetcher.crawlDelay(origin), this.#signal)
    try {
      const page = await this.#fetcher.fetch(address)
      this.#pace.heed(host, true)
      return page
    } catch (error) {
      this.#pace.heed(host, error instanceof RefusedPage || error instanceof Unusable)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#fetcher.close()
  }
}
