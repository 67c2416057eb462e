import type { CellReferrers, Referrers } from '#shared/schemas/grid.ts'
import type { EventRecord } from '#shared/events.ts'
import type { GridColumn } from '../../query/columns.ts'

/** What refers to the entity of one row, by the key of the inverse reference. */
export type RowReferrers = Readonly<Record<string, Referrers>>

/** By id, what refers to some rows; a row that nothing refers to has no keys. */
export async function readReferrers(
  rows: readonly { readonly id: string }[],
  fetchReferrers: (ids: readonly string[]) => Promise<CellReferrers>,
): Promise<ReadonlyMap<string, RowReferrers>> {
  const found = await fetchReferrers(rows.map(({ id }) => id))
  return new Map(rows.map(({ id }) => [id, found[id] ?? {}]))
}

export function isInverse({ traits }: GridColumn): boolean {
  return traits.shape === 'inverse'
}

/** Tells whether after an event the columns may show other referring entities, or these by another label. */
export function mayChangeReferrers(
  { event, entity, attribute }: EventRecord,
  columns: readonly GridColumn[],
): boolean {
  if (!columns.some(isInverse)) return false
  if (event.startsWith('attribute.')) return attribute !== undefined
  if (!event.startsWith('entity.') || entity === null) return false
  return columns.some((column) => isInverse(column) && column.referenceType === entity.type)
}
