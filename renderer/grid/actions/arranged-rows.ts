import type { PastePlan, Placement } from '../clipboard/coerce.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { RowPlan } from '../model/row-plan.ts'
import { type Block, selectCell } from '../model/selection.ts'
import type { GroupHead } from '../data/row-arrangement.ts'
import { describeHead } from './cell-state.ts'
import { select } from './navigation.ts'
import { t } from '../../ui/text.ts'

/** Whether a row is the head of a group, loaded or not. */
export function isHead(session: GridSession, row: number): boolean {
  return session.rows.plan?.headAt(row) !== undefined
}

export function rowsBetween(session: GridSession, { top, bottom }: Block): number[] {
  const rows = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => top + index)
  return rows.filter((row) => !isHead(session, row))
}

/** Returns the block from its first row with an entity on, since a head must not be copied. */
export function withoutHead(session: GridSession, block: Block): Block {
  return { ...block, top: rowsBetween(session, block)[0] ?? block.top }
}

export function entityRows(session: GridSession): number {
  return session.rows.plan?.entitiesBefore(session.rowCount) ?? session.rowCount
}

export function listedBetween(
  { rows: { plan }, shown }: GridSession,
  first: number,
  last: number,
): readonly [number, number] {
  if (!plan) {
    const positions = shown.positionsOf({ first, last })
    return [positions.first, positions.last]
  }
  const listed = listIndexRanges(plan, first, last)
  if (listed.length === 0) return [shown.count, shown.count]
  const ends = listed.map(({ from, count }) => from + count - 1)
  return [Math.min(...listed.map(({ from }) => from)), Math.max(...ends)]
}

export function listIndexRanges(plan: RowPlan, first: number, last: number) {
  return plan.between(first, last).flatMap(({ range }) => (range.kind === 'list' ? range : []))
}

export function planArranged(
  session: GridSession,
  blocks: readonly Block[],
  planOver: (blocks: readonly Block[]) => PastePlan,
): PastePlan {
  const { plan } = session.rows
  if (!plan) return planOver(blocks)
  const planned = planOver(
    blocks.map((block) => {
      const top = plan.entitiesBefore(block.top)
      return { ...block, top, bottom: Math.max(top, plan.entitiesBefore(block.bottom + 1) - 1) }
    }),
  )
  const place = (placement: Placement): Placement => ({
    ...placement,
    cell: { ...placement.cell, row: plan.rowOfEntity(placement.cell.row) },
  })
  return {
    ...planned,
    placements: planned.placements.map(place),
    overflow: planned.overflow.map((row) => row.map(place)),
  }
}

export function toggleGroup(session: GridSession, head: GroupHead): void {
  const isCollapsed = !session.rows.isCollapsed(head.id)
  session.rows.setCollapsed(head.id, isCollapsed)
  rearrange(session)
  session.announce(`${describeHead(session, head)}, ${isCollapsed ? 'collapsed' : 'expanded'}`)
}

export function collapseAll(session: GridSession, isCollapsed: boolean): void {
  if (session.rows.state.get().groupBy.length === 0) return session.announce(t('The rows are not grouped.'))
  session.rows.setAllCollapsed(isCollapsed)
  rearrange(session)
  session.announce(isCollapsed ? t('All groups are collapsed.') : t('All groups are expanded.'))
}

export function toggleBranch(session: GridSession, id: string): void {
  const isExpanded = !session.rows.isExpanded(id)
  session.rows.setExpanded(id, isExpanded)
  rearrange(session)
  const count = session.rows.variantsOf(id) ?? 0
  session.announce(
    isExpanded
      ? t('{count, plural, one {# variant} other {# variants}} shown.', { count })
      : t('Variants hidden.'),
  )
}

// New or no longer matching rows are sorted in, since they could not be found again otherwise.
function rearrange(session: GridSession): void {
  const source = session.source.get()
  if (!source) return
  if (source.heldCount > 0 || session.order.count.get() > 0) return source.refresh()
  session.rows.replan()
  source.reread()
}

/** Opens (`true`) or closes the group or variants under the cursor. */
export function openBelow(session: GridSession, requested: boolean | 'toggle'): boolean {
  const cursor = session.selection.get()?.cursor
  const head = cursor && session.headAt(cursor.row)
  if (head) {
    const isOpen = !session.rows.isCollapsed(head.id)
    if (requested === 'toggle' || requested !== isOpen) {
      toggleGroup(session, head)
      return true
    }
    return !requested && closeAround(session, cursor)
  }
  return requested !== 'toggle' && cursor !== undefined && openBranch(session, cursor, requested)
}

function openBranch(
  session: GridSession,
  cursor: { readonly row: number; readonly columnId: string },
  requested: boolean,
): boolean {
  const entity = session.rowAt(cursor.row)
  const hasVariants = entity !== undefined && (session.rows.variantsOf(entity.id) ?? 0) > 0
  if (hasVariants && session.rows.isExpanded(entity.id) !== requested) {
    toggleBranch(session, entity.id)
    return true
  }
  return requested ? hasVariants : closeAround(session, cursor)
}

function closeAround(
  session: GridSession,
  { row, columnId }: { readonly row: number; readonly columnId: string },
): boolean {
  const isAbove = aboveOf(session, row)
  if (!isAbove) return false
  for (let above = row - 1; above >= 0; above -= 1) {
    if (!isAbove(above)) continue
    select(session, selectCell({ row: above, columnId }))
    return openBelow(session, false)
  }
  return false
}

function aboveOf(session: GridSession, row: number): ((other: number) => boolean) | undefined {
  const { plan, state } = session.rows
  if (!plan) return undefined
  if (!state.get().isTree) {
    const above = plan.headsOver(row).findLast((head) => head.row < row)
    return above && ((other) => other === above.row)
  }
  const parentId = session.rowAt(row)?.parent_id ?? null
  return parentId === null ? undefined : (other) => session.rowAt(other)?.id === parentId
}
