import { toAttributeKey } from '#shared/attribute-key.ts'
import { type ChannelContext, take } from './channel-layout.ts'
import { type ChannelProduct, valueOf } from './channel-product.ts'

const target = 'URL handle'

/**
 * By the handle Shopify finds a product again, so it stays when the title changes: as mapped, else the one that an earlier file had,
 * else made from the title, which no other product of an earlier file has.
 */
export function takeHandle(root: ChannelProduct, context: ChannelContext): string {
  const mapped = valueOf(root, target)
  if (mapped !== '') return takeNumbered(toHandle(mapped) || root.id, context)
  const known = context.kept.get(root.id)
  if (known !== undefined) return takeNumbered(known, context)
  const base = toHandle(toAttributeKey(valueOf(root, 'Title'))) || root.id
  const handle = takeNumbered(base, context, context.keptNames)
  context.newNames.set(root.id, handle)
  return handle
}

/** The handle, with a number behind it where another product has it. */
function takeNumbered(base: string, context: ChannelContext, others?: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const handle = count === 1 ? base : `${base}-${count}`
    if (others?.has(handle) !== true && take(context, target, handle)) return handle
  }
}

function toHandle(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}
