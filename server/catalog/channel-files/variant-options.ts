import { message } from '#shared/messages/message.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { axisText, chooseAxes, isOptionLike } from '../variants/choose-axes.ts'
import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct, LeftOut, ProductGroup } from './channel-product.ts'

export interface VariantOption {
  readonly name: string
  readonly attribute: Attribute | undefined
  readonly values: ReadonlyMap<ChannelProduct, string>
}

const maxOptions = 3

/**
 * The options of a product with variants: its axes, by which all items are told apart. Without them the
 * labels of the items become one option named Title.
 */
export function variantOptions(
  { root, items, axes }: ProductGroup,
  { optionCandidates, sentBeside }: ChannelContext,
): VariantOption[] {
  const own = axes.map(({ attribute }) => attribute)
  const chosen = chooseAxes(items, { own, candidates: optionCandidates, most: maxOptions })
  if (!chosen) return [byLabel(root, items)]
  for (const { key } of chosen) sentBeside.add(key)
  return chosen.map((attribute) => ({
    name: attribute.name,
    attribute,
    values: new Map(items.map((item) => [item, axisText(item, attribute.key)])),
  }))
}

/** The name of the product before that of a variant says nothing that tells variants apart. */
function byLabel({ label: above }: ChannelProduct, items: readonly ChannelProduct[]): VariantOption {
  const prefix = `${above ?? ''} - `
  const labelOf = ({ label, id }: ChannelProduct) =>
    label?.startsWith(prefix) && label.length > prefix.length ? label.slice(prefix.length) : (label ?? id)
  const isDistinctive = new Set(items.map(labelOf)).size === items.length
  return {
    name: 'Title',
    attribute: undefined,
    values: new Map(items.map((item) => [item, isDistinctive ? labelOf(item) : item.id])),
  }
}

const lostIssue = message('listing.variant_option_missing')

export function lostOptions(
  items: readonly ChannelProduct[],
  options: readonly VariantOption[],
  { fields, optionCandidates }: ChannelContext,
  target: string,
): LeftOut[] {
  const chosen = new Set([...options, ...fields].map(({ attribute }) => attribute))
  const lost = optionCandidates.filter(
    (attribute) => isOptionLike(attribute) && !chosen.has(attribute) && differ(items, attribute),
  )
  return lost.flatMap(({ key }) =>
    items.flatMap((item) => {
      const value = axisText(item, key)
      if (value === '') return []
      const { id, label } = item
      return [{ id, label, target, attribute: key, issue: lostIssue, value, isProduct: false }]
    }),
  )
}

function differ(items: readonly ChannelProduct[], { key }: Attribute): boolean {
  return new Set(items.map((item) => axisText(item, key))).size > 1
}
