import type { ColumnAggregate } from '#shared/schemas/grid.ts'
import type { SummaryKind } from '#shared/views.ts'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

interface SummaryChoice {
  readonly value: SummaryKind | 'none'
  readonly label: string
}

const counts = cachedByLanguage((): readonly SummaryChoice[] => [
  { value: 'none', label: t('Nothing') },
  { value: 'filled', label: t('Filled') },
  { value: 'empty', label: t('Empty') },
])
const ofNumbers = cachedByLanguage((): readonly SummaryChoice[] => [
  { value: 'sum', label: t('Sum') },
  { value: 'average', label: t('Average') },
  { value: 'least', label: t('Lowest') },
  { value: 'greatest', label: t('Highest') },
])
const ofDates = cachedByLanguage((): readonly SummaryChoice[] => [
  { value: 'least', label: t('Earliest') },
  { value: 'greatest', label: t('Latest') },
])

/** The summaries of a column; those of computed values are known only with their results. */
export function summaryChoices({ traits, isSystem }: GridColumn): readonly SummaryChoice[] {
  if (isSystem) return []
  const { shape, family } = traits
  if (shape === 'computed' || family === 'number') return [...counts(), ...ofNumbers()]
  return family === 'date' ? [...counts(), ...ofDates()] : counts()
}

/** The default summary: a count for names, a sum for plain numbers, an average for numbers with a unit. */
export function firstSummary(columns: readonly GridColumn[]): Record<string, SummaryKind> {
  const chosen: Record<string, SummaryKind> = {}
  for (const column of columns) {
    const { id, isPrimary, isSystem, traits, constraints } = column
    if (isPrimary) chosen[id] = 'filled'
    else if (!isSystem && !isMeasured(column) && traits.family === 'number')
      chosen[id] = constraints.unit === undefined ? 'sum' : 'average'
  }
  return chosen
}

interface ColumnTotals {
  readonly rows: number
  readonly decimals?: number | undefined
}

export function summaryValue(
  kind: SummaryKind,
  column: ColumnAggregate,
  { rows, decimals = 4 }: ColumnTotals,
): number | string | null {
  if (kind === 'filled') return column.filled
  if (kind === 'empty') return rows - column.filled
  const value: number | string | null = column[kind]
  if (typeof value !== 'number') return value
  if (kind === 'average') return averageOf(value, Math.max(2, decimals))
  return kind === 'sum' ? Number(value.toPrecision(15)) : value
}

export function addColumns(a: ColumnAggregate, b: ColumnAggregate): ColumnAggregate {
  if (a.filled === 0 || b.filled === 0) return a.filled === 0 ? b : a
  const filled = a.filled + b.filled
  const sum = a.sum === null || b.sum === null ? null : a.sum + b.sum
  return {
    filled,
    measure: a.measure,
    sum,
    average: sum === null ? null : sum / filled,
    least: leastOf(a.least, b.least),
    greatest: leastOf(a.greatest, b.greatest) === a.greatest ? b.greatest : a.greatest,
  }
}

type End = ColumnAggregate['least']

function leastOf(a: End, b: End): End {
  return a !== null && b !== null && b < a ? b : a
}

function averageOf(value: number, decimals: number): number {
  return Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(decimals))
}

export interface Aggregate {
  readonly filled: number
  readonly numbers: number
  readonly sum: number
  readonly min: number
  readonly max: number
}

export const noAggregate: Aggregate = { filled: 0, numbers: 0, sum: 0, min: Infinity, max: -Infinity }

/** Counts values that are not null; numbers are summed without accumulated error. */
export function aggregate(values: Iterable<unknown>): Aggregate {
  let { filled, numbers, sum, min, max } = noAggregate
  let lost = 0
  for (const value of values) {
    if (value === null || value === undefined || value === '') continue
    filled += 1
    if (typeof value !== 'number') continue
    numbers += 1
    min = Math.min(min, value)
    max = Math.max(max, value)
    const next = value - lost
    const total = sum + next
    lost = total - sum - next
    sum = total
  }
  return { filled, numbers, sum, min, max }
}

export function addAggregates(a: Aggregate, b: Aggregate): Aggregate {
  return {
    filled: a.filled + b.filled,
    numbers: a.numbers + b.numbers,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  }
}

const [fewestDecimals, maxDecimals] = [2, 4]

/** The average with the decimals of its numbers, two to four. A smaller one keeps its first digits. */
export function average({ sum, numbers, min, max }: Aggregate): number {
  const average = sum / numbers
  const decimals = Math.max(fewestDecimals, ...[sum, min, max].map(decimalsOf))
  const rounded = Number(average.toFixed(Math.min(maxDecimals, decimals)))
  return rounded === 0 ? Number(average.toPrecision(fewestDecimals)) : rounded
}

function decimalsOf(value: number): number {
  return String(Number(value.toPrecision(12))).split('.')[1]?.length ?? 0
}
