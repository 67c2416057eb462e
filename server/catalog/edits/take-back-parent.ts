import type { EntityType } from '#shared/entities.ts'
import type { Change } from '#shared/events.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { getEntity, updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

interface MovedEntity {
  readonly type: EntityType
  readonly uuid: string
  readonly changes: readonly Change[]
}

/** Detaches or moves back what a change moved below another parent, where that still is its parent; undefined where it moved nothing. */
export function takeBackParent(
  tx: WritableDb,
  { type, uuid, changes }: MovedEntity,
  context: WriteContext,
): 'moved' | 'kept' | undefined {
  const change = changes.find(({ attribute }) => attribute === 'parent_id')
  if (!change) return undefined
  try {
    const row = getEntity(tx, type, uuid)
    if (row.parent_uuid !== change.new) return 'kept'
    const write = { type, parent: oldParent(change), writes: [] }
    return updateFrom(tx, row, write, new Faults(), context) === row ? undefined : 'moved'
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return 'kept'
  }
}

function oldParent({ old }: Change): string | null {
  return typeof old === 'string' ? old : null
}
