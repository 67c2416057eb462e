import type { Grant } from '#shared/app-surface.ts'
import type { Scope } from '#shared/scopes.ts'
import { isScope } from '#shared/scopes.ts'
import { notFound } from '../catalog/errors.ts'
import type { OAuthGrantRow } from '../registry/oauth-operations.ts'
import type { RegistryThread } from '../threads/registry-thread.ts'
import { LastUses } from './last-uses.ts'
import { digest, OAuthRecords } from './oauth-records.ts'

/** What a request with an agent's token may do, and where. */
export interface TokenRecord {
  readonly hash: string
  readonly grantId: string
  readonly workspaceId: string
  readonly clientName: string
  readonly scopes: readonly Scope[]
  readonly personId: string | null
  /** The address of what it was issued for. */
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

/** Loads what agents were granted in a data folder. */
export async function loadGrants(registry: RegistryThread, options: GrantsOptions = {}): Promise<Grants> {
  const now = options.now ?? Date.now
  const { grants, records } = await registry.call('listOAuth', { now: now() })
  return new Grants(registry, grants, new OAuthRecords(registry, records, now), now)
}

/**
 * What the owner has granted to agents that connect over OAuth. Tokens are looked up by hash in memory, so that a request
 * needs no thread for it and a revoked grant is refused from the next request on.
 */
export class Grants {
  readonly records: OAuthRecords
  readonly #registry: RegistryThread
  readonly #now: () => number
  readonly #byId = new Map<string, OAuthGrantRow>()
  readonly #uses: LastUses
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
    this.#uses = new LastUses((uses) => registry.call('touchOAuthGrants', uses))
    for (const row of rows) this.#byId.set(row.id, row)
  }

  /** What a valid, unexpired access token gives; undefined for anything else. Counts as a use. */
  authenticate(bearer: string): TokenRecord | undefined {
    if (!tokenPattern.test(bearer)) return undefined
    const token = this.#findToken(digest(bearer))
    if (token) this.#noteUse(token.grantId)
    return token
  }

  /** Tells whether a token that a request came with is still valid. */
  isValid({ hash }: TokenRecord): boolean {
    return this.#findToken(hash) !== undefined
  }

  async add(grant: NewGrant): Promise<void> {
    const row: OAuthGrantRow = { ...grant, createdAt: this.#now(), lastUsedAt: null }
    await this.#registry.call('addOAuthGrant', row)
    this.#byId.set(row.id, row)
  }

  /** The grants of a workspace, or all, under which an agent can still get in, oldest first; those of one person where one is named. */
  list(workspaceId: string | undefined, personId?: string): Grant[] {
    const rows = [...this.#byId.values()].filter((row) => isAmong(row, workspaceId, personId))
    return rows.filter(({ id }) => this.records.isGrantAlive(id)).map(toGrant)
  }

  /** Ends a grant with all its tokens; the next request with one of them is refused. Throws not_found for an unknown id. */
  async revoke(id: string, workspaceId: string, personId?: string): Promise<Grant> {
    const row = this.#byId.get(id)
    if (!row || !isAmong(row, workspaceId, personId)) throw notFound(`The grant ${id}`)
    await this.#end(id)
    return toGrant(row)
  }

  /** The listener hears of grants that end by their agent: because it gives them up, or has used a token twice. */
  onEndedByAgent(listener: (grant: Grant) => void): void {
    this.#onEnded = listener
  }

  /** As `revoke`, by the agent, and also for a grant that has gone already. */
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

  /** Writes the last uses that are still waiting. */
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
    created_at: new Date(row.createdAt).toISOString(),
    last_used_at: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}
