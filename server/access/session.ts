import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { SessionCookies } from './session-cookies.ts'

const maxTickets = 64

/**
 * The owner's credential for one run of the server (decisions, The owner's surface): a token that main
 * injects as a header, and single-use tickets that a browser exchanges for a cookie. Only cookies outlive the
 * process.
 */
export class Session {
  readonly token = newSecret()
  readonly #tokenDigest = digest(this.token)
  readonly #tickets = new Set<string>()
  readonly #cookies: SessionCookies

  constructor(cookies = new SessionCookies()) {
    this.#cookies = cookies
  }

  isToken(text: string): boolean {
    return timingSafeEqual(Buffer.from(digest(text)), Buffer.from(this.#tokenDigest))
  }

  /** A fresh ticket; it opens the session once. The oldest of too many unused ones is forgotten. */
  issueTicket(): string {
    const ticket = newSecret()
    remember(this.#tickets, ticket)
    return ticket
  }

  redeemTicket(ticket: string): string | undefined {
    if (!this.#tickets.delete(digest(ticket))) return undefined
    const cookie = newSecret()
    this.#cookies.add(cookie)
    return cookie
  }

  isCookie(text: string): boolean {
    return this.#cookies.has(text)
  }
}

function remember(digests: Set<string>, secret: string): void {
  digests.add(digest(secret))
  const [oldest] = digests
  if (digests.size > maxTickets && oldest !== undefined) digests.delete(oldest)
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(text: string): string {
  return hash('sha256', text, 'base64')
}
