/** What the status bar tells of the selected cells. */
export interface Aggregate {
  /** Cells with a value. */
  readonly filled: number
  readonly numbers: number
  readonly sum: number
  readonly min: number
  readonly max: number
}

export const noAggregate: Aggregate = { filled: 0, numbers: 0, sum: 0, min: Infinity, max: -Infinity }

/** Counts the values that are not null; numbers among them are summed without the error that adding many leaves. */
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
    // Kahan: what the addition drops is carried along.
    const next = value - lost
    const total = sum + next
    lost = total - sum - next
    sum = total
  }
  return { filled, numbers, sum, min, max }
}

/** Two of them as one. */
export function addAggregates(a: Aggregate, b: Aggregate): Aggregate {
  return {
    filled: a.filled + b.filled,
    numbers: a.numbers + b.numbers,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  }
}

const [fewestDecimals, mostDecimals] = [2, 4]

/** The average as people read it: with the decimals of what was summed, two to four of them. One that is smaller keeps its first digits. */
export function averageOf({ sum, numbers, min, max }: Aggregate): number {
  const average = sum / numbers
  const decimals = Math.max(fewestDecimals, ...[sum, min, max].map(decimalsOf))
  const rounded = Number(average.toFixed(Math.min(mostDecimals, decimals)))
  return rounded === 0 ? Number(average.toPrecision(fewestDecimals)) : rounded
}

function decimalsOf(value: number): number {
  return String(Number(value.toPrecision(12))).split('.')[1]?.length ?? 0
}
