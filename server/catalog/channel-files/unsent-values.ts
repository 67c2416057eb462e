import type { NotSent } from '#shared/exports.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { filledBy, type MappedField } from '../channels/channels.ts'
import type { ChannelContext } from './channel-layout.ts'
import type { ProductGroup } from './channel-product.ts'

/** The attributes whose values reach a field, by a formula too. */
function keysOf(db: ReadableDb, field: MappedField): readonly string[] {
  const { attribute, formula } = field
  if (formula === undefined || !attribute) return [filledBy(field) ?? []].flat()
  const { base } = getValuePlan(db, attribute)
  return base.kind === 'formula' ? base.formula.keys : []
}

/** Counts the values that stand nowhere in the file of a channel, so that nobody has to find out in the shop. */
export class UnsentValues {
  readonly #context: ChannelContext
  readonly #products = new Map<string, number>()

  constructor(context: ChannelContext) {
    this.#context = context
  }

  /** Notes a group that stands in the file. What the root alone has counts once. */
  note({ root, items }: ProductGroup): void {
    const members = new Set(items.flatMap(({ texts }) => [...texts.keys()]))
    for (const item of items) for (const key of item.texts.keys()) this.#count(key)
    for (const key of root.texts.keys()) if (!members.has(key)) this.#count(key)
  }

  /** The attributes that no field of the channel takes, and no option of variants. */
  list(db: ReadableDb): NotSent[] {
    const { fields, sentBeside } = this.#context
    const sent = new Set([...fields.flatMap((field) => keysOf(db, field)), ...sentBeside])
    return attributesOf(db, 'product').list.flatMap(({ key, name }) => {
      const products = this.#products.get(key) ?? 0
      return products === 0 || sent.has(key) ? [] : [{ attribute: key, name, products }]
    })
  }

  #count(key: string): void {
    this.#products.set(key, (this.#products.get(key) ?? 0) + 1)
  }
}
