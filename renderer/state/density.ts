import { useSyncExternalStore } from 'react'

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

const storageKey = 'vitrine.density'
const listeners = new Set<() => void>()

/** How much room controls and lines take in every window of the app. */
export function readDensity(): Density {
  const stored = window.localStorage.getItem(storageKey)
  return densities.find((density) => density === stored) ?? 'normal'
}

export function chooseDensity(density: Density): void {
  window.localStorage.setItem(storageKey, density)
  applyDensity()
}

/** Puts the chosen density on the page. Call once at the start; other windows follow by themselves. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = readDensity()
  for (const listener of listeners) listener()
}

export function followDensityOfOtherWindows(): void {
  window.addEventListener('storage', ({ key }) => key === storageKey && applyDensity())
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readDensity)
}
