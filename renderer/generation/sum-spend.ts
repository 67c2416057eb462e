import { areCallsFree } from '#shared/free-calls.ts'
import type { SpendRow } from '#shared/generations.ts'
import { parsePeriod, toDay } from '#shared/periods.ts'
import type { Provider } from '#shared/providers.ts'
import type { DayRange } from '../api/spend-queries.ts'
import type { SpendPeriod } from '../query/place.ts'

/** What some rows come to together. */
export interface SpendSum {
  readonly calls: number
  readonly input: number
  readonly output: number
  /** Of the calls whose price is known; null where there is none. */
  readonly cost: number | null
  /** Calls whose price is not known, which are not in the cost. */
  readonly unpriced: number
  readonly lost: { readonly calls: number; readonly cost: number }
}

/** The rows with calls of free providers as costing nothing: without a price, models on this computer are free. */
export function withFreeCalls(
  rows: readonly SpendRow[],
  providers: readonly Pick<Provider, 'id' | 'price' | 'base_url'>[],
): SpendRow[] {
  const free = new Set(
    providers.filter(({ price, base_url: url }) => areCallsFree(price, url, 'text')).map(({ id }) => id),
  )
  return rows.map((row) => (row.cost === null && free.has(row.provider) ? { ...row, cost: 0 } : row))
}

/** Adds up rows; a price that is not known adds nothing and is counted beside. */
export function sumSpend(rows: readonly SpendRow[]): SpendSum {
  const add = (pick: (row: SpendRow) => number): number => rows.reduce((sum, row) => sum + pick(row), 0)
  return {
    calls: add(({ calls }) => calls),
    input: add(({ tokens }) => tokens.input),
    output: add(({ tokens }) => tokens.output),
    cost: rows.some(({ cost }) => cost !== null) ? add(({ cost }) => cost ?? 0) : null,
    unpriced: add(({ cost, calls }) => (cost === null ? calls : 0)),
    lost: { calls: add(({ unsettled }) => unsettled.calls), cost: add(({ unsettled }) => unsettled.cost) },
  }
}

export interface SpendOfModel {
  readonly provider: string
  readonly model: string
  readonly sum: SpendSum
}

/** What each model came to over all days, the dearest first, then the most asked. */
export function spendByModel(rows: readonly SpendRow[]): SpendOfModel[] {
  const groups = Map.groupBy(rows, ({ provider, model }) => JSON.stringify([provider, model]))
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ provider: first.provider, model: first.model, sum: sumSpend(group) }] : []
    })
    .sort((a, b) => (b.sum.cost ?? 0) - (a.sum.cost ?? 0) || b.sum.calls - a.sum.calls)
}

/** The days of a period. One that ends with today is open: the days of the server are those of UTC, which may be ahead. */
export function daysOf(period: SpendPeriod, now = new Date()): DayRange {
  const days = period === 'all' ? undefined : parsePeriod(period, now)
  if (days === undefined) return {}
  const { from, end } = days
  const last = new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1)
  return { since: toDay(from), ...(end <= now && { until: toDay(last) }) }
}
