import { nameRole, type Role } from '#shared/team.ts'
import { listed, message, type Message, sentences } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
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
  const [first, ...others] = closed.map((attribute) => describeRestricted(attribute, role))
  if (first === undefined) return
  const fieldErrors = closed.map((attribute) => ({
    field: `attributes.${attribute.key}`,
    ...issueSentence(describeRestricted(attribute, role)),
  }))
  throw new CatalogError('forbidden', sentences(first, ...others), { fieldErrors })
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

function describeRestricted({ name, key, extras }: Attribute, role: Role): Message {
  const others = (extras.editable_by ?? []).filter((open) => open !== 'owner')
  const roles = listed(nameRole('owner'), ...others.map(nameRole))
  return message('attribute.restricted_to_roles', { name, key, roles, role: nameRole(role) })
}
