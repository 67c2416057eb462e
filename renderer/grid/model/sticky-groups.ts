import type { RowPlan } from './row-plan.ts'

/**
 * The heads of the groups that the rows at the top of the view are in, as far as they have scrolled out of it, and the rows they
 * stand in. `top` is how many rows are scrolled by; each head covers one more row.
 */
export function stuckHeads(plan: RowPlan, top: number, levels: number): { id: string; row: number }[] {
  const stuck: { id: string; row: number }[] = []
  for (let slot = 0; slot < levels; slot += 1) {
    const head = plan.headsOver(Math.floor(top) + slot)[slot]
    if (!head || head.row >= top + slot) break
    stuck.push(head)
  }
  return stuck
}

/** How many rows are scrolled by, where one that is scrolled by in part counts half: enough to know which heads are. */
export function toHalfRows(rows: number): number {
  return Number.isInteger(rows) ? rows : Math.floor(rows) + 0.5
}
