import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type IndexRequests, ensureValueIndex, ensureFixedIndex } from '../../store/tables/indexes.ts'
import { entityTypes } from '#shared/entities.ts'

/** Makes the indexes that queries wished for; ids of no value table are passed over. */
export function createIndexes(
  tx: WritableDb,
  { attributeIds, fixedIndexes }: Pick<IndexRequests, 'attributeIds' | 'fixedIndexes'>,
): void {
  for (const index of fixedIndexes) ensureFixedIndex(tx, index)
  const attributes = entityTypes.flatMap((type) => attributesOf(tx, type).list)
  for (const { id, traits } of attributes) {
    if (traits.shape === 'scalar' && attributeIds.includes(id)) ensureValueIndex(tx, id)
  }
}
