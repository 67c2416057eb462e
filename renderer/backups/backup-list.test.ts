import { expect, test } from 'vitest'
import { backupRules, choicesOf, type Rule } from './backup-list.tsx'

const [schedule, last] = backupRules() as [Rule, Rule]

test('the schedule is told in hours, days and weeks, and none is a choice', () => {
  expect(choicesOf(schedule, 4)).toEqual([
    { value: '1', label: 'Every hour' },
    { value: '2', label: 'Every 2 hours' },
    { value: '4', label: 'Every 4 hours' },
    { value: '8', label: 'Every 8 hours' },
    { value: '12', label: 'Every 12 hours' },
    { value: '24', label: 'Every day' },
    { value: '168', label: 'Every week' },
    { value: '0', label: 'Never by itself' },
  ])
})

test('a setting that is none of the choices is shown as it is', () => {
  expect(choicesOf(last, 1)[0]).toEqual({ value: '1', label: '1 backup' })
  expect(choicesOf(schedule, 36)[0]).toEqual({ value: '36', label: 'Every 36 hours' })
})
