import { Settings } from 'lucide-react'
import { openToAll, seenBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    settings: NoParams
    replica: NoParams
    diagnostics: NoParams
  }
}

export const settings = {
  pages: {
    settings: {
      part: lazyPart(async () => (await import('./settings-page.tsx')).SettingsPage),
      rights: openToAll,
      link: { group: 'setup', icon: Settings, name: () => t('Settings') },
      commands: { 'go-settings': { title: () => t('Go to Settings') } },
    },
    replica: {
      part: lazyPart(async () => (await import('./replica-page.tsx')).ReplicaPage),
      rights: seenBy('replica'),
      commands: { 'go-replica': { title: () => t('Go to Replica') } },
    },
    diagnostics: {
      part: lazyPart(async () => (await import('./diagnostics-page.tsx')).DiagnosticsPage),
      rights: seenBy('diagnostics'),
      commands: { 'go-diagnostics': { title: () => t('Go to Diagnostics') } },
    },
  },
} satisfies Feature
