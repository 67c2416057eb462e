import { ShieldCheck } from 'lucide-react'
import { qualityKey } from '../api/quality-queries.ts'
import type { QualityLocation } from '../query/page-filters.ts'
import { changedBy, settleMs, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    quality: QualityLocation
  }
}

export const quality = {
  pages: {
    quality: {
      rights: changedBy('findings'),
      link: {
        group: 'catalog',
        icon: ShieldCheck,
        name: () => t('Quality'),
        count: lazyPart(async () => (await import('./problem-count.tsx')).ProblemCount, { isOptional: true }),
      },
      commands: {
        'go-quality': { title: () => t('Go to Quality') },
        'go-quality-rules': { title: () => t('Go to Quality rules'), params: { tab: 'rules' } },
        'go-quality-score': { title: () => t('Go to Quality score'), params: { tab: 'score' } },
      },
    },
  },
  stale: [{ after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: qualityKey }],
} satisfies Feature
