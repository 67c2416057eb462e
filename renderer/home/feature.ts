import { House } from 'lucide-react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { openToAll, type Feature } from '../state/feature.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    home: NoParams
  }
}

/** The shell gives the page its part, since it shows what is new for somebody. */
export const home = {
  pages: {
    home: {
      rights: openToAll,
      link: {
        group: 'first',
        icon: House,
        name: () => t('Home'),
        count: lazyPart(async () => (await import('../comments/unread-count.tsx')).UnreadCount, {
          isOptional: true,
        }),
      },
      commands: { 'go-home': { title: () => t('Go to Home') } },
    },
  },
} satisfies Feature
