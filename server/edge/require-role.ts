import type { FastifyRequest } from 'fastify'
import type { ListedWorkspace, SessionPerson, Workspace } from '#shared/app-surface.ts'
import type { Route } from '#shared/routes/route.ts'
import type { Scope } from '#shared/scopes.ts'
import { hasRole, lowestRoleWith, type Role, nameRole } from '#shared/team.ts'
import { message } from '#shared/messages/message.ts'
import { toPersonAccess } from '../access/access.ts'
import { CatalogError, workspaceNotFound } from '../catalog/errors.ts'
import type { Caller } from './caller.ts'
import { callerOf, readWorkspaceHeader } from './request-context.ts'
import type { Services } from './services.ts'

type Person = Extract<Caller, { kind: 'person' }>

/** A person gets the access of their role in a workspace; who is no member of it hears that there is none. Others go on as they are. */
export function enterWorkspace(request: FastifyRequest, services: Services, workspaceId: string): void {
  const caller = callerOf(request)
  if (caller.kind === 'person') request.caller = memberOf(caller, services, workspaceId)
}

/** Refuses a person whose role is too low for a route of `/app/v1`: in the workspace that its path names, or else its header. */
export function requireRole(request: FastifyRequest, services: Services): void {
  const caller = callerOf(request)
  const { role: needed } = request.routeOptions.config
  if (caller.kind !== 'person' || needed === 'anyone' || request.method === 'OPTIONS') return
  if (needed === undefined) throw new Error(`The route ${request.routeOptions.url} says no role.`)
  if (needed === 'administrator') return requireAdministrator(caller)
  enterWorkspace(request, services, workspaceInPath(request) ?? readWorkspaceHeader(request))
  requireRoleOf(callerOf(request), needed)
}

/** Refuses a person who is not at least this in the workspace that they have entered. */
export function requireRoleOf(caller: Caller, needed: Role): void {
  if (caller.kind !== 'person') return
  const role = caller.access?.role
  if (role === undefined || !hasRole(role, needed)) throw roleTooLow(role, needed)
}

/** Refuses a person who is no administrator of the server. */
export function requireAdministrator(caller: Caller): void {
  if (caller.kind === 'person' && !caller.person.isAdministrator)
    throw new CatalogError('forbidden', message('role.administrator_needed'))
}

/** The workspaces that the caller knows: all of the data folder, or those of which a person is a member. */
export function workspacesOf(request: FastifyRequest, services: Services): readonly Workspace[] {
  const caller = callerOf(request)
  return caller.kind === 'person'
    ? workspacesOfPerson(caller.person.id, services)
    : services.workspaces.list()
}

/** The workspaces that the caller knows, and where their files lie for who looks after the computer. */
export function listedWorkspaces(request: FastifyRequest, services: Services): readonly ListedWorkspace[] {
  const caller = callerOf(request)
  const known = workspacesOf(request, services)
  if (caller.kind !== 'person' || caller.person.isAdministrator) return known
  return known.map((workspace) => ({ ...workspace, file: null }))
}

/** The workspaces of which a person is a member. */
export function workspacesOfPerson(personId: string, { workspaces, team }: Services): Workspace[] {
  return workspaces.list().filter(({ id }) => team?.roleIn(personId, id) !== undefined)
}

/** Who is signed in, and what they are in each of their workspaces; null for who signs in nowhere. */
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

/** 403: which role is needed, and who can give it. */
export function roleTooLow(role: Role | undefined, needed: Role): CatalogError {
  const sentence =
    role === undefined
      ? message('role.not_a_member', { needed: nameRole(needed) })
      : message('role.too_low', { role: nameRole(role), needed: nameRole(needed) })
  return new CatalogError('forbidden', sentence)
}

/** 403: the key would do, but not its person. */
export function keyAboveRole(role: Role, missing: readonly Scope[]): CatalogError {
  return new CatalogError(
    'insufficient_scope',
    `The key has the scope ${missing.join(' and ')}, but may do no more than its person, who is ${role} here. This needs the role ${lowestRoleWith(missing)}. An owner of the workspace can give it to them, on the page People.`,
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

/** Below `/app/v1`: where somebody shows it who has no password. */
export const confirmStartPath = '/app/v1/oidc/start?confirm=1'

/** Refuses a person who has not shown for a quarter of an hour who they are, where the row of the route asks for it. */
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

/** Whether a caller has shown lately who they are; who is bound by no session has. */
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
