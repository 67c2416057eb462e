import type { EntityResource } from '#shared/entities.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridRowProps } from './grid-row.tsx'

type RowPlace = Pick<GridRowProps, 'level' | 'isExpanded' | 'isIndented'>

const plain: RowPlace = { level: undefined, isExpanded: undefined, isIndented: false }
const inGroup: RowPlace = { level: 2, isExpanded: undefined, isIndented: false }

/** Where a row stands: alone, below the head of its group, or in the tree of products and variants. */
export function placeOf(session: GridSession, entity: EntityResource | undefined): RowPlace {
  const { groupBy, isTree } = session.rows.state.get()
  if (groupBy !== null) return inGroup
  if (!isTree || !session.rows.plan) return plain
  const level = entity ? session.rows.levelOf(entity) : 1
  const hasVariants = entity && (session.rows.variantsOf(entity.id) ?? 0) > 0
  return { level, isExpanded: hasVariants ? session.rows.isExpanded(entity.id) : undefined, isIndented: true }
}
