/** Dates of the Gregorian calendar as day numbers; no time zone and no clock has a part in them. */
export interface CalendarDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

/** Parses `YYYY-MM-DD`; null for an invalid day. */
export function parseDate(text: string): CalendarDate | null {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return null
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)]
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return isDay && !Number.isNaN(year) ? { year, month, day } : null
}

/** Parses some digits; NaN where there are other characters. A regular expression takes twice as long. */
function digitsAt(text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : Number.NaN
  }
  return value
}

/** The date as `YYYY-MM-DD`; null outside the years 0 to 9999. */
export function formatDate({ year, month, day }: CalendarDate): string | null {
  if (!(year >= 0 && year <= 9999)) return null
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

const daysInEra = 146_097

/** Days since 1970-01-01. */
export function toDayNumber({ year, month, day }: CalendarDate): number {
  // Counted from March, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysInEra + dayOfEra - 719_468
}

export function fromDayNumber(days: number): CalendarDate {
  const shifted = days + 719_468
  const era = Math.floor(shifted / daysInEra)
  const dayOfEra = shifted - era * daysInEra
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/** Adds months and keeps the day; the last day of a shorter month. */
export function addMonths({ year, month, day }: CalendarDate, count: number): CalendarDate {
  const months = year * 12 + (month - 1) + count
  const target = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 }
  return { ...target, day: Math.min(day, daysInMonth(target.year, target.month)) }
}

/** Monday is 0. */
export function weekdayOf(date: CalendarDate): number {
  return (((toDayNumber(date) + 3) % 7) + 7) % 7
}

export function localToday(now = new Date()): string {
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`
}
