import { randomUUID } from 'node:crypto'
import type { PersonSessionRow } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import { LastUsedTimes } from '../access.ts'
import { digest, newSecret } from './passwords.ts'

const dayMs = 24 * 3_600_000
export const sessionLifeMs = 30 * dayMs
export const maxSessionAgeMs = 90 * dayMs
const confirmedForMs = 15 * 60_000
const maxOfPerson = 50
const longestAgent = 200
const cookiePattern = /^[\w-]{43}$/

export interface Browser {
  readonly address: string
  readonly agent: string
}

/**
 * The signed-in browsers by the hash of their cookie: a request needs no thread, and an ended session is
 * refused at once.
 */
export class PersonSessions {
  readonly #registry: RegistryThread
  readonly #now: () => number
  readonly #byHash = new Map<string, PersonSessionRow>()
  readonly #byId = new Map<string, PersonSessionRow>()
  readonly #uses: LastUsedTimes

  constructor(registry: RegistryThread, rows: readonly PersonSessionRow[], now: () => number) {
    this.#registry = registry
    this.#now = now
    this.#uses = new LastUsedTimes((uses) => registry.call('touchPersonSessions', uses))
    for (const row of rows) this.#keep(row)
  }

  use(cookie: string): PersonSessionRow | undefined {
    if (!cookiePattern.test(cookie)) return undefined
    const row = this.#byHash.get(digest(cookie))
    if (row === undefined || this.#isOver(row)) return undefined
    const lastUsedAt = this.#now()
    const used = { ...row, lastUsedAt }
    this.#keep(used)
    this.#uses.note(row.id, lastUsedAt)
    return used
  }

  isValid(id: string): boolean {
    const row = this.#byId.get(id)
    return row !== undefined && !this.#isOver(row)
  }

  isConfirmed(id: string): boolean {
    const row = this.#byId.get(id)
    return row !== undefined && row.confirmedAt + confirmedForMs > this.#now()
  }

  async confirm(id: string): Promise<void> {
    const row = this.#byId.get(id)
    if (row === undefined) return
    const confirmedAt = this.#now()
    this.#keep({ ...row, confirmedAt })
    await this.#registry.call('confirmPersonSession', { id, confirmedAt })
  }

  /**
   * Signs a browser in and returns its cookie, which is always new. The oldest of very many sessions of a
   * person ends.
   */
  async begin(personId: string, { address, agent }: Browser): Promise<{ id: string; cookie: string }> {
    const cookie = newSecret()
    const now = this.#now()
    const row: PersonSessionRow = {
      id: randomUUID(),
      personId,
      hash: digest(cookie),
      address,
      agent: agent.slice(0, longestAgent).toWellFormed(),
      createdAt: now,
      lastUsedAt: now,
      confirmedAt: now,
    }
    const [...others] = this.of(personId)
    await this.#registry.call('addPersonSession', row)
    this.#keep(row)
    await this.end(others.slice(maxOfPerson - 1).map(({ id }) => id))
    return { id: row.id, cookie }
  }

  of(personId: string): PersonSessionRow[] {
    return [...this.#byId.values()]
      .filter((row) => row.personId === personId && !this.#isOver(row))
      .sort((a, b) => b.lastUsedAt - a.lastUsedAt)
  }

  /** Ends sessions: their next request is refused, even if the disk fails. */
  async end(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (const id of ids) {
      const row = this.#byId.get(id)
      if (row) this.#byHash.delete(row.hash)
      this.#byId.delete(id)
      this.#uses.forget(id)
    }
    await this.#registry.call('deletePersonSessions', { ids })
  }

  async endAll(personId: string, except?: string): Promise<void> {
    const ids = this.of(personId).map(({ id }) => id)
    await this.end(ids.filter((id) => id !== except))
  }

  flush(): Promise<void> {
    return this.#uses.flush()
  }

  #keep(row: PersonSessionRow): void {
    this.#byHash.set(row.hash, row)
    this.#byId.set(row.id, row)
  }

  #isOver({ createdAt, lastUsedAt }: PersonSessionRow): boolean {
    const now = this.#now()
    return lastUsedAt + sessionLifeMs <= now || createdAt + maxSessionAgeMs <= now
  }
}
