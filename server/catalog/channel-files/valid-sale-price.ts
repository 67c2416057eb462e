import { type ChannelContext, getField } from './channel-layout.ts'
import { type ChannelProduct, valueOf } from './channel-product.ts'
import { message } from '#shared/messages/message.ts'

/** A sale that is none is told, and the regular price stands. */
export function withValidSalePrice(
  product: ChannelProduct,
  context: ChannelContext,
  target: string,
  regularTarget: string,
): ChannelProduct {
  const value = valueOf(product, target)
  const regular = product.values.get(regularTarget)?.[0]
  if (value === '' || (regular !== undefined && Number.parseFloat(value) < Number.parseFloat(regular)))
    return product
  const values = new Map(product.values)
  values.delete(target)
  const issue = message('listing.sale_price_above_regular')
  const remedy = message('listing.lower_sale_price')
  const problem = { field: getField(context, target), issue, remedy, value, isPart: true }
  return { ...product, values, problems: [...product.problems, problem] }
}
