import { Bell } from 'lucide-react'
import { commentsKey, notificationsKey, notificationsQuery } from '../api/comments-queries.ts'
import { countedBy, openToAll, type Feature } from '../state/feature.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    inbox: NoParams
  }
}

export const comments = {
  pages: {
    inbox: {
      rights: openToAll,
      link: {
        group: 'catalog',
        icon: Bell,
        name: () => t('New for you'),
        isOfTeams: true,
        count: countedBy(
          () => notificationsQuery,
          ({ unread }) => unread,
        ),
      },
    },
  },
  stale: [
    { after: ['comment.*', 'entity.deleted', 'entity.restored'], key: commentsKey },
    { afterTeamMessage: ['notified', 'seated'], key: () => notificationsKey },
  ],
} satisfies Feature
