import type { CustomChannel } from '#shared/custom-channels.ts'
import { type ChannelContext, getField } from './channel-layout.ts'
import type { ChannelProduct, Problem } from './channel-product.ts'

/** Gives each column for one picture the next that no column before it has; what is beyond the last one is told there. */
export function withSharedPictures(
  product: ChannelProduct,
  { fields }: CustomChannel,
  context: ChannelContext,
): ChannelProduct {
  const columns = fields.filter(({ kind }) => kind === 'picture')
  const last = columns.at(-1)
  if (!last) return product
  const values = new Map(product.values)
  const taken = new Set<string>()
  for (const { target } of columns) {
    const next = product.values.get(target)?.find((text) => !taken.has(text))
    if (next === undefined) values.delete(target)
    else {
      values.set(target, [next])
      taken.add(next)
    }
  }
  const listed = new Set<string>()
  for (const { target } of fields.filter(({ kind }) => kind === 'pictures')) {
    // What has a column of its own is not named twice.
    const others = (values.get(target) ?? []).filter((text) => !taken.has(text))
    for (const text of others) listed.add(text)
    if (others.length > 0) values.set(target, others)
    else values.delete(target)
  }
  const all = columns.flatMap(({ target }) => product.values.get(target) ?? [])
  const lost = [...new Set(all)].filter((text) => !taken.has(text) && !listed.has(text))
  if (lost.length === 0) return { ...product, values }
  const issue = `The channel takes ${columns.length} of these; the others are left out.`
  const problem: Problem = {
    field: getField(context, last.target),
    issue,
    value: lost.join(', '),
    isPart: true,
  }
  return { ...product, values, problems: [...product.problems, problem] }
}
