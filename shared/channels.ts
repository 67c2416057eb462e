/** The channels that ship with Vitrine; an attribute may belong to one of them. */
export const channelKeys = ['google_merchant', 'shopify', 'amazon', 'woocommerce'] as const
export type ChannelKey = (typeof channelKeys)[number]

/** How much a channel wants a field; the order is that of strictness. */
export const requirements = ['required', 'recommended', 'optional'] as const
export type Requirement = (typeof requirements)[number]

/** The file a channel takes. */
export const channelFormats = ['xml', 'csv', 'tsv'] as const
export type ChannelFormat = (typeof channelFormats)[number]

/** The files that each channel takes; the first one is what it is given where none is asked for. */
export const channelFileFormats = {
  google_merchant: ['xml', 'tsv'],
  shopify: ['csv'],
  amazon: ['tsv'],
  woocommerce: ['csv'],
} as const satisfies Readonly<Record<ChannelKey, readonly [ChannelFormat, ...ChannelFormat[]]>>

/** What may be wrong with a value that a channel gets. */
export const channelIssues = ['too_long', 'not_an_acceptable_value'] as const
export type ChannelIssue = (typeof channelIssues)[number]

export type {
  Channel,
  ChannelCompleteness,
  ChannelField,
  ChannelMapping,
  ChannelSummary,
  Completeness,
} from './schemas/channels.ts'
