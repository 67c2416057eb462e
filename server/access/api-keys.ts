import { hash, randomInt, randomUUID } from 'node:crypto'
import type { ApiKey, CreatedApiKey, NewApiKey } from '#shared/app-surface.ts'
import { isScope, scopes as allScopes, type Scope } from '#shared/scopes.ts'
import { parseTimestamp, toIso } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import { Faults, notFound } from '../catalog/errors.ts'
import type { ApiKeyRow } from '../registry/registry-operations.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import { holderOf, LastUsedTimes } from './access.ts'

export type ApiKeyRecord = Readonly<
  Pick<
    ApiKeyRow,
    'id' | 'hash' | 'name' | 'workspaceId' | 'scopes' | 'expiresAt' | 'personId' | 'serviceAccountId'
  >
>

/** A key of a team belongs to one of the two. */
type KeyHolder = Partial<Pick<ApiKeyRow, 'personId' | 'serviceAccountId'>>

export interface ApiKeysOptions {
  readonly now?: () => number
  readonly flushAfterMs?: number
}

const prefix = 'vtr_live_'
const secretLength = 40
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyPattern = /^vtr_live_[0-9A-Za-z]{40}$/

export async function loadApiKeys(registry: RegistryThread, options: ApiKeysOptions = {}): Promise<ApiKeys> {
  return new ApiKeys(registry, await registry.call('listApiKeys', {}), options)
}

/**
 * The API keys of a data folder. They are looked up by hash in memory, so that a request needs no thread and
 * a revoked key is refused at once.
 */
export class ApiKeys {
  readonly #registry: RegistryThread
  readonly #byHash = new Map<string, ApiKeyRow>()
  /** Caches the hashes of valid keys, because hashing costs more than the rest of a check. */
  readonly #hashByKey = new Map<string, string>()
  readonly #uses: LastUsedTimes
  readonly #now: () => number

  constructor(registry: RegistryThread, rows: readonly ApiKeyRow[], options: ApiKeysOptions) {
    this.#registry = registry
    this.#now = options.now ?? Date.now
    this.#uses = new LastUsedTimes((uses) => registry.call('touchApiKeys', uses), options.flushAfterMs)
    for (const row of rows) this.#byHash.set(row.hash, row)
  }

  /** The record of a valid, unexpired key, or undefined. Counts as a use. */
  authenticate(bearer: string): ApiKeyRecord | undefined {
    if (!keyPattern.test(bearer)) return undefined
    const hash = this.#hashByKey.get(bearer) ?? digest(bearer)
    const row = this.#byHash.get(hash)
    if (!row || isExpired(row, this.#now())) return this.#forget(bearer)
    this.#hashByKey.set(bearer, hash)
    this.#noteUse(row)
    return row
  }

  /** The record of a key by its id, where it is still valid. */
  findValid(id: string): ApiKeyRecord | undefined {
    const row = [...this.#byHash.values()].find((candidate) => candidate.id === id)
    return row && !isExpired(row, this.#now()) ? row : undefined
  }

  isValid({ hash }: ApiKeyRecord): boolean {
    const row = this.#byHash.get(hash)
    return row !== undefined && !isExpired(row, this.#now())
  }

  /** Makes a key. Throws validation_failed for an unknown or retired scope, no scope, no name, or a past expiry. */
  async issue(workspaceId: string, input: NewApiKey, holder: KeyHolder = {}): Promise<CreatedApiKey> {
    const { name, scopes, expiresAt } = parseNewKey(input, this.#now())
    const key = newKey()
    const row: ApiKeyRow = {
      id: randomUUID(),
      workspaceId,
      name,
      hash: digest(key),
      scopes,
      createdAt: this.#now(),
      expiresAt,
      lastUsedAt: null,
      personId: holder.personId ?? null,
      serviceAccountId: holder.serviceAccountId ?? null,
    }
    await this.#registry.call('addApiKey', row)
    this.#byHash.set(row.hash, row)
    return { ...toApiKey(row), key }
  }

  /** Lists keys, oldest first. Each argument narrows the list: to a workspace, to a person or service account. */
  list(workspaceId?: string, holderId?: string): ApiKey[] {
    const rows = [...this.#byHash.values()]
    return rows.filter((row) => matchesOwner(row, workspaceId, holderId)).map(toApiKey)
  }

  /** Revokes a key; the next request with it is refused. Throws not_found for an unknown id. */
  async revoke(id: string, workspaceId?: string, holderId?: string): Promise<ApiKey> {
    const row = [...this.#byHash.values()].find((candidate) => candidate.id === id.toLowerCase())
    if (!row || !matchesOwner(row, workspaceId, holderId)) throw notFound(`The API key ${id}`)
    await this.#registry.call('deleteApiKey', { id: row.id })
    const latest = this.#byHash.get(row.hash) ?? row
    this.#byHash.delete(row.hash)
    this.#uses.forget(row.id)
    return toApiKey(latest)
  }

  flush(): Promise<void> {
    return this.#uses.flush()
  }

  #forget(bearer: string): undefined {
    this.#hashByKey.delete(bearer)
  }

  #noteUse(row: ApiKeyRow): void {
    const lastUsedAt = this.#now()
    this.#byHash.set(row.hash, { ...row, lastUsedAt })
    this.#uses.note(row.id, lastUsedAt)
  }
}

function parseNewKey(
  { name, scopes, expires_at: expiresAt }: NewApiKey,
  now: number,
): { name: string; scopes: Scope[]; expiresAt: number | null } {
  const faults = new Faults()
  const known = [...new Set(scopes)].filter((scope) => isScope(scope))
  const time = typeof expiresAt === 'string' ? parseTimestamp(expiresAt) : null
  if (name.trim() === '') faults.add('name', 'required')
  if (name.length > 200) faults.addExpected('name', 'too_long', { max_length: 200 })
  if (scopes.length === 0) faults.add('scopes', 'expected_values')
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) faults.add('scopes', 'invalid_value', allScopes, unknown)
  if (time === undefined) faults.add('expires_at', 'expected_date')
  else if (time !== null && time <= now)
    faults.explain('expires_at', 'out_of_range', message('api_key.expires_in_past'))
  faults.throwIfAny()
  return { name: name.trim(), scopes: known, expiresAt: time ?? null }
}

function matchesOwner(
  row: ApiKeyRow,
  workspaceId: string | undefined,
  holderId: string | undefined,
): boolean {
  if (workspaceId !== undefined && row.workspaceId !== workspaceId) return false
  return holderId === undefined || holderOf(row) === holderId
}

function isExpired({ expiresAt }: ApiKeyRow, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function newKey(): string {
  return prefix + Array.from({ length: secretLength }, () => base62[randomInt(base62.length)]).join('')
}

/** An unsalted hash is enough: a key has 238 random bits, and the lookup leaks no timing. */
function digest(key: string): string {
  return hash('sha256', key)
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    workspace_id: row.workspaceId,
    scopes: [...row.scopes],
    person_id: row.personId,
    service_account_id: row.serviceAccountId,
    created_at: toIso(row.createdAt),
    expires_at: row.expiresAt === null ? null : toIso(row.expiresAt),
    last_used_at: row.lastUsedAt === null ? null : toIso(row.lastUsedAt),
  }
}
