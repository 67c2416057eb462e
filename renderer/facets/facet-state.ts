import { createAtom } from '@tanstack/react-store'
import type { GridColumn } from '../query/columns.ts'
import type { LookStore } from '../state/grid-layout.ts'
import { proposeFacets } from './facet-names.ts'

export const focusRequests = createAtom(0)

const closedWith = new WeakMap<LookStore, readonly string[]>()

export function showFacets(look: LookStore, columns: readonly GridColumn[], isShown: boolean): void {
  const { names } = look.facets.get()
  if (isShown === (names !== null)) return
  if (names !== null) closedWith.set(look, names)
  look.facets.set({ names: isShown ? (closedWith.get(look) ?? proposeFacets(columns)) : null })
}

const widths = { key: 'vitrine.facets-width', least: 220, start: 264, most: 480 } as const

function keepWithin(width: number): number {
  return Math.round(Math.min(widths.most, Math.max(widths.least, width)))
}

export const panelWidth = createAtom(
  keepWithin(Number(window.localStorage.getItem(widths.key) ?? widths.start) || widths.start),
)

export const widthBounds = widths

/** Sets the width within its limits; `isStored` persists it. */
export function setPanelWidth(width: number, isStored = true): void {
  const next = keepWithin(width)
  panelWidth.set(next)
  if (isStored) window.localStorage.setItem(widths.key, String(next))
}
