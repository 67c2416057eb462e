import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'vitrine.theme'
const listeners = new Set<() => void>()

/** The chosen theme; `system` follows the setting of the computer. */
export function readTheme(): Theme {
  const stored = window.localStorage.getItem(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Chooses a theme for every window of the app. */
export function chooseTheme(theme: Theme): void {
  window.localStorage.setItem(storageKey, theme)
  applyTheme()
}

/** Puts the chosen theme on the page. Call once at the start; other windows follow by themselves. */
export function applyTheme(): void {
  const theme = readTheme()
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  for (const listener of listeners) listener()
}

export function followOtherWindows(): void {
  window.addEventListener('storage', ({ key }) => key === storageKey && applyTheme())
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
}
