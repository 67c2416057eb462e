import { ShoppingBag } from 'lucide-react'
import { channelPreviewKey, channelsKey, completenessKey } from '../api/channels-queries.ts'
import { changedBy, settleMs, type Feature } from '../state/feature.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    channels: ChannelsParams
  }
}

export const channelTabs = ['products', 'fields', 'categories', 'files', 'settings'] as const
export type ChannelTab = (typeof channelTabs)[number]

export interface ChannelsParams {
  /** The channel whose page is shown; without one the list of channels. */
  readonly channel?: string
  readonly tab?: ChannelTab
  /** The id of what is missing (`ToFix`); without one everything that is to fix. */
  readonly missing?: string
}

export function readChannelsParams(params: URLSearchParams): ChannelsParams {
  const channel = params.get('channel')
  if (channel === null) return {}
  const tab = channelTabs.find((known) => known === params.get('tab'))
  const missing = params.get('missing')
  return { channel, ...(tab && { tab }), ...(missing !== null && { missing }) }
}

/** The shell gives the page its part, since it shows products in the grid. */
export const channels = {
  pages: {
    channels: {
      rights: changedBy('channels'),
      link: { group: 'publish', icon: ShoppingBag, name: () => t('Channels') },
      commands: { 'go-channels': { title: () => t('Go to Channels') } },
    },
  },
  stale: [
    { after: ['attribute.*'], key: channelsKey },
    { after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: completenessKey },
    { after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: channelPreviewKey },
  ],
} satisfies Feature
