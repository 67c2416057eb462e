import { treeKey } from '../api/entities-queries.ts'
import { settleMs, type Feature } from '../state/feature.tsx'

export const categories = {
  stale: [{ after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: treeKey }],
} satisfies Feature
