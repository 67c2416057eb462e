import { expect, test } from 'vitest'
import type { ColumnStep } from '#shared/imports.ts'
import { isComplete, stepsOf, toRule } from './column-steps.tsx'

const trim: ColumnStep = { trim: true }
const map: ColumnStep = { map: { table: { on: 'draft' } } }
const prefix: ColumnStep = { prefix: 'No. ' }
const rule = { key: 'status', trim: true, values: { on: 'draft' }, steps: [prefix] }

test('what a rule trims and replaces are its first steps, and stay so while they stand first', () => {
  expect(stepsOf(rule)).toEqual([trim, map, prefix])
  expect(toRule(rule, [trim, map, prefix])).toEqual({ trim: true, values: { on: 'draft' }, steps: [prefix] })
  expect(toRule(rule, [map, trim])).toEqual({ trim: undefined, values: { on: 'draft' }, steps: [trim] })
  expect(toRule(rule, [])).toEqual({ trim: undefined, values: undefined, steps: undefined })
  expect(toRule({ key: 'status' }, [trim, map])).toEqual({
    trim: undefined,
    values: undefined,
    steps: [trim, map],
  })
})

test.each<[ColumnStep, boolean]>([
  [trim, true],
  [{ prefix: '' }, false],
  [{ map: { table: { '': '' } } }, false],
  [{ join: { columns: [], separator: '' } }, false],
  [{ split: { separator: '-', part: 0 } }, false],
  [{ replace: { find: '-', with: '' } }, true],
])('%j is sent: %s', (step, isSent) => expect(isComplete(step)).toBe(isSent))
