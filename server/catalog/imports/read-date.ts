import type { DateOrder } from '#shared/imports.ts'

const year = String.raw`(?<year>\d{4}|\d{2})`
const month = String.raw`(?<month>\d{1,2})`
const day = String.raw`(?<day>\d{1,2})`
const between = String.raw`[./\- ]`

const written: Record<DateOrder, RegExp> = {
  ymd: pattern(year, month, day),
  dmy: pattern(day, month, year),
  mdy: pattern(month, day, year),
}

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(between)}$`)
}

/** A date written in that order, as the catalog writes it; undefined where it is none. Years of two digits are 1970 to 2069. */
export function readDate(cell: string, order: DateOrder): string | undefined {
  const parts = written[order].exec(cell.trim())?.groups
  if (!parts) return undefined
  const text = [fullYear(parts['year'] ?? ''), parts['month'], parts['day']]
    .map((part) => part?.padStart(2, '0'))
    .join('-')
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return `${Number(digits) < 70 ? 20 : 19}${digits}`
}
