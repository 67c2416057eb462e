import { ClipboardCheck, Sparkles } from 'lucide-react'
import { reviewKey, reviewSummaryQuery } from '../api/generations-queries.ts'
import type { ReviewFilter } from '../query/page-filters.ts'
import { changedBy, countedBy, openToAll, settleMs, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    review: ReviewFilter
    providers: NoParams
    spend: SpendParams
  }
}

export const spendPeriods = ['last_7_days', 'last_30_days', 'this_month', 'last_month', 'all'] as const
export type SpendPeriod = (typeof spendPeriods)[number]

export interface SpendParams {
  readonly period?: SpendPeriod
}

export function readSpendParams(params: URLSearchParams): SpendParams {
  const period = spendPeriods.find((each) => each === params.get('period'))
  return period === undefined ? {} : { period }
}

export const generation = {
  pages: {
    review: {
      rights: changedBy('review'),
      link: {
        group: 'catalog',
        icon: ClipboardCheck,
        name: () => t('Review'),
        count: countedBy(
          (api) => reviewSummaryQuery(api),
          ({ open }) => Object.values(open).reduce((total, each) => total + each, 0),
        ),
      },
      commands: { 'go-review': { title: () => t('Go to Review') } },
    },
    providers: {
      part: lazyPart(async () => (await import('./providers-page.tsx')).ProvidersPage),
      rights: changedBy('providers'),
      link: { group: 'setup', icon: Sparkles, name: () => t('AI providers') },
      commands: { 'go-providers': { title: () => t('Go to AI providers') } },
    },
    spend: {
      part: lazyPart(async () => (await import('./spend-page.tsx')).SpendPage),
      rights: openToAll,
      commands: { 'go-spend': { title: () => t('Go to Spend on AI') } },
    },
  },
  stale: [{ after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: reviewKey }],
} satisfies Feature
