import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writePrivate } from '../registry/stored-files.ts'

const maxCookies = 256
const lifeMs = 30 * 24 * 3_600_000

/**
 * The cookies of the owner's session, for thirty days each. They are stored as digests in a private file, so
 * that a restart needs no new link and reading the file opens nothing.
 */
export class SessionCookies {
  readonly #file: string | undefined
  readonly #ends: Map<string, number>

  constructor(file?: string) {
    this.#file = file
    this.#ends = new Map(file === undefined ? [] : readStored(file))
  }

  add(cookie: string): void {
    const now = Date.now()
    for (const [known, end] of this.#ends) if (end <= now) this.#ends.delete(known)
    this.#ends.set(digest(cookie), now + lifeMs)
    const [oldest] = this.#ends.keys()
    if (this.#ends.size > maxCookies && oldest !== undefined) this.#ends.delete(oldest)
    this.#keep()
  }

  #keep(): void {
    if (this.#file === undefined) return
    try {
      writePrivate(this.#file, `${JSON.stringify([...this.#ends])}\n`)
    } catch {
      // On a full disk they end with the process, and the app is opened all the same.
    }
  }

  has(cookie: string): boolean {
    return (this.#ends.get(digest(cookie)) ?? 0) > Date.now()
  }
}

/** The cookies of an earlier run; nothing where the file is not this program's. */
function readStored(file: string): [string, number][] {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(stored) ? stored.filter(isStored).slice(-maxCookies) : []
  } catch {
    return []
  }
}

function isStored(entry: unknown): entry is [string, number] {
  if (!Array.isArray(entry) || entry.length !== 2) return false
  const [known, end] = entry as unknown[]
  return typeof known === 'string' && typeof end === 'number' && end <= Date.now() + lifeMs
}

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
