import { foldText } from '#shared/text.ts'
import { listPictureGroups } from './near-same.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { fileAttributes } from '../files/linked-files.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows, listKinships } from '../../store/tables/entities.ts'
import { listReleasedSince } from '../../store/tables/files.ts'
import { listReferrers } from '../../store/tables/references.ts'
import { findByComparable, listComparables, listHoldersOf } from '../../store/tables/values.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { readImageFacts, resolveFile } from './image-facts.ts'

/** Which images nothing uses, and which show nearly the same as one of another product. */

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

/** The products that use images, as a text to compare; variants count as their product. */
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

/** One picture that a product shows: the image, if it is one, and its file. */
interface ProductPicture {
  readonly image: number | undefined
  readonly file: string
}

/** The pictures that some products show, by attribute, with what they inherit. */
export class ProductPictures {
  readonly #ids: readonly number[]
  readonly #attributes: readonly Attribute[]
  readonly #shown: ReadonlyMap<number, readonly (readonly ProductPicture[])[]>

  constructor(db: ReadableDb, attributes: readonly Attribute[], ids: readonly number[]) {
    this.#ids = ids
    this.#attributes = attributes
    const plans = attributes.map((attribute) => getValuePlan(db, attribute))
    const rows = readEffective(db, plans, ids)
    const images = [...rows.values()].flatMap((row) => row.flatMap((value) => (isLinks(value) ? value : [])))
    const files = new Map(
      readImageFacts(db, [...new Set(images)]).map(({ id, hash, place }) => [id, hash ?? place]),
    )
    this.#shown = new Map(
      [...rows].map(([id, row]) => [id, row.map((value) => shownBy(db, value, files))] as const),
    )
  }

  /** Products that show a file by an attribute which they show before as another image, or in the same list. */
  showingTwice(attribute: number): number[] {
    const at = this.#attributes.findIndex(({ id }) => id === attribute)
    return this.#ids.filter((id) => {
      const lists = this.#shown.get(id) ?? []
      const before = lists.slice(0, at).flat()
      const seen: ProductPicture[] = []
      return (lists[at] ?? []).some((one) => {
        const isThere =
          seen.some(({ file }) => file === one.file) ||
          before.some(({ file, image }) => file === one.file && image !== one.image)
        seen.push(one)
        return isThere
      })
    })
  }

  /** Products that show one picture in all, by the attribute that shows it. */
  showingOne(attribute: number): number[] {
    const at = this.#attributes.findIndex(({ id }) => id === attribute)
    return this.#ids.filter((id) => {
      const lists = this.#shown.get(id) ?? []
      const isOne = new Set(lists.flat().map(({ file }) => file)).size === 1
      return isOne && lists.findIndex((shown) => shown.length > 0) === at
    })
  }
}

function shownBy(
  db: ReadableDb,
  value: EffectiveValue | undefined,
  files: ReadonlyMap<number, string | undefined>,
): ProductPicture[] {
  if (value === undefined || value === null) return []
  if (isLinks(value)) return value.map((image) => ({ image, file: files.get(image) ?? `image ${image}` }))
  const place = String(value)
  return [{ image: undefined, file: resolveFile(db, place).hash ?? place }]
}
