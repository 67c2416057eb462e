import { expect, test } from 'vitest'
import { nextRun } from '../catalog/schedules/schedules.ts'
import { SetClock } from '../testing/set-clock.ts'
import { systemClock } from './clock.ts'

test('a schedule on a clock that is set runs once a day over the end of summer time [TIME-01]', () => {
  const clock = new SetClock('2026-10-23T12:00:00Z')
  const ran: string[] = []
  const follow = (): void => {
    const time = nextRun({ cron: '30 2 * * *', time_zone: 'Europe/Berlin' }, clock.now())
    if (time === undefined) return
    clock.at(time, () => {
      ran.push(new Date(clock.now()).toISOString().slice(0, 16))
      follow()
    })
  }
  follow()
  clock.set('2026-10-26T12:00:00Z')
  expect(ran).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'])
})

test('the clock of the system calls at its moment, and not what was taken back', async () => {
  const called: string[] = []
  const takeBack = systemClock.at(Date.now(), () => called.push('taken back'))
  takeBack()
  const moment = Date.now() + 2
  await new Promise<void>((resolve) => systemClock.at(moment, resolve))
  expect(Date.now()).toBeGreaterThanOrEqual(moment)
  expect(called).toEqual([])
})
