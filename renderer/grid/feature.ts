import { boardKey } from '../api/entities-queries.ts'
import { countKey } from '../query/list-queries.ts'
import { settleMs, type Feature } from '../state/feature.tsx'

export const grid = {
  stale: [
    { after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: boardKey },
    { after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: countKey },
  ],
} satisfies Feature
