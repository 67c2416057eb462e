import type { PastePlan, Placement } from '../clipboard/paste-plan.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { RowPlan } from '../model/row-plan.ts'
import type { Block } from '../model/selection.ts'

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
