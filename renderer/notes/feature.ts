import { StickyNote } from 'lucide-react'
import { notesKey, openNoteCountQuery } from '../api/notes-queries.ts'
import type { NoteFilter } from '../query/page-filters.ts'
import { changedBy, countedBy, type Feature } from '../state/feature.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    notes: NoteFilter
  }
}

export const notes = {
  pages: {
    notes: {
      rights: changedBy('notes'),
      link: {
        group: 'catalog',
        icon: StickyNote,
        name: () => t('Notes and to-dos'),
        count: countedBy(openNoteCountQuery, (open) => open),
      },
      commands: { 'go-notes': { title: () => t('Go to Notes and to-dos') } },
    },
  },
  stale: [{ after: ['note.*', 'entity.deleted', 'entity.restored'], key: notesKey }],
} satisfies Feature
