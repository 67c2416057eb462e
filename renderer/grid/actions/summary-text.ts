import type { ListAggregates } from '#shared/schemas/grid.ts'
import type { SummaryKind } from '#shared/views.ts'
import { formatCell } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import { summaryValue } from '../model/aggregate.ts'
import type { GridColumn } from '../../query/columns.ts'

/** A figure as the column writes its values, a count as any number; empty while it is not there. */
export function summaryText(
  { context }: GridSession,
  column: GridColumn,
  kind: SummaryKind,
  data: ListAggregates | undefined,
): string {
  const aggregate = data?.columns[column.id]
  if (!data || !aggregate) return ''
  const value = summaryValue(kind, aggregate, { rows: data.rows, decimals: column.constraints.decimals })
  if (value === null) return '–'
  const isCount = kind === 'filled' || kind === 'empty'
  return isCount ? context.formats.formatNumber(Number(value)) : formatCell(value, column, context)
}
