import { Settings } from 'lucide-react'
import { openToAll, seenBy, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { Right } from '../state/rights.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    settings: SettingsParams
    replica: NoParams
    diagnostics: NoParams
  }
}

export interface SettingsParams {
  readonly section?: string
}

export function readSettingsParams(params: URLSearchParams): SettingsParams {
  const section = params.get('section')
  return section === null ? {} : { section }
}

interface SettingsSection {
  readonly name: string
  readonly right: Right | null
  readonly isShown?: boolean
}

/** The sections of the page by the end of their id, `settings-…`. */
export const settingsSections = cachedByLanguage((): Readonly<Record<string, SettingsSection>> => {
  const isDesktop = window.desktop !== undefined
  return {
    look: { name: t('Look'), right: null },
    desktop: { name: t('On this computer'), right: null, isShown: isDesktop },
    jobs: { name: t('When jobs end'), right: null, isShown: !isDesktop },
    backups: { name: t('Backups'), right: null },
    watched: { name: t('Watched folders'), right: 'watching' },
    libraries: { name: t('Linked libraries'), right: 'watching' },
    recipes: { name: t('Forms of pictures'), right: null },
    sources: { name: t('Sources'), right: null },
    api: { name: t('API'), right: null },
  }
})

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
