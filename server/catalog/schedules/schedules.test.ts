import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRun, nextRuns, scheduleFaults } from './schedules.ts'

const faultsOf = (cron: string, time_zone = 'Europe/Berlin') =>
  scheduleFaults({ cron, time_zone }, Date.parse('2026-12-01T08:00:00Z')).map(
    ({ field, sentence }) => `${field}: ${sentence.message_code}`,
  )

const runsOf = (cron: string, time_zone: string, after: string, count: number) =>
  nextRuns({ cron, time_zone }, Date.parse(after), count).map((run) =>
    new Date(run).toISOString().slice(0, 16),
  )

/** The clocks go forward and back in each zone; `named` is skipped by the first and comes twice by the second. */
const changes = [
  {
    zone: 'Europe/Berlin',
    spring: ['2026-03-28T12:00Z', '30 2 * * *', '2026-03-29T01:00', '2026-03-30T00:30'],
    autumn: ['2026-10-24T12:00Z', '30 2 * * *', '2026-10-25T00:30', '2026-10-26T01:30'],
  },
  {
    zone: 'America/New_York',
    spring: ['2026-03-07T12:00Z', '15 2 * * *', '2026-03-08T07:00', '2026-03-09T06:15'],
    autumn: ['2026-10-31T12:00Z', '15 1 * * *', '2026-11-01T05:15', '2026-11-02T06:15'],
  },
  {
    zone: 'Australia/Lord_Howe',
    spring: ['2026-10-03T00:00Z', '15 2 * * *', '2026-10-03T15:30', '2026-10-04T15:15'],
    autumn: ['2026-04-03T16:00Z', '45 1 * * *', '2026-04-04T14:45', '2026-04-05T15:15'],
  },
] as const

describe.each(changes)('in $zone', ({ zone, spring, autumn }) => {
  test('a time that daylight saving skips runs at the next minute that exists [TIME-01]', () => {
    const [after, cron, ...runs] = spring
    expect(runsOf(cron, zone, after, 2)).toEqual(runs)
  })

  test('a time that comes twice runs once [TIME-01]', () => {
    const [after, cron, ...runs] = autumn
    expect(runsOf(cron, zone, after, 2)).toEqual(runs)
  })
})

test('lists and steps of named hours are times of the day; every hour is a distance [TIME-01]', () => {
  expect(runsOf('*/30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2)).toEqual([
    '2026-03-29T01:00',
    '2026-03-30T00:00',
  ])
  expect(runsOf('0,30 2,3 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 4)).toEqual([
    '2026-10-25T00:00',
    '2026-10-25T00:30',
    '2026-10-25T02:00',
    '2026-10-25T02:30',
  ])
  expect(runsOf('30 * * * *', 'Europe/Berlin', '2026-10-24T23:00Z', 4)).toEqual([
    '2026-10-24T23:30',
    '2026-10-25T00:30',
    '2026-10-25T01:30',
    '2026-10-25T02:30',
  ])
})

test('refuses other than five fields, what never comes, and less than 5 minutes [TIME-02]', () => {
  const refused = {
    'schedule.not_five_fields': [
      '0 8 * *',
      '0 0 8 * * *',
      '@daily',
      '',
      '61 * * * *',
      'x * * * *',
      '5-1 * * * *',
    ],
    'schedule.never': ['30 2 30 2 *'],
    'schedule.too_often': ['* * * * *', '*/4 * * * *', '0,3 6 1 1 *', '58,2 23,0 * * *', '2,58 * * * 1'],
  }
  for (const [code, crons] of Object.entries(refused))
    expect(crons.map((cron) => faultsOf(cron))).toEqual(crons.map(() => [`cron: ${code}`]))
  const allowed = ['*/5 * * * *', '0 6 * * 1-5', '0 0 29 2 *', '5,10 6 1 1 *', '0-59/20 8-18/2 * * *']
  expect(allowed.flatMap((cron) => faultsOf(cron))).toEqual([])
  expect(faultsOf('x', 'Mars/Olympus')).toEqual([
    'cron: schedule.not_five_fields',
    'time_zone: schedule.unknown_time_zone',
  ])
  expect(faultsOf('0 6 * * *', '+02:00')).toEqual(['time_zone: schedule.unknown_time_zone'])
})

test('the sentence about runs too close to each other names the next three [TIME-02]', () => {
  const [fault] = scheduleFaults(
    { cron: '*/2 8 * * *', time_zone: 'UTC' },
    Date.parse('2026-12-01T08:01:00Z'),
  )
  expect(fault?.sentence.message).toContain(
    '2026-12-01T08:02:00.000Z, 2026-12-01T08:04:00.000Z, 2026-12-01T08:06:00.000Z',
  )
})

test('a daily time comes once on each day of the calendar, in any zone', () => {
  const zones = changes.map(({ zone }) => zone)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 364 }),
      (time_zone, hour, minute, day) => {
        const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
        const after = Date.parse('2026-01-01T00:00:00Z') + day * 86_400_000
        const runs = nextRuns({ cron: `${minute} ${hour} * * *`, time_zone }, after, 8)
        expect(new Set(runs.map((run) => dayOf.format(run))).size).toBe(8)
        expect(runs.every((run, index) => run > (runs[index - 1] ?? after))).toBe(true)
        expect((runs.at(-1) ?? 0) - (runs[0] ?? 0)).toBeLessThan(7 * 86_400_000 + 7_200_000)
      },
    ),
    { numRuns: 200 },
  )
})

test('the next run lies after the moment that is asked about', () => {
  const at = Date.parse('2026-12-01T08:00:00Z')
  expect(nextRun({ cron: '0 8 * * *', time_zone: 'UTC' }, at)).toBe(at + 86_400_000)
  expect(nextRun({ cron: '30 2 30 2 *', time_zone: 'UTC' }, at)).toBeUndefined()
})
