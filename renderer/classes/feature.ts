import { Shapes } from 'lucide-react'
import { classesKey } from '../api/attributes-queries.ts'
import { changedBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    classes: NoParams
  }
}

export const classes = {
  pages: {
    classes: {
      part: lazyPart(async () => (await import('./classes-page.tsx')).ClassesPage),
      rights: changedBy('classes'),
      link: { group: 'setup', icon: Shapes, name: () => t('Classes') },
      commands: { 'go-classes': { title: () => t('Go to Classes') } },
    },
  },
  stale: [{ after: ['attribute.*'], key: classesKey }],
} satisfies Feature
