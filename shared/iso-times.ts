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
