import type { Attribute } from '../../store/tables/attributes.ts'
import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct, LeftOut } from './channel-product.ts'
import { isOptionLike, type VariantOption } from './variant-options.ts'

const issue = 'The variants differ in this, but it is neither one of their options nor in another field.'

/** What variants differ in, as colour or size, and have nowhere in the file; `target` is where options stand. */
export function lostOptions(
  items: readonly ChannelProduct[],
  options: readonly VariantOption[],
  { fields, optionCandidates }: ChannelContext,
  target: string,
): LeftOut[] {
  const kept = new Set([...options, ...fields].map(({ attribute }) => attribute))
  const lost = optionCandidates.filter(
    (attribute) => isOptionLike(attribute) && !kept.has(attribute) && differ(items, attribute),
  )
  return lost.flatMap(({ key }) =>
    items.flatMap((item) => {
      const value = textOf(item, key)
      if (value === '') return []
      const { id, label } = item
      return [{ id, label, target, attribute: key, issue, value, isProduct: false }]
    }),
  )
}

function differ(items: readonly ChannelProduct[], { key }: Attribute): boolean {
  return new Set(items.map((item) => textOf(item, key))).size > 1
}

function textOf({ texts }: ChannelProduct, key: string): string {
  return (texts.get(key) ?? []).join(', ').trim()
}
