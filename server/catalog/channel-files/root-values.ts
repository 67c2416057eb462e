import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct, ProductGroup } from './channel-product.ts'

/** Gives variants what their product has and they have not, all but what a variant has of its own; of prices all or none. */
export function withRootValues(group: ProductGroup, context: ChannelContext): ProductGroup {
  if (!group.hasVariants) return group
  return { ...group, items: group.items.map((item) => fill(item, group.root, context)) }
}

function fill(item: ChannelProduct, root: ChannelProduct, { channel }: ChannelContext): ChannelProduct {
  const { isOwn, prices } = channel.template
  // A value that the channel cannot take is told, and not covered by another.
  const told = new Set(item.problems.map(({ field }) => field.target))
  const hasPrice = prices.some((target) => item.values.has(target) || told.has(target))
  const isTaken = (target: string): boolean =>
    !item.values.has(target) && !told.has(target) && !isOwn(target) && !(hasPrice && prices.includes(target))
  const taken = [...root.values].filter(([target]) => isTaken(target))
  return taken.length === 0 ? item : { ...item, values: new Map([...item.values, ...taken]) }
}
