import { type ChannelKey, channelKeys } from '#shared/channels.ts'
import { amazon } from './templates/amazon.ts'
import { googleMerchant } from './templates/google-merchant.ts'
import { shopify } from './templates/shopify.ts'
import type { ChannelTemplate, ValueKind } from './templates/template.ts'
import { woocommerce } from './templates/woocommerce.ts'

/** The channels that can be enabled, with everything they ask for. */
export const channelCatalog: Readonly<Record<ChannelKey, ChannelTemplate>> = {
  google_merchant: googleMerchant,
  shopify,
  amazon,
  woocommerce,
}

/** What the field of a channel wants beyond its length and words. */
export function valueKindOf(channel: ChannelKey, target: string): ValueKind {
  return channelCatalog[channel].kinds[target] ?? 'text'
}

/** The key, where the text is one of the catalog's. */
export function parseChannelKey(text: string): ChannelKey | undefined {
  return channelKeys.find((key) => key === text)
}
