import { Trash2 } from 'lucide-react'
import { trashKey } from '../api/changes-queries.ts'
import { seenBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    trash: NoParams
  }
}

export const trash = {
  pages: {
    trash: {
      part: lazyPart(async () => (await import('./trash-page.tsx')).TrashPage),
      rights: seenBy('trash'),
      link: { group: 'catalog', icon: Trash2, name: () => t('Trash') },
      commands: { 'go-trash': { title: () => t('Go to Trash') } },
    },
  },
  stale: [{ after: ['entity.deleted', 'entity.restored'], key: trashKey }],
} satisfies Feature
