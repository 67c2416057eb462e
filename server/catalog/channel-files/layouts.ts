import type { ChannelKey } from '#shared/channels.ts'
import { amazonTsv } from './amazon-layout.ts'
import type { ChannelLayout } from './channel-layout.ts'
import { googleTsv, googleXml } from './google-layouts.ts'
import { shopifyCsv } from './shopify-layout.ts'
import { woocommerceCsv } from './woocommerce-layout.ts'

/** The files that each channel takes, by format; the first one is what it is given where none is asked for. */
export const channelLayouts: Readonly<Record<ChannelKey, readonly ChannelLayout[]>> = {
  google_merchant: [googleXml, googleTsv],
  shopify: [shopifyCsv],
  amazon: [amazonTsv],
  woocommerce: [woocommerceCsv],
}
