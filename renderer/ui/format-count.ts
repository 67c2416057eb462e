import { cachedByLocale, t } from './text.ts'

// The narrow symbol, since outside America every amount would start with `US$`.
const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
const whole = cachedByLocale((locale) => new Intl.NumberFormat(locale, dollars))
const small = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { ...dollars, minimumFractionDigits: 2, maximumSignificantDigits: 2 }),
)
const prices = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      ...dollars,
      minimumFractionDigits: 0,
      maximumFractionDigits: 20,
      useGrouping: false,
    }),
)

export function formatDollars(amount: number): string {
  return (amount > 0 && amount < 0.01 ? small : whole)().format(amount)
}

/** Formats a price in US dollars with all its digits, as in price lists. */
export function formatPrice(amount: number): string {
  return prices().format(amount)
}

const numbers = cachedByLocale((locale) => new Intl.NumberFormat(locale))

export function formatCount(count: number): string {
  return numbers().format(count)
}

const sizes = [0, 1].map((digits) =>
  cachedByLocale(
    (locale) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }),
  ),
)

const byteUnits = ['kB', 'MB', 'GB', 'TB'] as const

/** Formats a size as file managers do: decimal units, three digits at most. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length)
  const size = bytes / 1000 ** step
  const number = sizes[step === 0 || size >= 100 ? 0 : 1]?.().format(size) ?? ''
  return step === 0 ? t('{number} bytes', { number }) : `${number} ${byteUnits[step - 1]}`
}

const relative = cachedByLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const moment = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
)
const day = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const calendarDay = cachedByLocale(
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

const localeNow = cachedByLocale((locale) => locale)

/** A sum with its currency; all of its decimals are shown, and at least as many as are given. */
export function formatMoney(
  value: number,
  currency: string,
  decimals: number | undefined,
  locale = localeNow(),
): string {
  return value.toLocaleString(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 15,
    ...(decimals !== undefined && { minimumFractionDigits: decimals }),
  })
}

export function isPast(iso: string): boolean {
  return Date.parse(iso) < Date.now()
}

const timeOfDay = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }),
)

export function formatTimeOfDay(iso: string): string {
  return timeOfDay().format(new Date(iso))
}

/** Day and time of day, to the second. */
export function formatMoment(iso: string): string {
  return moment().format(new Date(iso))
}

const plannedTime = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)

/** Day and time of day of what is planned, to the minute. */
export function formatPlannedTime(iso: string): string {
  return plannedTime().format(new Date(iso))
}
