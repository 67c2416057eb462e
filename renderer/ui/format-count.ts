import { byLocale, t } from './text.ts'

// The narrow symbol, since outside America every amount would start with `US$`.
const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
const whole = byLocale((locale) => new Intl.NumberFormat(locale, dollars))
const small = byLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { ...dollars, minimumFractionDigits: 2, maximumSignificantDigits: 2 }),
)
const prices = byLocale(
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

const numbers = byLocale((locale) => new Intl.NumberFormat(locale))

export function formatCount(count: number): string {
  return numbers().format(count)
}

const sizes = [0, 1].map((digits) =>
  byLocale(
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
