import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const maxTickets = 64
const maxCookies = 256

/**
 * The owner's credential for one run of the server (decisions, The owner's surface): a token that main injects as a
 * header, and single-use tickets that a browser exchanges for a cookie. Nothing of it outlives the process.
 */
export class Session {
  readonly token = newSecret()
  readonly #tokenDigest = digest(this.token)
  readonly #tickets = new Set<string>()
  readonly #cookies = new Set<string>()

  /** Tells whether the text is the session token; compares digests, so that timing tells nothing. */
  isToken(text: string): boolean {
    return timingSafeEqual(Buffer.from(digest(text)), Buffer.from(this.#tokenDigest))
  }

  /** A fresh ticket; it opens the session once. The oldest of too many unused ones is forgotten. */
  issueTicket(): string {
    const ticket = newSecret()
    remember(this.#tickets, ticket, maxTickets)
    return ticket
  }

  /** Takes the ticket back for the value of a new session cookie; undefined when it is unknown or used. */
  redeemTicket(ticket: string): string | undefined {
    if (!this.#tickets.delete(digest(ticket))) return undefined
    const cookie = newSecret()
    remember(this.#cookies, cookie, maxCookies)
    return cookie
  }

  isCookie(text: string): boolean {
    return this.#cookies.has(digest(text))
  }
}

function remember(digests: Set<string>, secret: string, most: number): void {
  digests.add(digest(secret))
  const [oldest] = digests
  if (digests.size > most && oldest !== undefined) digests.delete(oldest)
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(text: string): string {
  return hash('sha256', text, 'base64')
}
