import { seenBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    backups: NoParams
  }
}

export const backups = {
  pages: {
    backups: {
      part: lazyPart(async () => (await import('./backups-page.tsx')).BackupsPage),
      rights: seenBy('backups'),
      commands: { 'go-backups': { title: () => t('Go to Backups') } },
    },
  },
} satisfies Feature
