import type { Grant } from '#shared/app-surface.ts'
import { type Scope, isScope } from '#shared/scopes.ts'
import { notFound } from '../catalog/errors.ts'
import type { OAuthGrantRow, OAuthRecordRow } from '../registry/registry-operations.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import { LastUsedTimes } from './access.ts'
import { hash } from 'node:crypto'
import type { OAuthModel, OAuthPayload } from '../registry/registry-tables.ts'
import { toIso } from '#shared/iso-times.ts'

export interface TokenRecord {
  readonly hash: string
  readonly grantId: string
  readonly workspaceId: string
  readonly clientName: string
  readonly scopes: readonly Scope[]
  readonly personId: string | null
  readonly audience: string
}

export type NewGrant = Pick<
  OAuthGrantRow,
  'id' | 'workspaceId' | 'clientId' | 'clientName' | 'scopes' | 'personId'
>

export interface GrantsOptions {
  readonly now?: () => number
}

const tokenPattern = /^[\w-]{43}$/

const maxIdleClients = 200
const purgeEveryMs = 10 * 60_000

/**
 * Stored records of the authorization server: clients, and tokens as hashes. All are in memory, so that a
 * request with a token needs no thread; every change is on disk before it is answered.
 */
class OAuthRecords {
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

  find(model: OAuthModel, id: string): OAuthRecordRow | undefined {
    return this.findByHash(model, digest(id))
  }

  findByHash(model: OAuthModel, hash: string): OAuthRecordRow | undefined {
    const row = this.#records.get(keyOf(model, hash))
    return row !== undefined && isAlive(row, this.#now()) ? row : undefined
  }

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

  /** Forgets records of a grant; the database does the same when it deletes the grant. */
  forgetGrant(grantId: string): void {
    for (const [key, row] of this.#records) if (row.grantId === grantId) this.#records.delete(key)
  }

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
function digest(text: string): string {
  return hash('sha256', text)
}

function keyOf(model: OAuthModel, hash: string): string {
  return `${model} ${hash}`
}

function isAlive({ expiresAt }: OAuthRecordRow, now: number): boolean {
  return expiresAt === null || expiresAt > now
}

export async function loadGrants(registry: RegistryThread, options: GrantsOptions = {}): Promise<Grants> {
  const now = options.now ?? Date.now
  const { grants, records } = await registry.call('listOAuth', { now: now() })
  return new Grants(registry, grants, new OAuthRecords(registry, records, now), now)
}

/**
 * The grants of the owner to agents over OAuth. Tokens are looked up by hash in memory, so that a request
 * needs no thread and a revoked grant is refused at once.
 */
export class Grants {
  readonly records: OAuthRecords
  readonly #registry: RegistryThread
  readonly #now: () => number
  readonly #byId = new Map<string, OAuthGrantRow>()
  readonly #uses: LastUsedTimes
  #onEnded: ((grant: Grant) => void) | undefined

  constructor(
    registry: RegistryThread,
    rows: readonly OAuthGrantRow[],
    records: OAuthRecords,
    now: () => number,
  ) {
    this.#registry = registry
    this.records = records
    this.#now = now
    this.#uses = new LastUsedTimes((uses) => registry.call('touchOAuthGrants', uses))
    for (const row of rows) this.#byId.set(row.id, row)
  }

  /** The record of a valid access token. Counts as a use. */
  authenticate(bearer: string): TokenRecord | undefined {
    if (!tokenPattern.test(bearer)) return undefined
    const token = this.#findToken(digest(bearer))
    if (token) this.#noteUse(token.grantId)
    return token
  }

  isValid({ hash }: TokenRecord): boolean {
    return this.#findToken(hash) !== undefined
  }

  /** A grant by its id, where it has not ended. */
  findValid(id: string): OAuthGrantRow | undefined {
    return this.records.isGrantAlive(id) ? this.#byId.get(id) : undefined
  }

  async add(grant: NewGrant): Promise<void> {
    const row: OAuthGrantRow = { ...grant, createdAt: this.#now(), lastUsedAt: null }
    await this.#registry.call('addOAuthGrant', row)
    this.#byId.set(row.id, row)
  }

  list(workspaceId: string | undefined, personId?: string): Grant[] {
    const rows = [...this.#byId.values()].filter((row) => isAmong(row, workspaceId, personId))
    return rows.filter(({ id }) => this.records.isGrantAlive(id)).map(toGrant)
  }

  /** Ends a grant with all its tokens; the next request is refused. Throws not_found for an unknown id. */
  async revoke(id: string, workspaceId: string, personId?: string): Promise<Grant> {
    const row = this.#byId.get(id)
    if (!row || !isAmong(row, workspaceId, personId)) throw notFound(`The grant ${id}`)
    await this.#end(id)
    return toGrant(row)
  }

  /** Calls the listener for grants that end by their agent: it revokes one, or has used a token twice. */
  onEndedByAgent(listener: (grant: Grant) => void): void {
    this.#onEnded = listener
  }

  /** Does the same as `revoke`, on the agent's request, and also for a grant that has gone already. */
  async end(id: string): Promise<void> {
    const row = this.#byId.get(id)
    await this.#end(id)
    if (row) this.#onEnded?.(toGrant(row))
  }

  async #end(id: string): Promise<void> {
    this.#byId.delete(id)
    this.records.forgetGrant(id)
    this.#uses.forget(id)
    await this.#registry.call('deleteOAuthGrant', { id })
  }

  flush(): Promise<void> {
    return this.#uses.flush()
  }

  #findToken(hash: string): TokenRecord | undefined {
    const record = this.records.findByHash('AccessToken', hash)
    const grant = record?.grantId ? this.#byId.get(record.grantId) : undefined
    if (!record || !grant) return undefined
    const { scope, aud } = record.payload as { scope?: string; aud: string }
    const { id: grantId, workspaceId, clientName, personId } = grant
    const scopes = (scope ?? '').split(' ').filter((name) => isScope(name))
    return { hash, grantId, workspaceId, clientName, personId, scopes, audience: aud }
  }

  #noteUse(id: string): void {
    const row = this.#byId.get(id)
    if (!row) return
    const lastUsedAt = this.#now()
    this.#byId.set(id, { ...row, lastUsedAt })
    this.#uses.note(id, lastUsedAt)
  }
}

function isAmong(row: OAuthGrantRow, workspaceId: string | undefined, personId: string | undefined): boolean {
  if (workspaceId !== undefined && row.workspaceId !== workspaceId) return false
  return personId === undefined || row.personId === personId
}

function toGrant(row: OAuthGrantRow): Grant {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    client: { id: row.clientId, name: row.clientName },
    scopes: [...row.scopes],
    person_id: row.personId,
    created_at: toIso(row.createdAt),
    last_used_at: row.lastUsedAt === null ? null : toIso(row.lastUsedAt),
  }
}
