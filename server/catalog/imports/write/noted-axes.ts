import type { Axis } from '#shared/axes.ts'
import type { WritableDb } from '../../../store/database/database.ts'
import { findIdentity } from '../../../store/tables/entities.ts'
import type { WriteContext } from '../../events/record-event.ts'
import { listAxesInWords, storeAxes, toStoredAxes } from '../../variants/axes.ts'

type Options = readonly (readonly [key: string, value: string])[]

/**
 * The options of the variants in a batch, by their products: names in the order of the shop, values in the
 * order of the rows. They become the axes of the products once the batch is written. [AXES-03]
 */
export class NotedAxes {
  readonly #products = new Map<string, Map<string, Set<string>>>()
  readonly #created = new Set<string>()

  noteCreated(product: string): void {
    this.#created.add(product)
  }

  note(product: string, options: Options): void {
    const axes = this.#products.get(product) ?? new Map<string, Set<string>>()
    this.#products.set(product, axes)
    for (const [key, value] of options) axes.set(key, (axes.get(key) ?? new Set()).add(value))
  }

  store(tx: WritableDb, context: WriteContext): void {
    for (const [uuid, noted] of this.#products) {
      const product = findIdentity(tx, uuid)
      if (product?.type !== 'product') continue
      const before = listAxesInWords(tx, [product.id]).get(product.id) ?? []
      const axes = [...noted].map(([attribute, values]) => ({ attribute, values: [...values] }))
      if (isPartOf(axes, before)) continue
      storeAxes(tx, product, toStoredAxes(tx, joined(axes, before)), context, this.#created.has(uuid))
    }
  }
}

/** A later batch or a file with some of the variants keeps the order of the values that are there. */
function isPartOf(axes: readonly Axis[], before: readonly Axis[]): boolean {
  if (axes.length !== before.length) return false
  return axes.every(({ attribute, values }, index) => {
    const { attribute: key, values: known = [] } = before[index] ?? {}
    const places = values.map((value) => known.indexOf(value))
    return key === attribute && places.every((place, at) => place >= 0 && place >= (places[at - 1] ?? 0))
  })
}

function joined(axes: readonly Axis[], before: readonly Axis[]): Axis[] {
  return axes.map(({ attribute, values }) => {
    const known = before.find((axis) => axis.attribute === attribute)?.values ?? []
    return { attribute, values: [...new Set([...values, ...known])] }
  })
}
