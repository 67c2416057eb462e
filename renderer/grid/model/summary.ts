import type { ColumnAggregate } from '#shared/schemas/grid.ts'
import type { SummaryKind } from '#shared/views.ts'
import type { GridColumn } from '../../query/columns.ts'

export interface SummaryChoice {
  readonly value: SummaryKind | 'none'
  readonly label: string
}

const counts: readonly SummaryChoice[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'filled', label: 'Filled' },
  { value: 'empty', label: 'Empty' },
]
const ofNumbers: readonly SummaryChoice[] = [
  { value: 'sum', label: 'Sum' },
  { value: 'average', label: 'Average' },
  { value: 'least', label: 'Least' },
  { value: 'greatest', label: 'Largest' },
]
const ofDates: readonly SummaryChoice[] = [
  { value: 'least', label: 'Earliest' },
  { value: 'greatest', label: 'Latest' },
]

/** What the summary of a column can tell; what a formula or a lookup gives is known with its values only. */
export function summaryChoices({ traits, isSystem }: GridColumn): readonly SummaryChoice[] {
  if (isSystem) return []
  const { shape, family } = traits
  if (shape === 'computed' || family === 'number') return [...counts, ...ofNumbers]
  return family === 'date' ? [...counts, ...ofDates] : counts
}

interface Told {
  /** How many rows there are in all. */
  readonly rows: number
  /** With how many the column writes its numbers. */
  readonly decimals?: number | undefined
}

/** The value that a summary shows; null where there is none. */
export function summaryValue(
  kind: SummaryKind,
  column: ColumnAggregate,
  { rows, decimals = 4 }: Told,
): number | string | null {
  if (kind === 'filled') return column.filled
  if (kind === 'empty') return rows - column.filled
  const value: number | string | null = column[kind]
  if (typeof value !== 'number') return value
  if (kind === 'average') return averageOf(value, Math.max(2, decimals))
  // What adding binary fractions leaves is cut off.
  return kind === 'sum' ? Number(value.toPrecision(15)) : value
}

/** An average without digits that nobody reads. */
function averageOf(value: number, decimals: number): number {
  return Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(decimals))
}
