import type { EntityType } from '#shared/entities.ts'
import { relabel } from '../../store/computed/attribute-values.ts'
import { attributesOf, clearPrimary } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'

/** Takes the flag from the attribute that has it, with its event: at most one attribute of a type is primary. */
export function yieldPrimary(tx: WritableDb, type: EntityType, context: WriteContext): void {
  const { primary } = attributesOf(tx, type)
  if (!primary) return
  clearPrimary(tx, type)
  const changes = [{ attribute: 'is_primary', old: true, new: false }]
  recordAttributeEvent(tx, 'attribute.updated', primary, changes, context)
}

/** Gives every entity of a type the label that its primary attribute says now. */
export function relabelEntities(tx: WritableDb, type: EntityType): void {
  relabel(tx, type, attributesOf(tx, type).primary)
}
