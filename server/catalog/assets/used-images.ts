/** Which images nothing uses, and which show nearly the same as one of another product. */
import { foldText } from '#shared/text.ts'
import { listPictureGroups } from './near-same.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { fileAttributes } from '../files/linked-files.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows, listKinships } from '../../store/tables/entities.ts'
import { listReleasedSince } from '../../store/tables/files.ts'
import { listReferrers } from '../../store/tables/references.ts'
import { findByComparable, listComparables, listHoldersOf } from '../../store/tables/values.ts'

const unusedMs = 30 * 24 * 60 * 60 * 1000

/** Images older than thirty days that nothing refers to and no cell shows, and that nothing did meanwhile. */
export function findUnused(db: ReadableDb, batch: readonly number[], now = Date.now()): number[] {
  const since = now - unusedMs
  const used = new Set(listReferrers(db, batch).map(([, target]) => target))
  const old = listEntityRows(
    db,
    batch.filter((id) => !used.has(id)),
  ).filter(({ created_at: at }) => at < since)
  const inCells = findShownByCells(
    db,
    old.map(({ id }) => id),
  )
  const unused = old.filter(({ id }) => !inCells.has(id))
  const released = listReleasedSince(db, since, new Set(unused.map(({ uuid }) => uuid)))
  return unused.filter(({ uuid }) => !released.has(uuid)).map(({ id }) => id)
}

function findShownByCells(db: ReadableDb, images: readonly number[]): ReadonlySet<number> {
  const picture = pictureAttribute(db)
  if (!picture) return new Set()
  const cells = fileAttributes(db).filter(({ attribute }) => attribute.id !== picture.id)
  const shown = listComparables(db, picture.id, images).filter(([, comparable]) =>
    cells.some(
      ({ attribute }) => findByComparable(db, attribute.id, foldText(String(comparable)), 1).length > 0,
    ),
  )
  return new Set(shown.map(([image]) => image))
}

/** Images that show the same or nearly the same picture as another one, but for two of one product. */
export function findNearlySame(db: ReadableDb): ReadonlySet<number> {
  const groups = listPictureGroups(db)
  const products = readProducts(db, groups.flat())
  const found = new Set<number>()
  for (const group of groups)
    for (const image of group) {
      const own = products.get(image) ?? ''
      if (group.some((other) => other !== image && (own === '' || products.get(other) !== own)))
        found.add(image)
    }
  return found
}

/** What uses images, as a text that is the same where the same products do; variants count as their product. */
function readProducts(db: ReadableDb, images: readonly number[]): ReadonlyMap<number, string> {
  const referrers = listReferrers(db, images)
  const parents = new Map(
    listKinships(
      db,
      referrers.map(([source]) => source),
    ).map(([id, parent]) => [id, parent]),
  )
  const users = Map.groupBy(referrers, ([, image]) => image)
  return new Map(
    [...users].map(([image, rows]) => {
      const ids = new Set(rows.map(([source]) => parents.get(source) ?? source))
      return [image, [...ids].toSorted((left, right) => left - right).join()] as const
    }),
  )
}

/** All images that have a file. */
export function listImagesWithFile(db: ReadableDb): number[] {
  const picture = pictureAttribute(db)
  return picture ? listHoldersOf(db, picture.id) : []
}
