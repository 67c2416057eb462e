import { History } from 'lucide-react'
import { changesKey } from '../api/changes-queries.ts'
import type { ChangeFilter } from '../query/page-filters.ts'
import { changedBy, settleMs, type Feature } from '../state/feature.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    changes: ChangeFilter
  }
}

export const changes = {
  pages: {
    changes: {
      rights: changedBy('rows'),
      link: { group: 'catalog', icon: History, name: () => t('What changed') },
      commands: { 'go-changes': { title: () => t('Go to What changed') } },
    },
  },
  stale: [{ after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: changesKey }],
} satisfies Feature
