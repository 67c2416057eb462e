import { hash } from 'node:crypto'
import type { OAuthRecordRow } from '../registry/oauth-operations.ts'
import type { OAuthModel, OAuthPayload } from '../registry/registry-tables.ts'
import type { RegistryThread } from '../threads/registry-thread.ts'

/** Registered clients that nothing was ever granted to; more of them and the oldest is forgotten. */
const maxIdleClients = 200
const purgeEveryMs = 10 * 60_000

/**
 * What the authorization server keeps beyond its run: clients, and tokens as hashes. All of it is in memory, so that a
 * request with a token needs no thread; every change is on disk before it is answered.
 */
export class OAuthRecords {
  readonly #registry: RegistryThread
  readonly #now: () => number
  readonly #records = new Map<string, OAuthRecordRow>()
  #purgedAt: number

  constructor(registry: RegistryThread, rows: readonly OAuthRecordRow[], now: () => number) {
    this.#registry = registry
    this.#now = now
    this.#purgedAt = now()
    for (const row of rows) this.#records.set(keyOf(row.model, row.hash), row)
  }

  async put(
    model: OAuthModel,
    id: string,
    { payload, expiresAt }: { payload: OAuthPayload; expiresAt: number | null },
  ): Promise<void> {
    const { grantId } = payload
    const row: OAuthRecordRow = {
      model,
      hash: digest(id),
      grantId: model === 'Grant' ? id : typeof grantId === 'string' ? grantId : null,
      payload,
      createdAt: this.#now(),
      expiresAt,
      consumedAt: null,
    }
    this.#records.set(keyOf(model, row.hash), row)
    await this.#registry.call('putOAuthRecord', row)
    await this.#purge()
  }

  /** The record, used up or not; undefined where it is unknown or has expired. */
  find(model: OAuthModel, id: string): OAuthRecordRow | undefined {
    return this.findByHash(model, digest(id))
  }

  findByHash(model: OAuthModel, hash: string): OAuthRecordRow | undefined {
    const row = this.#records.get(keyOf(model, hash))
    return row !== undefined && isAlive(row, this.#now()) ? row : undefined
  }

  /** Uses the record up; false where somebody else was first. */
  async consume(model: OAuthModel, id: string): Promise<boolean> {
    const key = { model, hash: digest(id) }
    const row = this.#records.get(keyOf(model, key.hash))
    if (row === undefined || row.consumedAt !== null) return false
    const consumedAt = this.#now()
    this.#records.set(keyOf(model, key.hash), { ...row, consumedAt })
    await this.#registry.call('consumeOAuthRecord', { ...key, consumedAt })
    return true
  }

  async delete(model: OAuthModel, id: string): Promise<void> {
    await this.#delete(model, digest(id))
  }

  /** Forgets what was issued under a grant; the database does the same where it deletes the grant. */
  forgetGrant(grantId: string): void {
    for (const [key, row] of this.#records) if (row.grantId === grantId) this.#records.delete(key)
  }

  /** Tells whether an agent can still get in under the grant. */
  isGrantAlive(grantId: string): boolean {
    const now = this.#now()
    return this.#tokens().some(
      (row) => row.grantId === grantId && row.consumedAt === null && isAlive(row, now),
    )
  }

  #tokens(): OAuthRecordRow[] {
    return [...this.#records.values()].filter(({ model }) => model.endsWith('Token'))
  }

  async #delete(model: OAuthModel, hash: string): Promise<void> {
    this.#records.delete(keyOf(model, hash))
    await this.#registry.call('deleteOAuthRecord', { model, hash })
  }

  async #purge(): Promise<void> {
    await this.#forgetIdleClients()
    const now = this.#now()
    if (now - this.#purgedAt < purgeEveryMs) return
    this.#purgedAt = now
    for (const [key, row] of this.#records) if (!isAlive(row, now)) this.#records.delete(key)
    await this.#registry.call('deleteExpiredOAuthRecords', { now })
  }

  async #forgetIdleClients(): Promise<void> {
    const rows = [...this.#records.values()]
    const inUse = new Set(
      rows.filter(({ model }) => model === 'Grant').map(({ payload }) => payload['clientId']),
    )
    const idle = rows.filter(({ model, payload }) => model === 'Client' && !inUse.has(payload['client_id']))
    for (const { model, hash } of idle.slice(0, -maxIdleClients)) await this.#delete(model, hash)
  }
}

/** Tokens have 256 random bits: a plain hash cannot be turned back. */
export function digest(text: string): string {
  return hash('sha256', text)
}

function keyOf(model: OAuthModel, hash: string): string {
  return `${model} ${hash}`
}

function isAlive({ expiresAt }: OAuthRecordRow, now: number): boolean {
  return expiresAt === null || expiresAt > now
}
