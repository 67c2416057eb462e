import { Cron } from 'croner'
import { toIso } from '#shared/iso-times.ts'
import { message, type Message } from '#shared/messages/message.ts'

/** When something runs by itself: five fields of cron, read in a time zone. */
export interface Schedule {
  readonly cron: string
  readonly time_zone: string
}

export interface ScheduleFault {
  readonly field: keyof Schedule
  readonly sentence: Message
}

const shortestDistanceMs = 5 * 60_000
const shownRuns = 3
// 288 runs are a day of one every 5 minutes; a shorter distance shows within a day and over its end.
const comparedRuns = 300
const maxCronLength = 200

/**
 * Returns what is wrong with a schedule, both fields judged: five fields, a time that comes, at least 5
 * minutes between two runs, and a time zone of IANA.
 *
 *     scheduleFaults({ cron: '*' + '/2 * * * *', time_zone: 'Europe/Berlin' })
 *     // [{ field: 'cron', sentence: 'Runs would be closer than 5 minutes: 2026-…. …' }]
 */
export function scheduleFaults(schedule: Schedule, now = Date.now()): ScheduleFault[] {
  const isZone = isTimeZone(schedule.time_zone)
  const zoned = isZone ? schedule : { ...schedule, time_zone: 'UTC' }
  const cron = cronFault(zoned, now)
  return [
    ...(cron ? [{ field: 'cron', sentence: cron } as const] : []),
    ...(isZone ? [] : [{ field: 'time_zone', sentence: message('schedule.unknown_time_zone') } as const]),
  ]
}

/** Returns the next times after a moment, in milliseconds; fewer where no more come. */
export function nextRuns(schedule: Schedule, after: number, count = shownRuns): number[] {
  return toCron(schedule)
    .nextRuns(count, new Date(after))
    .map((run) => run.getTime())
}

/** Returns the next time after a moment, in milliseconds; undefined where none comes. */
export function nextRun(schedule: Schedule, after: number): number | undefined {
  return nextRuns(schedule, after, 1)[0]
}

function cronFault(schedule: Schedule, now: number): Message | undefined {
  if (!hasFiveFields(schedule.cron)) return message('schedule.not_five_fields')
  // Distances are measured without daylight saving, so that a schedule is not refused on two days a year.
  const runs = nextRuns({ ...schedule, time_zone: 'UTC' }, now, comparedRuns)
  if (runs.length === 0) return message('schedule.never')
  const isTooOften = runs.some((run, index) => run - (runs[index - 1] ?? -Infinity) < shortestDistanceMs)
  if (!isTooOften) return undefined
  return message('schedule.too_often', { times: nextRuns(schedule, now).map(toIso).join(', ') })
}

function hasFiveFields(cron: string): boolean {
  if (cron.length > maxCronLength || cron.trim().split(/\s+/).length !== 5) return false
  try {
    toCron({ cron, time_zone: 'UTC' })
    return true
  } catch {
    return false
  }
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * An hour that is named is a time of the day: where daylight saving skips it, it runs at the next minute that
 * exists, and where it comes twice, once. With every hour (`*`) the distance counts, and no hour is left out.
 */
function toCron({ cron, time_zone: timezone }: Schedule): Cron {
  const [minute = '', hour = '', ...days] = cron.trim().split(/\s+/)
  const isHourly = hour === '*' || hour === '*/1'
  const fields = isHourly ? [minute, hour] : [listTimes(minute, 59), listTimes(hour, 23)]
  return new Cron([...fields, ...days].join(' '), {
    timezone,
    mode: '5-part',
    fixedTimeRule: 'no-wildcard',
    paused: true,
  })
}

/** Writes wildcards and steps as lists, by which croner knows them as times of the day. */
function listTimes(field: string, last: number): string {
  return field.replaceAll(
    /(\*|\b\d{1,2}-\d{1,2})(?:\/(\d{1,2}))?(?=,|$)/g,
    (written, range: string, step = '1') => {
      const [from = 0, until = last] = range === '*' ? [] : range.split('-').map(Number)
      const times = Array.from({ length: last + 1 }, (_, time) => time)
      const listed = times.filter(
        (time) => time >= from && time <= until && (time - from) % Number(step) === 0,
      )
      // A time that croner refuses is left as it is.
      return until > last || Number(step) > last + 1 || listed.length === 0 ? written : listed.join(',')
    },
  )
}
