import { ArrowLeftRight } from 'lucide-react'
import { feedsKey } from '../api/feed-queries.ts'
import { changedBy, type Feature } from '../state/feature.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    connections: { readonly tab?: string | undefined }
  }
}

export const feeds = {
  pages: {
    connections: {
      rights: changedBy('feeds'),
      link: { group: 'publish', icon: ArrowLeftRight, name: () => t('Connections') },
      commands: {
        'go-connections': { title: () => t('Go to Connections') },
        'go-automations': { title: () => t('Go to Automations'), params: { tab: 'automations' } },
      },
    },
  },
  stale: [{ after: ['feed.created', 'feed.updated', 'feed.deleted'], key: feedsKey }],
} satisfies Feature
