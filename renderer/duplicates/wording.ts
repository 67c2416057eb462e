import type { ReactNode } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import type { GridColumn } from '../query/columns.ts'

/** Draws a value as the grid does. */
export type DrawValue = (value: AttributeValue | null, column: GridColumn) => ReactNode

/** The columns of each type and how their values are drawn, which the shell hands over. */
export interface Wording {
  readonly columns: Readonly<Record<EntityType, readonly GridColumn[]>>
  readonly draw: (type: EntityType) => DrawValue
}
