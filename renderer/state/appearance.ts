import { useSyncExternalStore } from 'react'
import { StoredChoice, useChoice } from './stored-choice.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themeTexts = cachedByLanguage(
  (): readonly { readonly value: Theme; readonly label: string }[] => [
    { value: 'system', label: t('Like the system') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ],
)

export const theme = new StoredChoice<Theme>({
  key: 'vitrine.theme',
  values: ['system', 'light', 'dark'],
  start: 'system',
  show: (choice) => {
    const { dataset } = document.documentElement
    if (choice === 'system') delete dataset['theme']
    else dataset['theme'] = choice
  },
})

export type Density = 'compact' | 'normal' | 'roomy'

export const density = new StoredChoice<Density>({
  key: 'vitrine.density',
  values: ['compact', 'normal', 'roomy'],
  start: 'normal',
  show: (choice) => (document.documentElement.dataset['density'] = choice),
})

export const sidebarShape = new StoredChoice<'open' | 'folded'>({
  key: 'vitrine.sidebar',
  values: ['open', 'folded'],
  start: 'open',
})

export const technicalDetails = new StoredChoice<'hidden' | 'shown'>({
  key: 'vitrine.technical-details',
  values: ['hidden', 'shown'],
  start: 'hidden',
})

export function useShowsTechnicalDetails(): boolean {
  return useChoice(technicalDetails) === 'shown'
}

export function beginAppearance(): void {
  for (const choice of [theme, density, sidebarShape, technicalDetails]) choice.begin()
}

export function toggleSidebar(): void {
  sidebarShape.choose(sidebarShape.read() === 'open' ? 'folded' : 'open')
}

export function useIsSidebarFolded(): boolean {
  const isNarrow = useSyncExternalStore(followWidth, () => narrowWindow().matches)
  return useChoice(sidebarShape) === 'folded' || isNarrow
}

const narrowWindow = (): MediaQueryList => window.matchMedia('(max-width: 700px)')

function followWidth(listener: () => void): () => void {
  const query = narrowWindow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
