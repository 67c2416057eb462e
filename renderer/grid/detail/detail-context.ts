import { createContext, useContext } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'

export interface OpenDetail {
  readonly session: GridSession
  readonly columns: readonly GridColumn[]
  readonly entity: EntityResource
}

export const DetailContext = createContext<OpenDetail | undefined>(undefined)

export function useDetail(): OpenDetail {
  const detail = useContext(DetailContext)
  if (!detail) throw new Error('This component belongs inside the detail panel.')
  return detail
}
