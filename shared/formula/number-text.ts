import { type CalendarDate, parseDate, weekdayOf } from './calendar.ts'

// Spreadsheets compute with 15 digits; further digits are rounding errors of binary fractions.
const significantDigits = 15

/** Rounds off errors of binary fractions: 0.1 + 0.2 is 0.3. Null for a number that is not finite. */
export function tidyNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null
  return isTidy(value) ? value : Number(value.toPrecision(significantDigits))
}

/**
 * Recognises most numbers without further digits at little cost: whole ones and those of up to six
 * decimals.
 */
function isTidy(value: number): boolean {
  if (Math.abs(value) >= 1e9) return Number.isInteger(value) && Math.abs(value) < 1e15
  return Math.round(value * 1e6) / 1e6 === value
}

/**
 * Returns a number as text, as & and the text functions use it; null for no number. Long codes of digits
 * alone stay whole.
 */
export function numberToText(value: number): string | null {
  const shown = Number.isSafeInteger(value) ? value : tidyNumber(value)
  return shown === null ? null : String(shown).replace('e', 'E')
}

const numeric = /^([-+]?)\s*[$€£]?\s*(\d+|\d{1,3}(?:,\d{3})+)?(\.\d*)?(e[-+]?\d+)?\s*[€£]?\s*(%?)$/i

/** The number that a text shows: signs, thousands separators, a currency sign, an exponent and % are understood. */
export function textToNumber(text: string): number | null {
  const found = numeric.exec(text.trim())
  if (!found) return null
  const [, sign, whole = '', fraction = '', exponent = '', percent] = found
  if (!/\d/.test(whole + fraction)) return null
  const value = Number(`${sign}${whole.replaceAll(',', '') || '0'}${fraction}${exponent}`)
  if (!Number.isFinite(value)) return null
  return percent ? tidyNumber(value / 100) : value
}

type Rounding = (scaled: number) => number

/** Rounds to decimals (negative: to tens, hundreds …) as people do on paper: 1.005 to two decimals is 1.01. */
export function roundTo(value: number, digits: number, rounding: Rounding = Math.round): number | null {
  const decimals = Math.trunc(digits)
  if (!Number.isFinite(value) || Number.isNaN(decimals)) return null
  if (decimals > 15 || (decimals >= 0 && Number.isInteger(value))) return value
  if (decimals < -308) return 0
  const magnitude = Math.abs(value)
  return (
    Math.sign(value) *
    (roundPlainly(magnitude, decimals, rounding) ?? roundDigits(magnitude, decimals, rounding))
  )
}

/**
 * Rounds by arithmetic, ten times faster, where rounding errors cannot matter: away from halves and from
 * whole numbers.
 */
function roundPlainly(value: number, decimals: number, rounding: Rounding): number | undefined {
  const factor = decimals >= 0 && decimals <= 6 ? 10 ** decimals : undefined
  if (factor === undefined) return undefined
  const scaled = value * factor
  const doubled = scaled * 2
  const isClear = scaled < 1e9 && Math.abs(doubled - Math.round(doubled)) > 1e-5
  return isClear ? rounding(scaled) / factor : undefined
}

function roundDigits(value: number, decimals: number, rounding: Rounding): number {
  return shift(rounding(shift(Number(value.toPrecision(significantDigits)), decimals)), -decimals)
}

/** Moves the decimal point in the text of the number, which avoids binary rounding errors. */
function shift(value: number, decimals: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(exponent) + decimals}`)
}

/** The result of TEXT: a number or a date in the format, with the English format codes of spreadsheets. */
export function formatValue(value: number | string, format: string): string | null {
  if (typeof value === 'number') return formatNumber(value, format)
  const date = parseDate(value)
  return date && formatDay(date, format)
}

function formatNumber(value: number, format: string): string | null {
  if (!Number.isFinite(value)) return null
  const [positive = '', negative, zero] = splitSections(format)
  if (value === 0 && zero !== undefined) return fill(0, zero)
  if (value < 0) return negative === undefined ? `-${fill(-value, positive)}` : fill(-value, negative)
  return fill(value, positive)
}

const literalPart = /"[^"]*"|\\./g

function splitSections(format: string): string[] {
  const masked = format.replaceAll(literalPart, (part) => '\u0000'.repeat(part.length))
  const ends = [...masked.matchAll(/;/g)].map(({ index }) => index)
  return [...ends, format.length].map((end, index) => format.slice((ends[index - 1] ?? -1) + 1, end))
}

const placeholders = /[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+/

function fill(value: number, section: string): string {
  const masked = section.replaceAll(literalPart, (part) => '\u0000'.repeat(part.length))
  if (/^general$/i.test(section.trim()) || section.trim() === '@') return numberToText(value) ?? ''
  const found = placeholders.exec(masked)
  const percents = masked.split('%').length - 1
  if (!found) return unquote(section)
  const digits = formatDigits(value * 100 ** percents, found[0])
  return (
    unquote(section.slice(0, found.index)) + digits + unquote(section.slice(found.index + found[0].length))
  )
}

function unquote(text: string): string {
  return text.replaceAll(literalPart, (part) => (part.startsWith('"') ? part.slice(1, -1) : part.slice(1)))
}

function formatDigits(value: number, pattern: string): string {
  const [wholePattern = '', fractionPattern = ''] = pattern.split('.')
  const thousands = /,*$/.exec(wholePattern)?.[0].length ?? 0
  const rounded = roundTo(value / 1000 ** thousands, fractionPattern.length) ?? 0
  const [whole = '0', fraction = ''] = plain(rounded, fractionPattern.length).split('.')
  const decimals = minimum(fraction, fractionPattern.lastIndexOf('0') + 1)
  const grouped = group(whole, wholePattern)
  return pattern.includes('.') ? `${grouped}.${decimals}` : grouped
}

function group(whole: string, pattern: string): string {
  const padded = (whole === '0' ? '' : whole).padStart(count(pattern, '0'), '0')
  const isGrouped = /[0#?],+[0#?]/.test(pattern)
  return isGrouped ? padded.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : padded
}

function plain(value: number, decimals: number): string {
  return value < 1e21 ? value.toFixed(Math.min(decimals, 100)) : BigInt(value).toString()
}

function minimum(fraction: string, length: number): string {
  const needed = /0*$/.exec(fraction.slice(length))?.[0].length ?? 0
  return fraction.slice(0, fraction.length - needed)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const monthName = ({ month }: CalendarDate) => months[month - 1] ?? ''
const weekday = (date: CalendarDate) => weekdays[weekdayOf(date)] ?? ''

const dateCodes: Record<string, (date: CalendarDate) => string> = {
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  yy: ({ year }) => String(year % 100).padStart(2, '0'),
  mmmm: monthName,
  mmm: (date) => monthName(date).slice(0, 3),
  mm: ({ month }) => String(month).padStart(2, '0'),
  m: ({ month }) => String(month),
  dddd: weekday,
  ddd: (date) => weekday(date).slice(0, 3),
  dd: ({ day }) => String(day).padStart(2, '0'),
  d: ({ day }) => String(day),
}

function formatDay(date: CalendarDate, format: string): string {
  return format.replaceAll(/"[^"]*"|\\.|yyyy|yy|mmmm|mmm|mm|m|dddd|ddd|dd|d/gi, (part) => {
    const code = dateCodes[part.toLowerCase()]
    return code ? code(date) : unquote(part)
  })
}
