import { byLocale, t } from './text.ts'

const relative = byLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const moment = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
)
const day = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const calendarDay = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats how long ago something was; after a month it returns the date. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1000)
  if (seconds > 30 * 86_400) return formatDay(iso)
  const unit = units.find(([, length]) => seconds >= length)
  return unit === undefined ? t('just now') : relative().format(-Math.floor(seconds / unit[1]), unit[0])
}

export function formatDay(iso: string): string {
  return day().format(new Date(iso))
}

/** A day such as 2026-01-05, which is the same in every time zone. */
export function formatCalendarDay(isoDay: string): string {
  return calendarDay().format(new Date(isoDay))
}

export function isPast(iso: string): boolean {
  return Date.parse(iso) < Date.now()
}

/** Day and time of day, to the second. */
export function formatMoment(iso: string): string {
  return moment().format(new Date(iso))
}
