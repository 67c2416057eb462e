import { hasRole } from '#shared/team.ts'
import type { InvitationRow, MembershipRow, PersonRow } from '../../registry/people-operations.ts'
import type { Team } from './team.ts'

/** The first owner owns every workspace that there is. */
export function membershipsOf(
  team: Team,
  { kind, workspaceId, role }: InvitationRow,
  { id: personId }: PersonRow,
  all: readonly string[] = [],
): MembershipRow[] {
  const createdAt = team.now()
  if (kind === 'first_owner')
    return all.map((id) => ({ personId, workspaceId: id, role: 'owner', createdAt }))
  if (workspaceId === null || role === null) return []
  const held = team.people.roleIn(personId, workspaceId)
  return held !== undefined && hasRole(held, role) ? [] : [{ personId, workspaceId, role, createdAt }]
}

/** Notes what a link has brought. */
export function noteJoining(
  team: Team,
  { kind, workspaceId, role }: InvitationRow,
  by: PersonRow,
  { isNew, address }: { isNew: boolean; address: string },
): void {
  if (isNew) team.audit.note({ action: 'account_created', by, subject: by.email, address })
  if (kind === 'reset') team.audit.note({ action: 'password_changed', by, subject: by.email, address })
  if (workspaceId !== null && role !== null)
    team.audit.note({ action: 'joined', by, workspaceId, subject: by.email, address, details: { role } })
}
