import { createAtom } from '@tanstack/react-store'
import type { View } from '../query/location.ts'

export const tourIds = ['edit', 'import', 'publish'] as const
export type TourId = (typeof tourIds)[number]

export const tourViews: Readonly<Record<TourId, View>> = {
  edit: 'product',
  import: 'product',
  publish: 'channels',
}

export interface TourState {
  readonly id: TourId
  readonly step: number
}

/** The tour and its step, in memory alone: a reload ends it. */
export const presentTour = createAtom<{ readonly tour: TourState | undefined }>({ tour: undefined })

export function startTour(id: TourId): void {
  presentTour.set({ tour: { id, step: 0 } })
}

export function leaveTour(): void {
  presentTour.set({ tour: undefined })
}
