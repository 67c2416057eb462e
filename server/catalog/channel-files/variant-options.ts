import type { DataTypeTraits } from '#shared/attributes.ts'
import { message } from '#shared/messages/message.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct, LeftOut, ProductGroup } from './channel-product.ts'

export interface VariantOption {
  readonly name: string
  readonly attribute: Attribute | undefined
  readonly values: ReadonlyMap<ChannelProduct, string>
}

const maxOptions = 3
const maxLength = 100
const optionLike = /colou?r|size|material|style|pattern|finish|flavou?r|scent|length|width|volume|capacity/

/**
 * Finds up to three attributes that every item has and that together tell all items apart. Without such
 * attributes the labels of the items become one option named Title.
 */
export function variantOptions(
  { items }: ProductGroup,
  { optionCandidates, sentBeside }: ChannelContext,
): VariantOption[] {
  const options: VariantOption[] = []
  for (const attribute of [...optionCandidates].sort((a, b) => rank(a) - rank(b))) {
    const { name, key } = attribute
    const values = new Map(items.map((item) => [item, (item.texts.get(key) ?? []).join(', ').trim()]))
    const texts = [...values.values()]
    const isDistinctive =
      new Set(texts).size > 1 && texts.every((text) => text !== '' && text.length <= maxLength)
    if (isDistinctive && isFurther(options, values, items)) options.push({ name, attribute, values })
    if (options.length === maxOptions || countKinds(options, items) === items.length) break
  }
  if (countKinds(options, items) < items.length) return [byLabel(items)]
  for (const { attribute } of options) if (attribute) sentBeside.add(attribute.key)
  return options
}

export function optionCandidates(attributes: readonly Attribute[], taken: ReadonlySet<string>): Attribute[] {
  return attributes.filter(
    ({ key, traits, isPrimary }) => !isPrimary && !taken.has(key) && distinguishes(traits),
  )
}

function distinguishes({ layout, options, family, shape, bounds }: DataTypeTraits): boolean {
  const isQuantity = family === 'number' && shape === 'scalar' && Object.keys(bounds).length === 0
  return layout === 'line' || options === 'required' || isQuantity
}

export function isOptionLike({ key }: Attribute): boolean {
  return optionLike.test(key)
}

function rank(attribute: Attribute): number {
  const { options, hasTokens } = attribute.traits
  return (isOptionLike(attribute) ? 0 : 2) + (options === 'required' && !hasTokens ? 0 : 1)
}

function isFurther(
  options: readonly VariantOption[],
  values: ReadonlyMap<ChannelProduct, string>,
  items: readonly ChannelProduct[],
): boolean {
  return countKinds([...options, { values }], items) > countKinds(options, items)
}

function countKinds(
  options: readonly Pick<VariantOption, 'values'>[],
  items: readonly ChannelProduct[],
): number {
  const kinds = items.map((item) => JSON.stringify(options.map(({ values }) => values.get(item))))
  return options.length === 0 ? 0 : new Set(kinds).size
}

function byLabel(items: readonly ChannelProduct[]): VariantOption {
  const labelOf = ({ label, id }: ChannelProduct) => label ?? id
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
      const value = textOf(item, key)
      if (value === '') return []
      const { id, label } = item
      return [{ id, label, target, attribute: key, issue: lostIssue, value, isProduct: false }]
    }),
  )
}

function differ(items: readonly ChannelProduct[], { key }: Attribute): boolean {
  return new Set(items.map((item) => textOf(item, key))).size > 1
}

function textOf({ texts }: ChannelProduct, key: string): string {
  return (texts.get(key) ?? []).join(', ').trim()
}
