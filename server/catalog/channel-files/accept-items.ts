import { type ChannelContext, fieldOf, take } from './channel-layout.ts'
import { type ChannelProduct, type LeftOut, valueOf } from './channel-product.ts'
import { judge } from './judge.ts'

export interface Accepted {
  readonly items: readonly ChannelProduct[]
  readonly leftOut: readonly LeftOut[]
}

const twice = 'Another product has the same value, which tells products apart at the channel.'

/** Keeps the items that the channel takes. `id` is the field that must be there once only; `isAsked` says which fields count. */
export function acceptItems(
  items: readonly ChannelProduct[],
  context: ChannelContext,
  id: string,
  isAsked: (target: string) => boolean = () => true,
): Accepted {
  const accepted: ChannelProduct[] = []
  const leftOut: LeftOut[] = []
  for (const item of items) {
    const found = judge(item, context, isAsked)
    const value = valueOf(item, id)
    if (found.some(({ isProduct }) => isProduct)) leftOut.push(...found.filter(({ isProduct }) => isProduct))
    else if (value !== '' && !take(context, id, value)) leftOut.push(duplicate(item, context, id, value))
    else {
      accepted.push(item)
      leftOut.push(...found)
    }
  }
  return { items: accepted, leftOut }
}

function duplicate(item: ChannelProduct, context: ChannelContext, target: string, value: string): LeftOut {
  const attribute = fieldOf(context, target).attribute?.key ?? null
  return { id: item.id, label: item.label, target, attribute, issue: twice, value, isProduct: true }
}
