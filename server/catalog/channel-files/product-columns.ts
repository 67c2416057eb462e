import { filledBy } from '../channels/channels.ts'
import { type ChannelContext, getField } from './channel-layout.ts'
import type { ChannelProduct, LeftOut, ProductGroup } from './channel-product.ts'

export interface ProductColumns {
  readonly isOfProduct: (target: string) => boolean
  readonly joined: readonly string[]
  readonly differing: readonly string[]
}

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

/**
 * Values of variants that differ from their product or cannot be given to it, in columns that only
 * products have.
 */
export function lostOfVariants(
  group: ProductGroup,
  columns: ProductColumns,
  context: ChannelContext,
): LeftOut[] {
  if (!group.hasVariants) return []
  return group.items.flatMap((item) => [
    ...differences(item, group.root, columns, context),
    ...faults(item, group.root, columns),
  ])
}

const issue =
  'The shop has this once for a product and not for its variants; what differs in a variant is left out.'

function differences(
  item: ChannelProduct,
  root: ChannelProduct,
  { isOfProduct, joined, differing }: ProductColumns,
  context: ChannelContext,
): LeftOut[] {
  const isCompared = (target: string): boolean =>
    isOfProduct(target) && !joined.includes(target) && !differing.includes(target)
  return [...item.values.keys()].flatMap((target) => {
    const value = textOf(item, target)
    if (!isCompared(target) || value === textOf(root, target)) return []
    const attribute = filledBy(getField(context, target))
    return [{ id: item.id, label: item.label, target, attribute, issue, remedy, value, isProduct: false }]
  })
}

/**
 * Invalid values, such as pictures, that would have gone to the product; a fault that the product shares
 * is reported there.
 */
function faults(item: ChannelProduct, root: ChannelProduct, { isOfProduct }: ProductColumns): LeftOut[] {
  const reported = new Set(root.problems.map(({ field, value }) => `${field.target} ${value}`))
  return item.problems.flatMap(({ field, isPart: _isPart, ...fault }) =>
    isOfProduct(field.target) && !reported.has(`${field.target} ${fault.value}`)
      ? [
          {
            ...fault,
            id: item.id,
            label: item.label,
            target: field.target,
            attribute: filledBy(field),
            isProduct: false,
          },
        ]
      : [],
  )
}

const remedy = 'Give it to the product alone, or split the product.'

function textOf({ values }: ChannelProduct, target: string): string {
  return (values.get(target) ?? []).join(', ')
}
