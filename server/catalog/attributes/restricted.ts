import type { Role } from '#shared/team.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

/** Throws 403 that names the attributes which the writer may not change, because they are restricted to other roles. */
export function refuseRestricted(
  attributes: readonly Attribute[],
  { role }: Pick<WriteContext, 'role'>,
): void {
  if (role === undefined) return
  const closed = attributes.filter((attribute) => isRestrictedTo(attribute, role))
  if (closed.length === 0) return
  const fieldErrors = closed.map((attribute) => ({
    field: `attributes.${attribute.key}`,
    issue: describeRestricted(attribute, role),
  }))
  throw new CatalogError('forbidden', fieldErrors.map(({ issue }) => issue).join(' '), { fieldErrors })
}

/** Whether a role may not even propose to edit an attribute's values. Owners may edit all, viewers none; what contributors type waits for review anyway. */
export function isClosedTo(attribute: Attribute, role: Role): boolean {
  return role === 'viewer' || (role !== 'contributor' && isRestrictedTo(attribute, role))
}

/** An owner may edit everything. */
function isRestrictedTo({ extras }: Attribute, role: Role): boolean {
  const { editable_by: open } = extras
  return open !== undefined && open !== null && role !== 'owner' && !open.includes(role)
}

function describeRestricted({ name, key, extras }: Attribute, role: Role): string {
  const open = [...new Set(['owner', ...(extras.editable_by ?? [])])].join(', ')
  return `${name} (${key}) may be edited by these roles only: ${open}. You are ${role} here. An owner of the workspace can change that, or your role.`
}
