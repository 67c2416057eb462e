import type { ReadableDb } from '../../../store/database/database.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { RowComparison } from '../plan/compare-rows.ts'
import type { ImportRequest, ImportState } from '../plan/import-state.ts'
import { type PriceChange, PriceChanges, usualPriceShare } from '../plan/price-changes.ts'
import type { ImportRow, RowFlaw } from '../read/file-rows.ts'

/** Finds the rows that would change a price by more than a share, so that somebody looks at them first. */
export interface PriceGuard {
  /** The flaws of such rows, by the number of the row. */
  listHeld(db: ReadableDb, rows: readonly ImportRow[]): ReadonlyMap<number, RowFlaw>
}

/** Undefined where prices are taken as they come, or where no key finds what is there. */
export function priceGuardOf(
  db: ReadableDb,
  { type, price_changes: mode, price_share: share = usualPriceShare }: ImportRequest,
  { columns, merge_key: mergeKey }: Pick<ImportState, 'columns' | 'merge_key'>,
): PriceGuard | undefined {
  const attributes = attributesOf(db, type)
  const column = columns.find(({ key }) => key === mergeKey)
  const attribute = column && attributes.byKey.get(column.key)
  if (mode !== 'hold' || !attribute) return undefined
  const key = { ...column, attribute }
  return {
    listHeld(now, rows) {
      const matched = new RowComparison({ type, key, codes: [] }).add(now, rows)
      const changes = new PriceChanges({ columns, attributes, keyIndex: key.index, share }).add(now, matched)
      const lines = new Map(rows.map(({ row, line = row }) => [line, row]))
      return new Map(changes.map((change) => toFlaw(change, lines.get(change.row) ?? change.row)))
    },
  }
}

function toFlaw(change: PriceChange, row: number): [row: number, flaw: RowFlaw] {
  const { row: line, column: field, old, new: now } = change
  const sentence = message('row.price_changed', { header: field, old: String(old), now: String(now) })
  return [row, { row, line, field, value: String(now), held: true, ...issueSentence(sentence) }]
}
