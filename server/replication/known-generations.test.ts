import { expect, test } from 'vitest'
import { chooseGeneration } from './known-generations.ts'

const at = (time: string) => Date.parse(`2026-01-05T${time}Z`)
const moment = (time: string) => new Date(at(time))
const known = [
  { name: 'first', start: at('08:00:00'), end: at('09:00:00') },
  { name: 'second', start: at('10:00:00'), end: at('11:00:00') },
]

test.each([
  ['the newest where no moment is asked for', undefined, { generation: 'second' }],
  ['a moment within one', '10:30:00.500', { generation: 'second', at: moment('10:30:00.500') }],
  [
    'the end, whose fraction of a second is not known',
    '11:00:00.900',
    { generation: 'second', at: moment('11:00:00.900') },
  ],
  ['behind the last change, which was still the state', '12:00:00', { generation: 'second' }],
  ['between two: the end of the earlier one', '09:30:00', { generation: 'first' }],
])('[REPLICA-07] %s', (_title, time, chosen) => {
  expect(chooseGeneration(known, time === undefined ? undefined : moment(time))).toEqual(chosen)
  expect(chooseGeneration([...known].reverse(), time === undefined ? undefined : moment(time))).toEqual(
    chosen,
  )
})

test('[REPLICA-07] before all of them there is nothing', () => {
  expect(chooseGeneration(known, moment('07:59:59'))).toBeUndefined()
  expect(chooseGeneration([], undefined)).toBeUndefined()
})
