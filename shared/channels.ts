import type { ChannelSummary } from './schemas/channels.ts'
import { keysOf } from './text.ts'

export const channelFormats = ['xml', 'csv', 'tsv', 'json'] as const
export type ChannelFormat = (typeof channelFormats)[number]

interface ChannelTraits {
  readonly name: string
  /** The files that the channel takes; the first one is what it is given where none is asked for. */
  readonly formats: readonly [ChannelFormat, ...ChannelFormat[]]
}

/**
 * The one table of the channels that ship with Vitrine; an attribute may belong to one of them. Others the owner makes (own-channels.ts). A new row or format here does not
 * compile before the server has its template (`server/catalog/channels`) and its layout (`server/catalog/channel-files`).
 */
export const channelTraits = {
  google_merchant: { name: 'Google Merchant Center', formats: ['xml', 'tsv'] },
  shopify: { name: 'Shopify', formats: ['csv'] },
  amazon: { name: 'Amazon', formats: ['tsv', 'json'] },
  woocommerce: { name: 'WooCommerce', formats: ['csv'] },
} as const satisfies Record<string, ChannelTraits>

export type ChannelKey = keyof typeof channelTraits
export const channelKeys = keysOf(channelTraits)

export function givenChannel(key: string): ChannelKey | undefined {
  return channelKeys.find((known) => known === key)
}

/** The files that a channel takes, the usual one first; `format` is the only one of a channel that the owner made. */
export function channelFormatsOf({
  key,
  format,
}: ChannelSummary): readonly [ChannelFormat, ...ChannelFormat[]] {
  const given = givenChannel(key)
  return given === undefined ? [format] : channelTraits[given].formats
}

/** How much a channel wants a field; the order is that of strictness. */
export const requirements = ['required', 'recommended', 'optional'] as const
export type Requirement = (typeof requirements)[number]

export const channelIssues = ['too_long', 'not_an_acceptable_value'] as const
export type ChannelIssue = (typeof channelIssues)[number]

export type {
  Channel,
  ChannelCompleteness,
  ChannelField,
  ChannelSettings,
  ChannelSetup,
  ChannelSummary,
  Completeness,
} from './schemas/channels.ts'
