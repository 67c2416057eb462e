/** The values that a job looks at: texts, and of pictures where their bytes are. */
import { attributesOf, type Attribute } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { isLinks, readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIds } from '../../store/plan/list-ids.ts'
import { holdsValue } from '../../store/quality/value-conditions.ts'
import { asClause } from './found-parts.ts'

/** What some entities show of an attribute as texts, by internal id; of references the pictures of the images. */
export function readTexts(
  db: ReadableDb,
  attribute: Attribute,
  ids: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const rows = readEffective(db, [getValuePlan(db, attribute)], ids)
  const images = [...rows.values()].flatMap(([value]) => (value !== undefined && isLinks(value) ? value : []))
  const pictures = images.length > 0 ? readPictures(db, [...new Set(images)]) : new Map<number, string[]>()
  return new Map(
    [...rows].map(([id, [value = null]]) => {
      if (value === null) return [id, []]
      if (isLinks(value)) return [id, value.flatMap((image) => pictures.get(image) ?? [])]
      return [id, [String(value)]]
    }),
  )
}

/** The files or addresses of image entities. */
function readPictures(db: ReadableDb, images: readonly number[]): ReadonlyMap<number, string[]> {
  const media = attributesOf(db, 'image').list.filter(({ traits }) => traits.media === 'image')
  const rows = readEffective(
    db,
    media.map((attribute) => getValuePlan(db, attribute)),
    images,
  )
  return new Map(
    [...rows].map(([id, values]) => [
      id,
      values.flatMap((value) => (typeof value === 'string' ? [value] : [])),
    ]),
  )
}

/** The values of an attribute as texts, of the first entities that have one. */
export function readSomeTexts(db: ReadableDb, attribute: Attribute, most: number): string[] {
  const condition = holdsValue(db, attribute)
  const window = { terms: [], limit: most, offset: 0, after: undefined, search: undefined }
  const { ids } = listIds(db, {
    type: attribute.entityType,
    clauses: [asClause(condition)],
    join: 'and',
    ...window,
  })
  return [...readTexts(db, attribute, ids).values()].flat()
}
