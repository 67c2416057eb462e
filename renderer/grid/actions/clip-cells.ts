import type { AttributeValue } from '#shared/entities.ts'
import type { Referrers } from '#shared/schemas/grid.ts'
import { formatReferrers } from '../cells/referrer-chips.tsx'
import { cellTypeOf } from '../cells/registry.ts'
import type { ClipCell } from '../clipboard/clip-block.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { CellPosition } from '../model/selection.ts'
import { cellAt, referrersOf } from './cell-state.ts'

/** A cell as it is copied, with what the user sees in it. */
export function clipCell(session: GridSession, cell: CellPosition): ClipCell {
  const at = cellAt(session, cell)
  if (!at) return { text: '', raw: null }
  if (at.edit?.status === 'refused') return { text: at.edit.write.text }
  const referrers = referrersOf(session, at.entity, at.column)
  return referrers ? clipReferrers(session, referrers) : clipValue(session, at.column, at.value)
}

/** Entities that are named in part only are text, so that no paste takes the part for the whole. */
function clipReferrers({ context }: GridSession, referrers: Referrers): ClipCell {
  const text = formatReferrers(referrers, context.formats)
  return { text, raw: referrers.first.length === referrers.total ? [...referrers.first] : text }
}

/**
 * A value as it is copied. The text is the one that editing would start with: numbers without grouping and dates as 2026-01-31
 * are read by every spreadsheet.
 */
export function clipValue(
  { context }: GridSession,
  column: GridColumn,
  value: AttributeValue | null,
): ClipCell {
  if (value === null) return { text: '', raw: null }
  const type = cellTypeOf(column)
  return { text: type.edit?.(value, context) ?? type.format(value, column, context), raw: value }
}
