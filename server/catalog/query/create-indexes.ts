import { attributesOf, ensureValueIndex } from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { entityTypes } from '#shared/entities.ts'

/** Gives value tables the index that queries wished for; ids of no value table are passed over. */
export function createIndexes(
  tx: WritableDb,
  { attributeIds }: { readonly attributeIds: readonly number[] },
): void {
  const attributes = entityTypes.flatMap((type) => attributesOf(tx, type).list)
  for (const { id, traits } of attributes) {
    if (traits.shape === 'scalar' && attributeIds.includes(id)) ensureValueIndex(tx, id)
  }
}
