import { expect, test } from 'vitest'
import { addDecimals, addPercent, roundToEnding, roundToStep, toDecimal, toNumber } from './decimal.ts'

test.each([
  [19.99, 10, 21.989],
  [0.1, 200, 0.3],
  [-4.35, 100, -8.7],
  [1e-7, 50, 1.5e-7],
  [9007199254740991, -50, 4503599627370495.5],
  [12.5, -100, 0],
])('%s and %s percent are %s [BULK-06]', (value, percent, expected) => {
  expect(toNumber(addPercent(toDecimal(value), toDecimal(percent)))).toBe(expected)
})

test('sums do not drift [BULK-06]', () => {
  expect(toNumber(addDecimals(toDecimal(0.1), toDecimal(0.2)))).toBe(0.3)
  expect(toNumber(addDecimals(toDecimal(1e21), toDecimal(-0.5)))).toBe(1e21)
})

test.each([
  [1.025, 0.05, 1.05],
  [1.02, 0.05, 1],
  [-1.025, 0.05, -1.05],
  [1.005, 0.01, 1.01],
  [1234.5, 10, 1230],
  [1235, 10, 1240],
  [0, 0.05, 0],
])('%s to steps of %s is %s [BULK-06]', (value, step, expected) => {
  expect(toNumber(roundToStep(toDecimal(value), toDecimal(step)))).toBe(expected)
})

test.each([
  [20.3, 'x.99', 19.99],
  [20.49, 'x.99', 20.99],
  [20.48, 'x.99', 19.99],
  [0.2, 'x.99', 0.99],
  [0, 'x.99', 0],
  [-20.3, 'x.99', -19.99],
  [123, 'x9', 119],
  [125, 'x9', 129],
  [123.4, 'x9.90', 119.9],
  [1234, 'x99', 1199],
  [20.994, 'x.99', 20.99],
])('%s to an end of %s is %s [BULK-06]', (value, ending, expected) => {
  expect(toNumber(roundToEnding(toDecimal(value), ending))).toBe(expected)
})
