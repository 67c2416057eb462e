import { hiddenStatuses, statusKeys } from '#shared/channels.ts'
import { message } from '#shared/messages/message.ts'
import { names } from '../channels/templates/attribute-names.ts'
import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct, LeftOut, ProductGroup } from './channel-product.ts'

interface SoldProducts {
  /** Undefined where none of them is to be seen. */
  readonly group: ProductGroup | undefined
  readonly leftOut: readonly LeftOut[]
}

/**
 * A group without its drafts and what is archived, which go nowhere but to a channel that takes their status
 * or learned it from its own file. [SHOP-03]
 */
export function withoutDrafts(group: ProductGroup, context: ChannelContext): SoldProducts {
  const { channel, fields } = context
  const isSent = (key: string) => fields.some(({ attribute }) => attribute?.key === key)
  const keys = channel.settings.learned ? [] : statusKeys.filter((key) => !isSent(key))
  const draftKey = (product: ChannelProduct) => keys.find((key) => isUnseen(product, key))
  const ofRoot = draftKey(group.root)
  if (ofRoot !== undefined)
    return { group: undefined, leftOut: [draft(group.root, ofRoot, group.items.length)] }
  const leftOut = group.items.flatMap((item) => {
    const key = draftKey(item)
    return key === undefined ? [] : [draft(item, key, 1)]
  })
  if (leftOut.length === 0) return { group, leftOut }
  const items = group.items.filter((item) => draftKey(item) === undefined)
  return { group: items.length === 0 ? undefined : { ...group, items }, leftOut }
}

function isUnseen({ texts }: ChannelProduct, key: string): boolean {
  return (texts.get(key) ?? []).some((text) => hiddenStatuses.has(text.trim().toLowerCase()))
}

function draft({ id, label, texts }: ChannelProduct, attribute: string, items: number): LeftOut {
  const value = (texts.get(attribute) ?? []).join(', ')
  const remedy = message('listing.publish_draft')
  return {
    id,
    label,
    target: attribute,
    attribute,
    issue: message('listing.is_draft'),
    remedy,
    value,
    isProduct: true,
    items,
  }
}

/** A product with variants and without a SKU of its own is known by its handle. [SHOP-02] */
export function withHandleAsSku(group: ProductGroup, context: ChannelContext, target: string): ProductGroup {
  const { root, items, hasVariants } = group
  if (!hasVariants || root.values.has(target)) return group
  const handle = names.handle.flatMap((key) => root.texts.get(key) ?? []).find((text) => text !== '')
  if (handle === undefined || items.some((item) => item.values.get(target)?.includes(handle))) return group
  const { maxLength = Infinity } = context.fields.find((field) => field.target === target) ?? {}
  const values = new Map([...root.values, [target, [handle.slice(0, maxLength)]] as const])
  return { ...group, root: { ...root, values } }
}

/** The key of what a product cost before, as Shopify names it. */
export const priceBefore = 'compare_at_price'

interface PriceFields {
  readonly regular: string
  readonly sale: string
}

/** A price below that of before is a sale: the channel has both, the other way round. [SHOP-02] */
export function withPriceBefore(product: ChannelProduct, { regular, sale }: PriceFields): ChannelProduct {
  const { values, texts } = product
  const [price] = values.get(regular) ?? []
  const before = Number(texts.get(priceBefore)?.[0])
  if (price === undefined || values.has(sale) || !(before > Number.parseFloat(price))) return product
  const beforeText = price.replace(/^[\d.]+/, before.toFixed(2))
  return { ...product, values: new Map([...values, [regular, [beforeText]], [sale, [price]]]) }
}
