import {
  addMonths,
  type CalendarDate,
  formatDate,
  fromDayNumber,
  parseDate,
  toDayNumber,
} from '../calendar.ts'
import type { FormulaFunction } from './functions.ts'

const date = { name: 'date', type: 'date' } as const

type Step = (date: CalendarDate, count: number) => CalendarDate

const addDays: Step = (date, count) => fromDayNumber(toDayNumber(date) + count)
const steps = {
  day: addDays,
  week: (date, count) => addDays(date, count * 7),
  month: addMonths,
  quarter: (date, count) => addMonths(date, count * 3),
  year: (date, count) => addMonths(date, count * 12),
} satisfies Record<string, Step>

const unitNames: Record<string, keyof typeof steps> = {
  d: 'day',
  day: 'day',
  days: 'day',
  w: 'week',
  week: 'week',
  weeks: 'week',
  m: 'month',
  month: 'month',
  months: 'month',
  q: 'quarter',
  quarter: 'quarter',
  quarters: 'quarter',
  y: 'year',
  year: 'year',
  years: 'year',
}

type Difference = (start: CalendarDate, end: CalendarDate) => number

const differences = {
  y: (start, end) => Math.floor(wholeMonths(start, end) / 12),
  m: wholeMonths,
  d: (start, end) => toDayNumber(end) - toDayNumber(start),
  w: (start, end) => Math.floor((toDayNumber(end) - toDayNumber(start)) / 7),
  ym: (start, end) => wholeMonths(start, end) % 12,
  md: (start, end) => toDayNumber(end) - toDayNumber(addMonths(start, wholeMonths(start, end))),
  yd: (start, end) => toDayNumber(end) - toDayNumber(addMonths(start, wholeYears(start, end) * 12)),
} satisfies Record<string, Difference>

const differenceNames: Record<string, keyof typeof differences> = {
  y: 'y',
  year: 'y',
  years: 'y',
  m: 'm',
  month: 'm',
  months: 'm',
  w: 'w',
  week: 'w',
  weeks: 'w',
  d: 'd',
  day: 'd',
  days: 'd',
  ym: 'ym',
  md: 'md',
  yd: 'yd',
}

export const dateFunctions = {
  TODAY: {
    group: 'date',
    help: 'The current date.',
    parameters: [],
    result: 'date',
    // The value comes with each evaluation, and is never computed here.
    apply: () => null,
  },
  DATEADD: {
    group: 'date',
    help: 'A date some days, weeks, months or years later; earlier with a negative count.',
    parameters: [
      date,
      { name: 'count', type: 'number' },
      { name: 'unit', type: 'text', isOptional: true, choices: Object.keys(unitNames) },
    ],
    result: 'date',
    apply: addToDate,
  },
  DATEDIF: {
    group: 'date',
    help: 'Whole days, months or years between two dates: "D", "M" or "Y"; blank if the end is before the start.',
    parameters: [
      { name: 'start', type: 'date' },
      { name: 'end', type: 'date' },
      { name: 'unit', type: 'text', isOptional: true, choices: Object.keys(differenceNames) },
    ],
    result: 'number',
    apply: difference,
  },
  YEAR: {
    group: 'date',
    help: 'The year of a date.',
    parameters: [date],
    result: 'number',
    apply: (date: string) => parseDate(date)?.year ?? null,
  },
  MONTH: {
    group: 'date',
    help: 'The month of a date, 1 to 12.',
    parameters: [date],
    result: 'number',
    apply: (date: string) => parseDate(date)?.month ?? null,
  },
  DAY: {
    group: 'date',
    help: 'The day of the month of a date, 1 to 31.',
    parameters: [date],
    result: 'number',
    apply: (date: string) => parseDate(date)?.day ?? null,
  },
} as const satisfies Record<string, FormulaFunction>

/** The date some units later as `YYYY-MM-DD`; null for an unknown unit or outside the calendar. */
export function addToDate(text: string, count: number, unit = 'day'): string | null {
  const date = parseDate(text)
  const name = unitNames[unit.trim().toLowerCase()]
  if (!date || !name || !(Math.abs(count) < 1e7)) return null
  return formatDate(steps[name](date, Math.trunc(count)))
}

function difference(start: string, end: string, unit = 'd'): number | null {
  const [from, to] = [parseDate(start), parseDate(end)]
  const name = differenceNames[unit.trim().toLowerCase()]
  return from && to && name && start <= end ? differences[name](from, to) : null
}

/**
 * Counts whole months like spreadsheets: a month is complete on the same day of a later month, so from 31
 * January on 1 March.
 */
function wholeMonths(start: CalendarDate, end: CalendarDate): number {
  const months = (end.year - start.year) * 12 + end.month - start.month
  return end.day < start.day ? months - 1 : months
}

function wholeYears(start: CalendarDate, end: CalendarDate): number {
  return Math.floor(wholeMonths(start, end) / 12)
}
