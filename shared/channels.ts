import type { ChannelSummary } from './schemas/channels.ts'
import { keysOf } from './text.ts'

export const channelFormats = ['xml', 'csv', 'tsv', 'json'] as const
export type ChannelFormat = (typeof channelFormats)[number]

interface ChannelTraits {
  readonly name: string
  /** The formats of the channel; the first one is the default. */
  readonly formats: readonly [ChannelFormat, ...ChannelFormat[]]
}

/**
 * The only table of the channels that ship with Vitrine; an attribute may belong to one of them. The owner
 * makes others (own-channels.ts). A new row or format here does not compile before the server has its
 * template (`server/catalog/channels`) and its layout (`server/catalog/channel-files`).
 */
export const channelTraits = {
  google_merchant: { name: 'Google Merchant Center', formats: ['xml', 'tsv'] },
  shopify: { name: 'Shopify', formats: ['csv'] },
  amazon: { name: 'Amazon', formats: ['tsv', 'json'] },
  woocommerce: { name: 'WooCommerce', formats: ['csv'] },
} as const satisfies Record<string, ChannelTraits>

export type ChannelKey = keyof typeof channelTraits
export const channelKeys = keysOf(channelTraits)

export function builtInChannel(key: string): ChannelKey | undefined {
  return channelKeys.find((known) => known === key)
}

/** Returns the formats of a channel, the default first; a custom channel has only its `format`. */
export function channelFormatsOf({
  key,
  format,
}: ChannelSummary): readonly [ChannelFormat, ...ChannelFormat[]] {
  const builtIn = builtInChannel(key)
  return builtIn === undefined ? [format] : channelTraits[builtIn].formats
}

export const requirementLevels = ['required', 'recommended', 'optional'] as const
export type Requirement = (typeof requirementLevels)[number]

/** The attributes that may say whether a product is public. */
export const statusKeys: readonly string[] = ['product_status', 'status']

/** The words for a hidden product in the languages of shops' files. */
export const hiddenStatuses: ReadonlySet<string> = new Set(
  'draft archived entwurf archiviert brouillon archivé borrador archivado bozza archiviato concept gearchiveerd rascunho arquivado szkic'.split(
    ' ',
  ),
)

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
  CompletenessHistory,
  FeatureFlags,
  LearnedFields,
} from './schemas/channels.ts'
