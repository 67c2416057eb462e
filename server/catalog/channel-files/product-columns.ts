import { type ChannelContext, getField } from './channel-layout.ts'
import type { ChannelProduct, LeftOut, ProductGroup } from './channel-product.ts'

/** Which columns of a shop belong to a product and not to its variants. */
export interface ProductColumns {
  readonly isOfProduct: (target: string) => boolean
  /** Lists in which the values of variants are joined to those of the product. */
  readonly joined: readonly string[]
  /** In these variants naturally differ, as in their names. */
  readonly differing: readonly string[]
}

/** A product with what only its variants have: where it has nothing in one of its columns the first of them fills it; lists are joined. */
export function withVariantValues(
  group: ProductGroup,
  { isOfProduct, joined }: ProductColumns,
): ProductGroup {
  const { root, items, hasVariants } = group
  if (!hasVariants) return group
  const values = new Map(root.values)
  for (const item of items)
    for (const [target, texts] of item.values)
      if (isOfProduct(target) && !values.has(target)) values.set(target, texts)
  for (const target of joined) {
    const texts = [root, ...items].flatMap((one) => (one.values.get(target) ?? []).join(', ').split(/,\s*/))
    const all = [...new Set(texts)].filter((text) => text !== '')
    if (all.length > 0) values.set(target, [all.join(', ')])
  }
  return { ...group, root: { ...root, values } }
}

const issue =
  'The shop has this once for a product and not for its variants; what differs in a variant is left out.'

/** What variants have otherwise than their product, in columns that only products have. */
export function lostOfVariants(
  { root, items, hasVariants }: ProductGroup,
  { isOfProduct, joined, differing }: ProductColumns,
  context: ChannelContext,
): LeftOut[] {
  if (!hasVariants) return []
  const isLost = (target: string, value: string): boolean =>
    isOfProduct(target) &&
    !joined.includes(target) &&
    !differing.includes(target) &&
    value !== textOf(root, target)
  return items.flatMap((item) =>
    [...item.values.keys()].flatMap((target) => {
      const value = textOf(item, target)
      if (!isLost(target, value)) return []
      const attribute = getField(context, target).attribute?.key ?? null
      const { id, label } = item
      return [{ id, label, target, attribute, issue, remedy, value, isProduct: false }]
    }),
  )
}

const remedy = 'Give it to the product alone, or split the product.'

function textOf({ values }: ChannelProduct, target: string): string {
  return (values.get(target) ?? []).join(', ')
}
