import type { EntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { listEditDefinitions } from '../../store/tables/edits.ts'
import { takeBackOptions } from '../attributes/merge-options.ts'
import type { WriteContext } from '../events/record-event.ts'

interface OptionsUndo {
  readonly type: EntityType
  readonly context: WriteContext
}

/** Brings back the options that an edit has merged, before the values that were among them; tells whether there were any. */
export function undoOptions(tx: WritableDb, edit: string, { type, context }: OptionsUndo): boolean {
  let isChanged = false
  for (const { key, changes } of listEditDefinitions(tx, edit)) {
    const attribute = attributesOf(tx, type).byKey.get(key)
    if (attribute && takeBackOptions(tx, attribute, changes, context)) isChanged = true
  }
  return isChanged
}
