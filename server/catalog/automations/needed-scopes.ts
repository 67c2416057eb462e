import { entityTypes, findEntityType, pluralOf } from '#shared/entities.ts'
import type { Action } from '#shared/schemas/automations.ts'
import type { Scope } from '#shared/scopes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findAutomation } from './automations.ts'
import { kindOfAction } from './check-automation.ts'

/** The scopes that an automation needs: to read its entities, and what its actions do to them. */
function neededScopes(type: string | undefined, actions: readonly Action[]): Scope[] {
  const known = findEntityType(type)
  if (!known) return []
  const plural = pluralOf[known]
  const needed = actions.flatMap((action): Scope[] => {
    const kind = kindOfAction(action)
    if (kind === undefined || kind === 'notify' || kind === 'worklist') return []
    if (kind === 'webhook') return ['read:events']
    // A feed may bring entities of any type.
    if (kind === 'run_feed' || kind === 'sync')
      return entityTypes.map((one): Scope => `write:${pluralOf[one]}`)
    if (kind === 'comment') return [`propose:${plural}`]
    return [`write:${plural}`]
  })
  // Writers of entities see them too.
  const isWriting = needed.includes(`write:${plural}`)
  return [...new Set<Scope>([...(isWriting ? [] : [`read:${plural}` as const]), ...needed])]
}

/** The scopes that an automation needs and the caller lacks; who may write may propose too. */
export function missingScopesOf(
  type: string | undefined,
  actions: readonly Action[],
  held: readonly Scope[],
): Scope[] {
  const isHeld = (scope: string) => held.some((one) => one === scope)
  return neededScopes(type, actions).filter(
    (scope) =>
      !isHeld(scope) && !(scope.startsWith('propose:') && isHeld(scope.replace('propose:', 'write:'))),
  )
}

/** The needs of a stored automation, with its members that a change may leave as they are. */
export function readAutomationNeeds(
  db: ReadableDb,
  { id }: { readonly id: string },
): {
  readonly id: string
  readonly entity_type: string
  readonly actions: readonly Action[]
  readonly is_on: boolean
} {
  const { uuid, type, definition, isOn } = findAutomation(db, id)
  return { id: uuid, entity_type: type, actions: definition.actions, is_on: isOn }
}
