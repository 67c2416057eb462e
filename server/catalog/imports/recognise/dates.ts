import type { DateOrder } from '#shared/imports.ts'
import { toIso } from '#shared/iso-times.ts'

type DateMark = DateOrder | 'either' | 'none'

export interface DateCell {
  readonly mark: DateMark
  readonly hasTime: boolean
  /** Whether it is just eight digits, as codes are too. */
  readonly isCompact: boolean
}

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

const yearFirst = /^(?<year>\d{4})[./\-年 ]\s?(?<month>\d{1,2})[./\-月 ]\s?(?<day>\d{1,2})日?$/
const compact = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/
const timeBehind =
  /(?:T|,?\s+)(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const longest = 60

/**
 * Reads a date in the given order into the catalog's form; undefined for anything else. Two-digit years
 * are 1970 to 2069.
 */
export function readDate(cell: string, order: DateOrder): string | undefined {
  const text = withoutTime(cell)
  return dateOf(written[order].exec(text)?.groups) ?? readSureDate(text)
}

/**
 * Reads an unambiguous date: with a four-digit year first, in eight digits, or with the name of the month.
 */
export function readSureDate(cell: string): string | undefined {
  const text = withoutTime(cell)
  return dateOf(yearFirst.exec(text)?.groups) ?? dateOf(compact.exec(text)?.groups) ?? readNamedDate(text)
}

// Dashes with a two-digit year occur in article numbers too.
const writtenDate =
  /^(?:\d{1,2}([./])\d{1,2}\1(?:\d{4}|\d{2})|\d{1,2}-\d{1,2}-\d{4}|\d{4}([./-])\d{1,2}\2\d{1,2}|\d{8})$/
const hasMonthName = /^(?=[^\d]{0,20}\d)(?=.*\p{L}{3})/u

export function parseDateCell(cell: string): DateCell | undefined {
  if (cell.length > longest) return undefined
  const text = withoutTime(cell)
  const mark = markOf(text)
  return mark && { mark, hasTime: hasTime(cell), isCompact: compact.test(text) }
}

function markOf(text: string): DateMark | undefined {
  if (!writtenDate.test(text)) return hasMonthName.test(text) ? noneOf(readNamedDate(text)) : undefined
  if (/^\d{8}$/.test(text)) return noneOf(dateOf(compact.exec(text)?.groups))
  if (/^\d{4}/.test(text)) return readDate(text, 'ymd') === undefined ? undefined : 'ymd'
  return orderOf(text)
}

function noneOf(date: string | undefined): 'none' | undefined {
  return date === undefined ? undefined : 'none'
}

function orderOf(text: string): DateMark | undefined {
  const dayFirst = readDate(text, 'dmy')
  // The month never comes first between points.
  const monthFirst = text.includes('.') ? undefined : readDate(text, 'mdy')
  if (dayFirst !== undefined && monthFirst !== undefined) return dayFirst === monthFirst ? 'none' : 'either'
  if (dayFirst !== undefined) return 'dmy'
  return monthFirst === undefined ? undefined : 'mdy'
}

function withoutTime(cell: string): string {
  const text = cell.trim()
  return text.length > longest || !/:|\dh\d/.test(text) ? text : text.replace(timeBehind, '')
}

function hasTime(cell: string): boolean {
  const [, hours, minutes, seconds = '0', half = ''] = timeBehind.exec(cell.trim()) ?? []
  if (hours === undefined) return false
  const isTwelveAtNight = half.toLowerCase() === 'a' && Number(hours) === 12
  return [isTwelveAtNight ? 0 : hours, minutes, seconds].some((part) => Number(part) !== 0)
}

type Parts = Readonly<Record<string, string | undefined>>

function dateOf(parts: Parts | undefined): string | undefined {
  if (!parts) return undefined
  const text = [fullYear(parts['year'] ?? ''), parts['month'], parts['day']]
    .map((part) => part?.padStart(2, '0'))
    .join('-')
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && toIso(date).startsWith(text) ? text : undefined
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return `${Number(digits) < 70 ? 20 : 19}${digits}`
}

/** `17-Mar-24`, `Mar 17, 2024`, `17. März 2024`, `2024 March 17`, with an optional weekday before it. */
function readNamedDate(text: string): string | undefined {
  if (!/\d/.test(text) || !/\p{L}/u.test(text)) return undefined
  const { months, others } = calendar()
  const parts = foldWord(text)
    .split(/[\s.,/-]+/)
    .map((part) => part.replace(/^(\d{1,2})(?:st|nd|rd|th|er|º|ª|o)$/, '$1'))
    .filter((part) => part !== '' && !others.has(part))
  const at = parts.findIndex((part) => months.has(part))
  if (parts.length !== 3 || at < 0) return undefined
  return dateAround(
    String(months.get(parts[at] ?? '')),
    parts.filter((_, index) => index !== at),
  )
}

function dateAround(monthOfYear: string, numbers: readonly string[]): string | undefined {
  const [first = '', second = ''] = numbers
  const [ofYear, ofDay] = first.length === 4 ? [first, second] : [second, first]
  if (!/^(?:\d{4}|\d{2})$/.test(ofYear) || !/^\d{1,2}$/.test(ofDay)) return undefined
  return dateOf({ year: ofYear, month: monthOfYear, day: ofDay })
}

interface CalendarWords {
  readonly months: ReadonlyMap<string, number>
  readonly others: ReadonlySet<string>
}

const languages = 'en de fr it es nl pl cs sv pt da nb fi hu ro sk ru uk bg tr el'.split(' ')
let known: CalendarWords | undefined

function calendar(): CalendarWords {
  if (known) return known
  const months = new Map([
    ['mrz', 3],
    ['mae', 3],
    ['sept', 9],
    ['jänner', 1],
    ['janner', 1],
  ])
  const others = new Set([
    'de',
    'del',
    'di',
    'of',
    'the',
    'le',
    'den',
    'd',
    'г',
    'р',
    'roku',
    'r',
    'à',
    'at',
    'um',
  ])
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      for (let index = 0; index < 12; index += 1) {
        const date = new Date(Date.UTC(2024, index, 15))
        for (const more of [{}, { day: 'numeric' }] as const)
          months.set(partOf(date, language, 'month', { month: style, ...more }), index + 1)
        // The first twelve days of a month include every weekday.
        others.add(partOf(new Date(Date.UTC(2024, 0, 1 + index)), language, 'weekday', { weekday: style }))
      }
    }
  }
  // "Mar" is also Tuesday in Spanish.
  for (const name of months.keys()) others.delete(name)
  known = { months, others }
  return known
}

function partOf(
  date: Date,
  language: string,
  type: 'month' | 'weekday',
  options: Intl.DateTimeFormatOptions,
): string {
  const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date)
  return foldWord(parts.find((part) => part.type === type)?.value ?? '').replaceAll('.', '')
}

function foldWord(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

const dateName =
  /(^|[^\p{L}])(dat|date|datum|data|fecha|dátum|dato|päivä|päivämäärä|дата|gültig\p{L}*|valid\p{L}*|from|until|since|launch\p{L}*|release\p{L}*|created|updated|erschein\p{L}*|ab|seit|bis|desde|hasta|dal|depuis|od|do|verfügbar)([^\p{L}]|$)|datum$|dátum$/u

/** Whether a column of this name holds dates, so that eight digits are a date and not a code. */
export function isDateName(folded: string): boolean {
  return dateName.test(folded.replaceAll('_', ' '))
}
