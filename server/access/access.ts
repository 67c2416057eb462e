import type { Actor } from '#shared/events.ts'
import { scopes as allScopes, type Scope, scopes } from '#shared/scopes.ts'
import { type Role, scopesOfRole } from '#shared/team.ts'
import type { ApiKeyRecord, ApiKeys } from './api-keys.ts'
import type { Grants, TokenRecord } from './grants.ts'
import type { SignedIn, TeamAccess } from './team/team-access.ts'
import { keysOf } from '#shared/text.ts'

/**
 * The rights of a credential, its scope and its name in events: the same for an API key and an agent's token.
 */
export interface Access {
  readonly id: string
  readonly workspaceId: string
  /** The person or the service account of a team whose rights bound it. */
  readonly personId?: string
  /** The name of the service account, where it belongs to one. */
  readonly serviceAccount?: string
  /** The name of the key or the agent itself. */
  readonly credential?: string
  readonly scopes: readonly Scope[]
  /** When it ends by itself, in ms; null for one that does not. */
  readonly expiresAt: number | null
  readonly actor: Actor
  readonly role?: Role
  readonly scopesAboveRole?: readonly Scope[]
  /** The role of its person by now, which may differ from that at the time of the request. */
  readonly roleNow?: Role | undefined
  isValid(): boolean
}

export interface AccessSources {
  readonly keys: ApiKeys
  readonly grants: Grants
  readonly team: TeamAccess | undefined
  readonly address: () => { readonly hosts: ReadonlySet<string> }
}

export const resourcePaths = { api: '/api/v1', mcp: '/mcp' } as const
export type ProtectedResource = keyof typeof resourcePaths

/**
 * The access of a bearer credential to one of the two resources; undefined for an invalid, revoked or expired
 * one, or a token for the other.
 */
export function findAccess(
  bearer: string,
  resource: ProtectedResource,
  { keys, grants, team, address }: AccessSources,
): Access | undefined {
  const key = keys.authenticate(bearer)
  if (key) return bindToPerson(toKeyAccess(key, { keys, team }), holderOf(key), team)
  const token = grants.authenticate(bearer)
  if (!token || !isIssuedFor(token, resource, address().hosts)) return undefined
  return bindToPerson(toTokenAccess(token, grants), token.personId, team)
}

export function toPersonAccess(
  { sessionId, id, name }: SignedIn,
  workspaceId: string,
  team: TeamAccess,
): AccessOfPerson | undefined {
  const role = team.roleIn(id, workspaceId)
  const actor = { type: 'user', id, name } as const
  const full = {
    id,
    workspaceId,
    scopes: allScopes,
    expiresAt: null,
    actor,
    isValid: () => team.isValid(sessionId),
  }
  return role && new AccessOfPerson(full, { personId: id, role, team })
}

/** The access of a person's session, key or grant: never more than the person's present role. */
export class AccessOfPerson implements Access {
  readonly id: string
  readonly workspaceId: string
  readonly actor: Actor
  readonly expiresAt: number | null
  readonly personId: string
  readonly serviceAccount?: string
  readonly credential?: string
  readonly role: Role
  readonly #held: Access
  readonly #team: TeamAccess

  constructor(held: Access, person: { personId: string; role: Role; team: TeamAccess }) {
    this.id = held.id
    this.workspaceId = held.workspaceId
    this.actor = held.actor
    this.expiresAt = held.expiresAt
    this.personId = person.personId
    if (held.serviceAccount !== undefined) this.serviceAccount = held.serviceAccount
    if (held.credential !== undefined) this.credential = held.credential
    this.role = person.role
    this.#held = held
    this.#team = person.team
  }

  get scopesAboveRole(): readonly Scope[] {
    const { scopes } = this
    return this.#held.scopes.filter((scope) => !scopes.includes(scope))
  }

  get roleNow(): Role | undefined {
    return this.#team.roleIn(this.personId, this.workspaceId)
  }

  get scopes(): readonly Scope[] {
    const role = this.roleNow
    return role === undefined ? [] : this.#held.scopes.filter((scope) => scopesOfRole[role].includes(scope))
  }

  isValid(): boolean {
    return this.#held.isValid() && this.roleNow !== undefined
  }
}

/** A credential of a team is valid only with its person, one of a desktop only without a person. */
function bindToPerson(
  held: Access,
  personId: string | null,
  team: TeamAccess | undefined,
): Access | undefined {
  if (team === undefined) return personId === null ? held : undefined
  if (personId === null) return undefined
  const role = team.roleIn(personId, held.workspaceId)
  return role && new AccessOfPerson(held, { personId, role, team })
}

/** The id of the person or the service account that a key belongs to; null for a key of a desktop. */
export function holderOf({
  personId,
  serviceAccountId,
}: Pick<ApiKeyRecord, 'personId' | 'serviceAccountId'>): string | null {
  return personId ?? serviceAccountId
}

/** A key acts under its own name, or under that of its service account. */
function toKeyAccess(key: ApiKeyRecord, { keys, team }: Pick<AccessSources, 'keys' | 'team'>): Access {
  const { id, workspaceId, scopes, name, expiresAt, serviceAccountId } = key
  const serviceAccount = serviceAccountId === null ? undefined : team?.serviceAccountName(serviceAccountId)
  return {
    id,
    workspaceId,
    scopes,
    expiresAt,
    actor: { type: 'api_key', id, name: serviceAccount ?? name },
    credential: name,
    ...(serviceAccount !== undefined && { serviceAccount }),
    isValid: () => keys.isValid(key),
  }
}

function toTokenAccess(token: TokenRecord, grants: Grants): Access {
  const { grantId: id, workspaceId, scopes, clientName: name } = token
  const actor = { type: 'oauth', id, name } as const
  return {
    id,
    workspaceId,
    scopes,
    expiresAt: null,
    actor,
    credential: name,
    isValid: () => grants.isValid(token),
  }
}

function isIssuedFor(
  { audience }: TokenRecord,
  resource: ProtectedResource,
  hosts: ReadonlySet<string>,
): boolean {
  const url = URL.parse(audience)
  return url !== null && hosts.has(url.host) && url.pathname === resourcePaths[resource]
}

/** The scopes that a key, an agent or a person has now; undefined where it is gone or has left the workspace. */
export function scopesNow(
  { type, id }: Actor,
  workspaceId: string,
  { keys, grants, team }: Pick<AccessSources, 'keys' | 'grants' | 'team'>,
): readonly Scope[] | undefined {
  if (type === 'owner' || id === null) return team === undefined ? allScopes : undefined
  if (type === 'user') return scopesInRole(allScopes, { personId: id, workspaceId, team })
  const held = type === 'api_key' ? heldByKey(keys.findValid(id)) : grants.findValid(id)
  if (held?.workspaceId !== workspaceId) return undefined
  const { personId } = held
  if (personId === null) return team === undefined ? held.scopes : undefined
  return scopesInRole(held.scopes, { personId, workspaceId, team })
}

function heldByKey(key: ApiKeyRecord | undefined) {
  return key && { workspaceId: key.workspaceId, scopes: key.scopes, personId: holderOf(key) }
}

/** The role of the person behind an actor; undefined on a desktop, and for the server itself. */
export function roleNow(
  { type, id }: Actor,
  workspaceId: string,
  { keys, grants, team }: Pick<AccessSources, 'keys' | 'grants' | 'team'>,
): Role | undefined {
  if (id === null || team === undefined) return undefined
  if (type === 'user') return team.roleIn(id, workspaceId)
  const held = type === 'api_key' ? heldByKey(keys.findValid(id)) : grants.findValid(id)
  const personId = held?.personId ?? null
  return personId !== null ? team.roleIn(personId, workspaceId) : undefined
}

function scopesInRole(
  scopes: readonly Scope[],
  { personId, workspaceId, team }: { personId: string; workspaceId: string; team: TeamAccess | undefined },
): readonly Scope[] | undefined {
  const role = team?.roleIn(personId, workspaceId)
  return role && scopes.filter((scope) => scopesOfRole[role].includes(scope))
}

const names: Readonly<Record<ProtectedResource, string>> = {
  api: 'Vitrine catalog API',
  mcp: 'Vitrine MCP server',
}

/**
 * The name by which the client calls this computer, under which it expects metadata. A public address has
 * one.
 */
export function originOf(
  { headers }: { readonly headers: { readonly host?: string | undefined } },
  { publicOrigin }: { readonly publicOrigin: string | undefined },
): string {
  return publicOrigin ?? `http://${(headers.host ?? '').toLowerCase()}`
}

/** The address of a resource's metadata (RFC 9728) for a `WWW-Authenticate` header. */
export function resourceMetadataUrl(origin: string, resource: ProtectedResource): string {
  return `${origin}${metadataRoot}${resourcePaths[resource]}`
}

export const metadataRoot = '/.well-known/oauth-protected-resource'

/** The facts that a client needs to ask for access to a resource (RFC 9728). */
export function resourceMetadata(origin: string, resource: ProtectedResource): object {
  return {
    resource: origin + resourcePaths[resource],
    resource_name: names[resource],
    authorization_servers: [origin],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/docs`,
  }
}

/** The resource of an indicator (RFC 8707); a trailing slash does not matter. */
export function findResource(origin: string, indicator: string): ProtectedResource | undefined {
  const wanted = indicator.replace(/\/$/, '')
  return keysOf(resourcePaths).find((resource) => origin + resourcePaths[resource] === wanted)
}

interface LastUse {
  readonly id: string
  readonly lastUsedAt: number
}

/** Remembers last uses of credentials; one in heavy use is written once in a while only. */
export class LastUsedTimes {
  readonly #write: (uses: readonly LastUse[]) => Promise<void>
  readonly #flushAfterMs: number
  readonly #used = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (uses: readonly LastUse[]) => Promise<void>, flushAfterMs = 60_000) {
    this.#write = write
    this.#flushAfterMs = flushAfterMs
  }

  note(id: string, lastUsedAt: number): void {
    this.#used.set(id, lastUsedAt)
    // A use that cannot be written is not worth a failure; the next one tries again.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), this.#flushAfterMs).unref()
  }

  forget(id: string): void {
    this.#used.delete(id)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#used].map(([id, lastUsedAt]) => ({ id, lastUsedAt }))
    this.#used.clear()
    if (uses.length > 0) await this.#write(uses)
  }
}
