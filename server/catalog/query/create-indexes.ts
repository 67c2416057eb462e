import { attributesOf, ensureValueIndex } from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { entityTypes } from '#shared/entities.ts'

/** Gives value tables the index that queries wished for; ids of attributes that are gone are passed over. */
export function createIndexes(
  tx: WritableDb,
  { attributeIds }: { readonly attributeIds: readonly number[] },
): void {
  for (const id of attributeIds) {
    if (entityTypes.some((type) => attributesOf(tx, type).byId.has(id))) ensureValueIndex(tx, id)
  }
}
