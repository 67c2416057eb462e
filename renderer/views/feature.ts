import { worklistsKey } from '../api/views-queries.ts'
import type { Feature } from '../state/feature.tsx'

const countsLiveMs = 2_500

export const views = {
  stale: [
    { after: ['entity.*'], waitMs: countsLiveMs, key: worklistsKey },
    { afterTeamMessage: ['worklists'], key: worklistsKey },
  ],
} satisfies Feature
