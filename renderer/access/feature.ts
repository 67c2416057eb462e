import { Bot, KeyRound } from 'lucide-react'
import { changedBy, openToAll, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    connect: NoParams
    api: NoParams
  }
}

export const access = {
  pages: {
    connect: {
      part: lazyPart(async () => (await import('./connect-page.tsx')).ConnectPage),
      rights: openToAll,
      link: { group: 'publish', icon: Bot, name: () => t('Connect') },
      commands: { 'go-connect': { title: () => t('Go to Connect') } },
    },
    api: {
      part: lazyPart(async () => (await import('./api-page.tsx')).ApiPage),
      rights: changedBy('keys'),
      link: { group: 'publish', icon: KeyRound, name: () => t('API and keys') },
      commands: { 'go-api': { title: () => t('Go to API and keys') } },
    },
  },
} satisfies Feature
