import { formatMoney } from '../../ui/format-count.ts'
import { toDay, parseDate as parseIsoDate, toMoment } from '#shared/iso-times.ts'
import { cachedByLocale } from '../../ui/text.ts'

/** Parses and formats numbers and dates in the user's locale. The wire format never depends on it. */
export interface LocaleFormats {
  formatNumber(value: number, decimals?: number): string
  formatMoney(value: number, currency: string, decimals?: number): string
  editNumber(value: number): string
  parseNumber(text: string): number | undefined
  formatDate(iso: string): string
  formatTimestamp(iso: string): string
  editMoment(iso: string): string
  /**
   * A typed day and time in the local zone (a day alone is its midnight) as ISO text in UTC; undefined if
   * invalid.
   */
  parseMoment(text: string, today: string): string | undefined
  /** `YYYY-MM-DD` of a date as typed (ISO, or the locale's order), or undefined. */
  parseDate(text: string, today: string): string | undefined
}

export const currentFormats = cachedByLocale(createFormats)

export function createFormats(locale: string): LocaleFormats {
  const { decimal, group } = separatorsOf(locale)
  const order = dateOrderOf(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const timestamp = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 })

  return {
    formatNumber: (value, decimals) =>
      decimals === undefined
        ? numbers.format(value)
        : value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: 15 }),
    formatMoney: (value, currency, decimals) => formatMoney(value, currency, decimals, locale),
    editNumber: (value) => String(value).replace('.', decimal),
    parseNumber: (text) => parseNumber(text, decimal, group),
    formatDate: (iso) => (parseIsoDate(iso) !== undefined ? date.format(new Date(iso)) : iso),
    formatTimestamp: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : timestamp.format(new Date(iso))),
    editMoment,
    parseMoment: (text, today) => parseMoment(text.trim(), order, today),
    parseDate: (text, today) => parseDate(text.trim(), order, today),
  }
}

function separatorsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: find('decimal') || '.', group: find('group') }
}

// Grouped by the locale, otherwise with a single point or comma as the decimal mark, since people paste 12.50
// everywhere.
function parseNumber(text: string, decimal: string, group: string): number | undefined {
  const compact = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f']/g, '')
    .replace('−', '-')
  const grouped = new RegExp(`^[+-]?\\d{1,3}([${group || ','}]\\d{3})+([${decimal}]\\d*)?$`)
  const ungrouped = group !== '' && grouped.test(compact) ? compact.replaceAll(group, '') : compact
  const plain = ungrouped.replace(/[.,]/, '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined
}

type DatePart = 'day' | 'month' | 'year'

function dateOrderOf(locale: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric' })
  return parts
    .formatToParts(new Date(0))
    .map(({ type }) => type)
    .filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year')
}

function parseDate(text: string, order: readonly DatePart[], today: string): string | undefined {
  if (/^today$/i.test(text)) return today
  const numbers = text.split(/[./\-\s]+/).filter(Boolean)
  if (numbers.length !== 3 || !numbers.every((part) => /^\d+$/.test(part))) return undefined
  const isYearFirst = numbers[0]?.length === 4
  const iso = toIso(numbers, isYearFirst ? ['year', 'month', 'day'] : order)
  return parseIsoDate(iso)
}

const timeOfDay = /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s*(am|pm|uhr)?$/i

const withZone = /t.*(z|[+-]\d{2}:?\d{2})$/i
const dayAndTime = /^(.*?\d{2}|today)(?:,?\s+|T)(\d{1,2}(?:[:.]\d{2}.*|\s*(?:am|pm|uhr)))$/i

/** ISO text with its zone, or a day and a time of day with white space, a comma or a T between. */
function parseMoment(text: string, order: readonly DatePart[], today: string): string | undefined {
  if (withZone.test(text)) return toMoment(text)
  const [, day = text, clock = '0:00'] = dayAndTime.exec(text) ?? []
  const [date, time] = [parseDate(day, order, today), parseTime(clock)]
  if (date === undefined || time === undefined) return undefined
  const moment = new Date(`${date}T${time}`)
  return Number.isNaN(moment.getTime()) ? undefined : toMoment(moment.toISOString())
}

function parseTime(text: string): string | undefined {
  const [, hours, minutes = '00', seconds = '00', half = ''] = timeOfDay.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  return `${String(toHour(Number(hours), half.toLowerCase())).padStart(2, '0')}:${minutes}:${seconds}`
}

function toHour(hour: number, half: string): number {
  if (half !== 'am' && half !== 'pm') return hour
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

function editMoment(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const pad = (value: number): string => String(value).padStart(2, '0')
  const seconds = date.getSeconds() === 0 ? '' : `:${pad(date.getSeconds())}`
  return `${toDay(date)} ${pad(date.getHours())}:${pad(date.getMinutes())}${seconds}`
}

function toIso(numbers: readonly string[], order: readonly DatePart[]): string {
  const part = (name: DatePart): string => numbers[order.indexOf(name)] ?? ''
  const year = part('year')
  const century = year.length === 2 ? '20' : ''
  return `${century}${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
}
