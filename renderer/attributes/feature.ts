import { Columns3 } from 'lucide-react'
import { attributesKey } from '../api/attributes-queries.ts'
import { changedBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    attributes: NoParams
  }
}

export const attributes = {
  pages: {
    attributes: {
      part: lazyPart(async () => (await import('./attributes-page.tsx')).AttributesPage),
      rights: changedBy('attributes'),
      link: { group: 'setup', icon: Columns3, name: () => t('Attributes') },
      commands: { 'go-attributes': { title: () => t('Go to Attributes') } },
    },
    attribute: { rights: changedBy('attributes') },
  },
  stale: [{ after: ['attribute.*'], key: attributesKey }],
} satisfies Feature
