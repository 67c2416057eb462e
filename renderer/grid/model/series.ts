import { toUtcDay } from '#shared/iso-times.ts'
export type SeriesKind = 'number' | 'date' | 'text'

/** Returns the value at a distance after (or, if negative, before) the first of the given ones. */
type Continue<T> = (index: number) => T

const dayMs = 86_400_000

/**
 * Continues numbers and days by their step (one day alone: the next), texts by their last number; others
 * repeat. `index` counts from the first value.
 */
export function continueSeries<T>(values: readonly T[], kind: SeriesKind): Continue<T> {
  const found = series[kind](values)
  if (found) return found as Continue<T>
  const { length } = values
  return (index) => values[((index % length) + length) % length] as T
}

const series: Readonly<Record<SeriesKind, (values: readonly unknown[]) => Continue<unknown> | undefined>> = {
  number: numberSeries,
  date: dateSeries,
  text: textSeries,
}

function numberSeries(values: readonly unknown[]): Continue<number> | undefined {
  if (values.length < 2 || !values.every((value) => typeof value === 'number')) return undefined
  const [first = 0] = values
  const step = stepOf(values)
  if (step === undefined) return undefined
  const decimals = Math.max(...values.map(decimalsOf), decimalsOf(step))
  return (index) => rounded(first + step * index, decimals)
}

function dateSeries(values: readonly unknown[]): Continue<string> | undefined {
  const texts = values.filter((value) => typeof value === 'string')
  const days = texts.map((text) => Date.parse(`${text}T00:00:00Z`))
  if (texts.length < values.length || days.some(Number.isNaN)) return undefined
  const months = monthStepOf(texts)
  const [start = ''] = texts
  if (months !== undefined) return (index) => addMonths(start, months * index)
  const [first = 0] = days
  const step = days.length === 1 ? dayMs : stepOf(days)
  if (step === undefined) return undefined
  return (index) => toUtcDay(first + step * index)
}

function monthStepOf(dates: readonly string[]): number | undefined {
  if (dates.length < 2 || new Set(dates.map((date) => date.slice(8))).size > 1) return undefined
  return stepOf(dates.map((date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))))
}

function addMonths(date: string, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const [year, monthOfYear] = [Math.floor(month / 12), month % 12]
  const lastDay = new Date(Date.UTC(year, monthOfYear + 1, 0)).getUTCDate()
  const day = Math.min(Number(date.slice(8)), lastDay)
  return toUtcDay(Date.UTC(year, monthOfYear, day))
}

function textSeries(values: readonly unknown[]): Continue<string> | undefined {
  const parts = values.map((value) => /^(.*?)(\d{1,15})$/su.exec(typeof value === 'string' ? value : ''))
  const [head, digits = ''] = parts[0]?.slice(1) ?? []
  if (head === undefined || parts.some((part) => part?.[1] !== head)) return undefined
  const numbers = parts.map((part) => Number(part?.[2]))
  const step = numbers.length === 1 ? 1 : stepOf(numbers)
  if (step === undefined) return undefined
  const first = Number(digits)
  // Leading zeros stay: ART-010 follows ART-009.
  return (index) => head + String(Math.max(0, first + step * index)).padStart(digits.length, '0')
}

function stepOf(numbers: readonly number[]): number | undefined {
  const decimals = Math.max(...numbers.map(decimalsOf))
  const steps = numbers.slice(1).map((number, index) => rounded(number - (numbers[index] ?? 0), decimals))
  return steps.every((step) => step === steps[0]) ? steps[0] : undefined
}

function decimalsOf(number: number): number {
  return /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0
}

function rounded(number: number, decimals: number): number {
  return Number(number.toFixed(Math.min(15, decimals)))
}
