import { message, type Message } from './messages/message.ts'
import { scopes, type Scope } from './scopes.ts'

/** The roles of a person in a workspace, highest first. */
export const roles = ['owner', 'manager', 'editor', 'contributor', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The roles that a service account may have: a workspace is owned by people. */
export const serviceAccountRoles = ['manager', 'editor', 'contributor', 'viewer'] as const
export type ServiceAccountRole = (typeof serviceAccountRoles)[number]

/**
 * The callers of a route: people with this role or a higher one, administrators of the server, or everybody
 * signed in.
 */
export type NeededRole = Role | 'administrator' | 'anyone'

export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed)
}

/** The higher of two roles, where there is one. */
export function higherRole(one: Role | undefined, other: Role | undefined): Role | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return hasRole(one, other) ? one : other
}

/**
 * The member after the `#` of an invitation with the SHA-256 digest (base64url) of the only valid
 * certificate at its address. Browsers do not send this part.
 */
export const certificateMember = 'certificate'

/** The certificate of such a link as people compare it: `1A2B 3C4D …`, the whole digest in hexadecimal. */
export function formatCertificate(digest: string): string {
  const bytes = atob(digest.replaceAll('-', '+').replaceAll('_', '/'))
  const hex = [...bytes].map((byte) => (byte.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('')
  return (hex.toUpperCase().match(/.{1,4}/g) ?? []).join(' ')
}

const reading = scopes.filter((scope) => scope.startsWith('read:'))
const proposing = scopes.filter((scope) => scope.startsWith('propose:'))
const writing = scopes.filter((scope) => scope.startsWith('write:') && scope !== 'write:attributes')

/** The scopes of a person by their role; a key or grant of theirs can never do more. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  manager: scopes,
  editor: [...reading, ...proposing, ...writing],
  contributor: [...reading, ...proposing],
  viewer: reading,
}

export function lowestRoleWith(required: readonly Scope[]): Role {
  const holds = (role: Role) => required.every((scope) => scopesOfRole[role].includes(scope))
  return roles.findLast((role) => holds(role)) ?? 'owner'
}

export function nameRole(role: Role): Message {
  return message(`role.${role}`)
}

/** Where people of a team are: kept in memory, and sent over the stream of changes. */
export type { PresenceUpdate as Place, Membership, TeamMessage } from './schemas/team.ts'

/** The header with the presence id of a page, so that its stream of changes reports other people. */
export const presenceHeader = 'vitrine-seat'

export type { Notification, NotificationSubject } from './schemas/team.ts'

export const notificationKinds = ['mention', 'reply', 'assignment'] as const
export type NotificationKind = (typeof notificationKinds)[number]
