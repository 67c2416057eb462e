import type { ChannelFormat, ChannelKey, channelTraits } from '#shared/channels.ts'
import { amazonTsv } from './amazon-layout.ts'
import { amazonJson } from './amazon-listings.ts'
import type { ChannelLayout } from './channel-layout.ts'
import { googleTsv, googleXml } from './google-layouts.ts'
import { shopifyCsv } from './shopify-layout.ts'
import { woocommerceCsv } from './woocommerce-layout.ts'

/** A layout for every format that a channel takes, and for no other. */
type Layouts = {
  readonly [Key in ChannelKey]: Readonly<
    Record<(typeof channelTraits)[Key]['formats'][number], ChannelLayout>
  >
}

const layouts: Layouts = {
  google_merchant: { xml: googleXml, tsv: googleTsv },
  shopify: { csv: shopifyCsv },
  amazon: { tsv: amazonTsv, json: amazonJson },
  woocommerce: { csv: woocommerceCsv },
}

/** How the file of a channel is written; undefined where it takes none of the format. */
export function channelLayout(channel: ChannelKey, format: ChannelFormat): ChannelLayout | undefined {
  const formats: Partial<Record<ChannelFormat, ChannelLayout>> = layouts[channel]
  return formats[format]
}
