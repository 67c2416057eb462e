import type { JobFilter } from '../query/page-filters.ts'
import { changedBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    jobs: JobFilter
  }
}

export const jobs = {
  pages: {
    jobs: {
      part: lazyPart(async () => (await import('./jobs-page.tsx')).JobsPage),
      rights: changedBy('jobs'),
      commands: { 'go-jobs': { title: () => t('Go to Jobs') } },
    },
  },
} satisfies Feature
