import { useLanguage } from '../../state/language.ts'
import { createContext, useContext } from 'react'
import type { GridSession } from './grid-session.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import type { LookStore } from '../../state/grid-layout.ts'
import type { GridTable } from '../model/table.ts'

export interface OpenGrid {
  readonly session: GridSession
  readonly table: GridTable
  readonly look: LookStore
  readonly query: GridQuery
  readonly onQueryChange: (next: GridQuery) => void
  readonly onAddAttribute: () => void
  readonly page: HTMLElement | null
  readonly gridId: string
}

export const GridContext = createContext<OpenGrid | undefined>(undefined)

export function useGrid(): OpenGrid {
  useLanguage()
  const grid = useContext(GridContext)
  if (!grid) throw new Error('This component belongs inside a grid.')
  return grid
}

export function activeCellId(gridId: string): string {
  return `${gridId}-active`
}
