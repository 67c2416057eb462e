const isoDate = /^\d{4}-\d{2}-\d{2}$/

/**
 * Returns the input if it is a calendar date `YYYY-MM-DD`; undefined otherwise, also for the 30th of
 * February.
 */
export function parseDate(input: string | number | boolean): string | undefined {
  const text = String(input).trim()
  if (!isoDate.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || toUtcDay(time) !== text ? undefined : text
}

/** A time as the API writes it: in UTC with milliseconds. */
export function toIso(time: number | Date): string {
  return new Date(time).toISOString()
}

export function toUtcDay(time: number | Date): string {
  return toIso(time).slice(0, 10)
}

/** Formats a time for file names: some systems allow no colon. */
export function toIsoInFileName(time: number | Date): string {
  return toIso(time).replaceAll(/[:.]/g, '-')
}

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i

/**
 * Returns the milliseconds of a full ISO timestamp or of a bare date's UTC midnight (decisions, reading
 * 3); undefined for anything else.
 */
export function parseTimestamp(text: string): number | undefined {
  const date = parseDate(text)
  if (date) return Date.parse(`${date}T00:00:00Z`)
  const trimmed = text.trim()
  if (!isoTimestamp.test(trimmed) || !parseDate(trimmed.slice(0, 10))) return undefined
  const time = Date.parse(trimmed)
  return Number.isNaN(time) ? undefined : time
}

const iso = /^\d{4}-/

/**
 * Returns a moment in its stored form: in UTC with milliseconds, so that texts sort like times; undefined
 * for an invalid one.
 */
export function toMoment(text: string): string | undefined {
  const time = parseTimestamp(text)
  const moment = time === undefined ? undefined : toIso(time)
  return moment !== undefined && iso.test(moment) ? moment : undefined
}

/** Relative periods such as `last_7_days`, which a filter on dates accepts instead of a date. */

export interface Period {
  readonly from: Date
  readonly end: Date
}

const units = ['day', 'week', 'month', 'year'] as const
type Unit = (typeof units)[number]

/** Moved by units of the calendar, where a month without such a day ends on its last. */
function moved(day: Date, count: number, unit: Unit): Date {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()]
  if (unit === 'day') return new Date(year, month, date + count)
  if (unit === 'week') return new Date(year, month, date + 7 * count)
  const months = unit === 'month' ? month + count : month + 12 * count
  return new Date(year, months, Math.min(date, new Date(year, months + 1, 0).getDate()))
}

const starts: Readonly<Record<Unit, (day: Date) => Date>> = {
  day: (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate()),
  // Weeks begin on Monday (ISO 8601).
  week: (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate() - ((day.getDay() + 6) % 7)),
  month: (day) => new Date(day.getFullYear(), day.getMonth(), 1),
  year: (day) => new Date(day.getFullYear(), 0, 1),
}

const offsets = { last: -1, this: 0, next: 1 } as const
/** A longer period than a hundred years is a mistake. */
const most = 36_525

/**
 * Returns the days of a period, seen from now in the time zone of the computer; undefined for another
 * text. `last_7_days` ends with today, `next_7_days` begins with it; `this_day` and `last_month` are those
 * of the calendar. Words such as yesterday are no dates (specification, Filter rules).
 */
export function parsePeriod(text: string, now: Date = new Date()): Period | undefined {
  const word = text.trim().toLowerCase()
  const today = starts.day(now)
  const [, which, number, name] = /^(last|this|next)_(?:(\d{1,5})_)?(day|week|month|year)s?$/.exec(word) ?? []
  const unit = units.find((each) => each === name)
  if (unit === undefined) return undefined
  if (number === undefined) return calendarPeriod(unit, offsets[which as keyof typeof offsets], today)
  const count = Number(number)
  if (which === 'this' || count < 1 || count > most) return undefined
  const tomorrow = moved(today, 1, 'day')
  return which === 'last'
    ? { from: moved(tomorrow, -count, unit), end: tomorrow }
    : { from: today, end: moved(today, count, unit) }
}

function calendarPeriod(unit: Unit, offset: number, today: Date): Period | undefined {
  const from = moved(starts[unit](today), offset, unit)
  return { from, end: moved(from, 1, unit) }
}

export function toDay(date = new Date()): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
