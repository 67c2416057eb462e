import { Settings, ShoppingBag } from 'lucide-react'
import { channelsKey, completenessKey } from '../api/channels-queries.ts'
import { changedBy, openToAll, seenBy, settleMs, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    channels: ChannelsParams
    settings: NoParams
    replica: NoParams
    diagnostics: NoParams
  }
}

export interface ChannelsParams {
  readonly categories?: string
}

export function readChannelsParams(params: URLSearchParams): ChannelsParams {
  const categories = params.get('categories')
  return categories === null ? {} : { categories }
}

export const settings = {
  pages: {
    channels: {
      part: lazyPart(async () => (await import('./channels-page.tsx')).ChannelsPage),
      rights: changedBy('channels'),
      link: { group: 'publish', icon: ShoppingBag, name: () => t('Channels') },
      commands: { 'go-channels': { title: () => t('Go to Channels') } },
    },
    settings: {
      part: lazyPart(async () => (await import('./settings-page.tsx')).SettingsPage),
      rights: openToAll,
      link: { group: 'setup', icon: Settings, name: () => t('Settings') },
      commands: { 'go-settings': { title: () => t('Go to Settings') } },
    },
    replica: {
      part: lazyPart(async () => (await import('./replica-page.tsx')).ReplicaPage),
      rights: seenBy('replica'),
      commands: { 'go-replica': { title: () => t('Go to Replica') } },
    },
    diagnostics: {
      part: lazyPart(async () => (await import('./diagnostics-page.tsx')).DiagnosticsPage),
      rights: seenBy('diagnostics'),
      commands: { 'go-diagnostics': { title: () => t('Go to Diagnostics') } },
    },
  },
  stale: [
    { after: ['attribute.*'], key: channelsKey },
    { after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: completenessKey },
  ],
} satisfies Feature
