import { getValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { readImageFacts, resolveFile } from './image-facts.ts'

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
