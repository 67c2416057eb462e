import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct, Problem, ProductGroup } from './channel-product.ts'
import { message } from '#shared/messages/message.ts'

const issue = message('listing.category_unknown')
const remedy = message('listing.choose_category')

export function withKnownCategories(group: ProductGroup, context: ChannelContext): ProductGroup {
  const { knownCategories, categoryFields } = context
  if (!knownCategories) return group
  const settle = (product: ChannelProduct): ChannelProduct => {
    const unknown = categoryFields.filter(({ target }) =>
      product.values.get(target)?.some((text) => !knownCategories.has(text)),
    )
    if (unknown.length === 0) return product
    const values = new Map(product.values)
    for (const { target } of unknown) values.delete(target)
    const problems = unknown.map((field): Problem => {
      const value = (product.values.get(field.target) ?? []).join(', ')
      return { field, issue, remedy, value, isPart: false }
    })
    return { ...product, values, problems: [...product.problems, ...problems] }
  }
  return { ...group, root: settle(group.root), items: group.items.map(settle) }
}
