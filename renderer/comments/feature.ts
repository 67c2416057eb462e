import { commentsKey, notificationsKey } from '../api/comments-queries.ts'
import type { Feature } from '../state/feature.tsx'

export const comments = {
  stale: [
    { after: ['comment.*', 'entity.deleted', 'entity.restored'], key: commentsKey },
    { afterTeamMessage: ['notified', 'seated'], key: () => notificationsKey },
  ],
} satisfies Feature
