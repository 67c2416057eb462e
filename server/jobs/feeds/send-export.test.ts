import { expect, test } from 'vitest'
import { sentName } from './send-export.ts'

const evening = new Date('2026-12-31T22:30:05Z')

test.each([
  ['{date}-{time}-{n}.csv', undefined, '2026-12-31-223005-7.csv'],
  ['{date}-{time}-{n}.csv', 'Europe/Berlin', '2026-12-31-233005-7.csv'],
  ['{date}.csv', 'Pacific/Kiritimati', '2027-01-01.csv'],
  ['{date}-{time}.csv', 'Etc/GMT+12', '2026-12-31-103005.csv'],
  ['{day}.csv', 'UTC', '{day}.csv'],
])('the name %s in the time zone %s of the schedule is %s [FEED-12]', (file, zone, name) => {
  const feed = { file, run: 7, ...(zone !== undefined && { time_zone: zone }) }
  expect(sentName(feed, evening)).toBe(name)
})
