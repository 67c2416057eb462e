import type { WritableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf, removeClassRow } from '../../store/tables/attributes.ts'
import { listMadeAttributes, takeMade } from '../../store/tables/edits.ts'
import { removeRule } from '../../store/tables/quality.ts'
import { countReferences } from '../../store/tables/references.ts'
import { countValues } from '../../store/tables/values.ts'
import { removeViewRow } from '../../store/tables/views.ts'
import { deleteAttribute } from '../attributes/delete-attribute.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

/**
 * Removes the classes, views and rules that an edit has made, and those of its attributes that no entity has
 * a value of. Returns whether anything was removed.
 */
export function takeBackMade(tx: WritableDb, edit: string, context: WriteContext): boolean {
  const made = takeMade(tx, edit)
  if (!made) return false
  made.rules.forEach((id) => removeRule(tx, id))
  made.views.forEach((id) => removeViewRow(tx, id))
  made.classes.forEach((id) => removeClassRow(tx, id))
  for (const { key, type } of listMadeAttributes(tx, edit)) {
    const attribute = attributesOf(tx, type).byKey.get(key)
    if (attribute && !isHeld(tx, attribute)) dropUnlessNeeded(tx, attribute, context)
  }
  return true
}

function isHeld(tx: WritableDb, { id, traits }: Attribute): boolean {
  return traits.shape === 'scalar' ? countValues(tx, id) > 0 : countReferences(tx, id).size > 0
}

/** An attribute that a formula or another definition needs by now stays. */
function dropUnlessNeeded(tx: WritableDb, { key, entityType }: Attribute, context: WriteContext): void {
  try {
    tx.nested(() => deleteAttribute(tx, { key, type: entityType, faults: [], context }))
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
  }
}
