import { picturesKey } from '../api/pictures-queries.ts'
import { galleryKey } from '../query/list-queries.ts'
import { settleMs, type Feature } from '../state/feature.tsx'

export const gallery = {
  stale: [galleryKey, picturesKey].map((key) => ({
    after: ['entity.*', 'attribute.*'] as const,
    waitMs: settleMs,
    key,
  })),
} satisfies Feature
