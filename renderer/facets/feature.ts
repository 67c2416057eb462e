import { facetsKey } from '../query/facets.ts'
import { settleMs, type Feature } from '../state/feature.tsx'

export const facets = {
  stale: [{ after: ['entity.*', 'attribute.*'], waitMs: settleMs, key: facetsKey }],
} satisfies Feature
