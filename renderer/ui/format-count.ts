import { byLocale, t } from './text.ts'

const numbers = byLocale((locale) => new Intl.NumberFormat(locale))

/** A whole number with its thousands set apart. */
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

/** A size as file managers write it: decimal units, three digits at most. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length)
  const size = bytes / 1000 ** step
  const number = sizes[step === 0 || size >= 100 ? 0 : 1]?.().format(size) ?? ''
  return step === 0 ? t('{number} bytes', { number }) : `${number} ${byteUnits[step - 1]}`
}
