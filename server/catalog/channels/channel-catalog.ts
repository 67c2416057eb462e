import type { ChannelKey } from '#shared/channels.ts'
import { amazon } from './templates/amazon.ts'
import { googleMerchant } from './templates/google-merchant.ts'
import { shopify } from './templates/shopify.ts'
import type { ChannelTemplate } from './templates/template.ts'
import { woocommerce } from './templates/woocommerce.ts'

/** The channels that ship with Vitrine, with everything they ask for. */
export const channelCatalog: Readonly<Record<ChannelKey, ChannelTemplate>> = {
  google_merchant: googleMerchant,
  shopify,
  amazon,
  woocommerce,
}
