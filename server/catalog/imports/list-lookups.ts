import type { IndexName } from '../../store/database/writer-requests.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { isIndexMissing } from '../../store/tables/indexes.ts'
import type { ImportState } from './import-state.ts'
import { pictureAttribute } from './named-pictures.ts'

/** The indexes that are missing of the attributes by whose values an import finds what its rows name. */
export function missingLookups(
  db: ReadableDb,
  type: EntityType,
  {
    columns,
    merge_key: mergeKey,
    other_keys: others,
  }: Pick<ImportState, 'columns' | 'merge_key' | 'other_keys'>,
): IndexName[] {
  const keys = [mergeKey, others?.sku]
  const found = columns.map(({ key, rule }) => {
    if (keys.includes(key)) return findBy(db, type, key)
    if (key === 'parent_id') return findBy(db, type, rule?.by ?? mergeKey)
    const target = attributesOf(db, type).byKey.get(key)?.extras.reference?.type
    return target && findTarget(db, target, rule?.by)
  })
  const names = new Set(found.flatMap((attribute) => (attribute ? [`value_${attribute.id}` as const] : [])))
  return [...names].filter((name) => isIndexMissing(db, name))
}

/** Images are found by their addresses too. */
function findTarget(db: ReadableDb, target: EntityType, by: string | undefined): Attribute | undefined {
  const picture = target === 'image' && by === undefined ? pictureAttribute(db) : undefined
  return picture ?? findBy(db, target, by)
}

/** The attribute by which entities of a type are found; none where ids are given. */
function findBy(db: ReadableDb, type: EntityType, by: string | undefined): Attribute | undefined {
  const { byKey, primary } = attributesOf(db, type)
  const attribute = by === undefined ? primary : byKey.get(by)
  return attribute?.traits.shape === 'scalar' ? attribute : undefined
}
