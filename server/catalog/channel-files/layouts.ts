import { type ChannelFormat, type ChannelKey, type channelTraits, givenChannel } from '#shared/channels.ts'
import type { WorkspaceChannel } from '../channels/channels.ts'
import { amazonTsv } from './amazon-layout.ts'
import { amazonJson } from './amazon-listings.ts'
import type { ChannelLayout } from './channel-layout.ts'
import { googleTsv, googleXml } from './google-layouts.ts'
import { customLayout } from './custom-layout.ts'
import { shopifyCsv } from './shopify-layout.ts'
import { woocommerceCsv } from './woocommerce-layout.ts'

/** A layout for every format that a channel of Vitrine's takes, and for no other. */
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
export function channelLayout(
  { template: { key }, own }: Pick<WorkspaceChannel, 'template' | 'own'>,
  format: ChannelFormat,
): ChannelLayout | undefined {
  if (own) return customLayout(own)
  const given = givenChannel(key)
  const formats: Partial<Record<ChannelFormat, ChannelLayout>> = given === undefined ? {} : layouts[given]
  return formats[format]
}
