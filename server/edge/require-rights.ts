import type { FastifyRequest } from 'fastify'
import type { ListedWorkspace, SessionPerson, Workspace } from '#shared/app-surface.ts'
import type { Route } from '#shared/routes/route.ts'
import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import { hasRole, lowestRoleWith, type Role, nameRole } from '#shared/team.ts'
import { message } from '#shared/messages/message.ts'
import { toPersonAccess, type Access } from '../access/access.ts'
import { CatalogError, workspaceNotFound, insufficientScope } from '../catalog/errors.ts'
import { type Caller, isTrusted, missingScopes } from './caller.ts'
import { callerOf, type OpenWorkspace, readWorkspaceHeader, workspaceIdOf } from './request-context.ts'
import type { Services } from './services.ts'
import { entityTypes, pluralOf, findEntityType } from '#shared/entities.ts'

type Person = Extract<Caller, { kind: 'person' }>

/**
 * Gives a person the access of their role in a workspace; for others than members the workspace does not
 * exist. Other callers stay as they are.
 */
export function enterWorkspace(request: FastifyRequest, services: Services, workspaceId: string): void {
  const caller = callerOf(request)
  if (caller.kind === 'person') request.caller = memberOf(caller, services, workspaceId)
}

/**
 * Refuses a person whose role is too low for a route of `/app/v1`, in the workspace of its path, or else
 * of its header.
 */
export function requireRole(request: FastifyRequest, services: Services): void {
  const caller = callerOf(request)
  const { role: needed } = request.routeOptions.config
  if (caller.kind !== 'person' || needed === 'anyone' || request.method === 'OPTIONS') return
  if (needed === undefined) throw new Error(`The route ${request.routeOptions.url} says no role.`)
  if (needed === 'administrator') return requireAdministrator(caller)
  enterWorkspace(request, services, workspaceInPath(request) ?? readWorkspaceHeader(request))
  requireRoleOf(callerOf(request), needed)
}

/** Refuses a person without at least this role in the workspace that they have entered. */
export function requireRoleOf(caller: Caller, needed: Role): void {
  if (caller.kind !== 'person') return
  const role = caller.access?.role
  if (role === undefined || !hasRole(role, needed)) throw roleTooLow(role, needed)
}

export function requireAdministrator(
  caller: Caller,
  reason: 'role.administrator_needed' | 'service_account.key_of_administrators' = 'role.administrator_needed',
): void {
  if (caller.kind === 'person' && !caller.person.isAdministrator)
    throw new CatalogError('forbidden', message(reason))
}

/** The workspaces that the caller knows: all of the data folder, or those with the person as a member. */
export function workspacesOf(request: FastifyRequest, services: Services): readonly Workspace[] {
  const caller = callerOf(request)
  return caller.kind === 'person'
    ? workspacesOfPerson(caller.person.id, services)
    : services.workspaces.list()
}

export function listedWorkspaces(request: FastifyRequest, services: Services): readonly ListedWorkspace[] {
  const caller = callerOf(request)
  const known = workspacesOf(request, services)
  if (caller.kind !== 'person' || caller.person.isAdministrator) return known
  return known.map((workspace) => ({ ...workspace, file: null }))
}

export function workspacesOfPerson(personId: string, { workspaces, team }: Services): Workspace[] {
  return workspaces.list().filter(({ id }) => team?.roleIn(personId, id) !== undefined)
}

/** The signed-in person with their role in each workspace; null for a caller without sign-in. */
export function describePerson(request: FastifyRequest, services: Services): SessionPerson | null {
  const caller = callerOf(request)
  if (caller.kind !== 'person') return null
  const { id, name, email, isAdministrator } = caller.person
  const roleIn = (workspaceId: string) => services.team?.roleIn(id, workspaceId)
  const roles = services.workspaces.list().flatMap((workspace) => {
    const role = roleIn(workspace.id)
    return role === undefined ? [] : [[workspace.id, role] as const]
  })
  return { id, name, email, is_administrator: isAdministrator, roles: Object.fromEntries(roles) }
}

function roleTooLow(role: Role | undefined, needed: Role): CatalogError {
  const sentence =
    role === undefined
      ? message('role.not_a_member', { needed: nameRole(needed) })
      : message('role.too_low', { role: nameRole(role), needed: nameRole(needed) })
  return new CatalogError('forbidden', sentence)
}

/** 403: the key has the scopes, but the role of its person or service account does not. */
function keyAboveRole(
  { role, serviceAccount }: Pick<Access, 'role' | 'serviceAccount'>,
  missing: readonly Scope[],
): CatalogError {
  const isOfAccount = serviceAccount !== undefined
  const holder = isOfAccount ? 'its service account, which' : 'its person, who'
  const giver = isOfAccount
    ? 'An administrator of the server can give it to the account'
    : 'An owner of the workspace can give it to them'
  return new CatalogError(
    'insufficient_scope',
    `The key has the scope ${missing.join(' and ')}, but may do no more than ${holder} is ${role} here. This needs the role ${lowestRoleWith(missing)}. ${giver}, on the page People.`,
  )
}

function memberOf(caller: Person, { team }: Services, workspaceId: string): Person {
  const access = team && toPersonAccess(caller.person, workspaceId, team)
  if (access === undefined) throw workspaceNotFound()
  return { ...caller, access }
}

function workspaceInPath({ routeOptions, params }: FastifyRequest): string | undefined {
  if (!/^\/app\/v1\/workspaces\/:id\b/.test(routeOptions.url ?? '')) return undefined
  return (params as { readonly id: string }).id.toLowerCase()
}

/** The path below `/app/v1` where a person without a password confirms their identity. */
export const confirmStartPath = '/app/v1/oidc/start?confirm=1'

/**
 * Refuses a person who has not confirmed their identity for a quarter of an hour, where the row of the
 * route requires it.
 */
export function requireConfirmed(
  request: FastifyRequest,
  services: Services,
  { confirm }: Pick<Route, 'confirm'>,
): void {
  if (confirm === undefined) return
  const caller = callerOf(request)
  if (caller.kind !== 'person' || isConfirmed(caller, services)) return
  if (confirm === true || confirm(toMembers(request.body))) throw askToConfirm(caller.person.id, services)
}

/** Whether a caller has confirmed their identity lately; a caller without a session counts as confirmed. */
export function isConfirmed(caller: Caller | undefined, { team }: Pick<Services, 'team'>): boolean {
  return caller?.kind !== 'person' || team?.sessions.isConfirmed(caller.person.sessionId) === true
}

function askToConfirm(personId: string, { team }: Services): CatalogError {
  const person = team?.people.get(personId)
  const provider = team?.provider && { name: team.provider.name, start: confirmStartPath }
  return new CatalogError(
    'forbidden',
    'This step needs your password or a one-time code again: POST /app/v1/confirm, then send the request once more.',
    {
      confirm: {
        password: person?.password != null,
        code: person?.codeSecret != null,
        provider: provider ?? null,
      },
    },
  )
}

function toMembers(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** Refuses a caller that lacks any scope the route asks for, naming all that are missing. */
export function requireScopes(request: FastifyRequest): void {
  const caller = callerOf(request)
  const { scopes = [], proposes = false } = request.routeOptions.config
  refuseMissing(caller, proposes && caller.kind === 'person' ? scopes.map(toPropose) : scopes)
}

function toPropose(scope: Scope): Scope {
  return allScopes.find((known) => known === scope.replace('write:', 'propose:')) ?? scope
}

/** Throws insufficient_scope unless the caller holds every scope. */
export function refuseMissing(caller: Caller, required: Parameters<typeof missingScopes>[1]): void {
  const missing = missingScopes(caller, required)
  if (missing.length === 0) return
  const access: Access | undefined = caller.kind === 'owner' ? undefined : caller.access
  if (caller.kind === 'person') throw roleTooLow(access?.role, lowestRoleWith(required))
  if (access?.role && missing.every((scope) => access.scopesAboveRole?.includes(scope)))
    throw keyAboveRole(access, missing)
  throw insufficientScope(`The key lacks the scope ${missing.join(' and ')}.`)
}

/** Throws `forbidden` where the caller may not read all attributes of the workspace. */
export async function requireWholeView({ threads }: Pick<OpenWorkspace, 'threads'>): Promise<void> {
  await threads.call('requireWholeView', {})
}

type Action = 'read' | 'write' | 'propose'

const allowing: Readonly<Record<Action, readonly ('read' | 'write' | 'propose')[]>> = {
  read: ['read'],
  write: ['write'],
  propose: ['propose', 'write'],
}

/**
 * Returns a hook for such routes: a key without this action for any type is refused before anything is
 * read.
 */
export function refuseWithout(asked: Action, proposes = false): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const caller = callerOf(request)
    refuseOfAll(caller, proposes && caller.kind === 'person' ? 'propose' : asked)
  }
}

function refuseOfAll(caller: Caller, action: Action): void {
  const scopes = entityTypes.flatMap((type) =>
    allowing[action].map((verb) => `${verb}:${pluralOf[type]}` as const),
  )
  if (missingScopes(caller, scopes).length < scopes.length) return
  if (caller.kind === 'person') refuseMissing(caller, [`${action}:products`])
  throw insufficientScope(
    `The key lacks the ${action} scope of the type to ${action}, one of ${scopes.join(', ')}.`,
  )
}

/** Refuses a key without the scope of the type; an unknown type is for the catalog to refuse. */
export function requireScopeOf(request: FastifyRequest, action: Action, type: unknown): void {
  const known = findEntityType(type)
  if (!known) return
  const caller = callerOf(request)
  const scopes = allowing[action].map((verb) => `${verb}:${pluralOf[known]}` as const)
  if (missingScopes(caller, scopes).length === scopes.length) refuseMissing(caller, scopes.slice(0, 1))
}

/**
 * Refuses a caller who may not merge entities of a type: keys and agents need the owner's permission, and
 * all scopes to write and delete them.
 */
export function requireMerging(request: FastifyRequest, services: Services, type: unknown): void {
  const caller = callerOf(request)
  const known = findEntityType(type)
  requireRoleOf(caller, 'manager')
  if (!mayMerge(request, services)) throw mergingForbidden()
  if (known) refuseMissing(caller, [`write:${pluralOf[known]}`, `delete:${pluralOf[known]}`])
}

/**
 * Whether the caller may merge at all: the owner, managers of a team, and keys where the owner allows it
 * for the workspace.
 */
export function mayMerge(request: FastifyRequest, { settings }: Services): boolean {
  return isTrusted(callerOf(request)) || settings.ofWorkspace(workspaceIdOf(request)).keys_may_merge
}

export function mergingForbidden(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Keys and agents may not merge entities of this workspace. The owner can allow it in the settings, under API and keys.',
  )
}
