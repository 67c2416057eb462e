const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** The calendar date `YYYY-MM-DD` that the input is, or undefined; the 30th of February is none. */
export function parseDate(input: string | number | boolean): string | undefined {
  const text = String(input).trim()
  if (!isoDate.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || toUtcDay(time) !== text ? undefined : text
}

/** The calendar day in UTC of a time in milliseconds. */
export function toUtcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i

/** Milliseconds of a full ISO timestamp or of a bare date's UTC midnight (decisions, reading 3); undefined for anything else. */
export function parseTimestamp(text: string): number | undefined {
  const date = parseDate(text)
  if (date) return Date.parse(`${date}T00:00:00Z`)
  const trimmed = text.trim()
  if (!isoTimestamp.test(trimmed) || !parseDate(trimmed.slice(0, 10))) return undefined
  const time = Date.parse(trimmed)
  return Number.isNaN(time) ? undefined : time
}

const iso = /^\d{4}-/

/** A moment as it is stored: in UTC with milliseconds, so that texts compare as times do; undefined where the text is none. */
export function toMoment(text: string): string | undefined {
  const time = parseTimestamp(text)
  const moment = time === undefined ? undefined : new Date(time).toISOString()
  return moment !== undefined && iso.test(moment) ? moment : undefined
}
